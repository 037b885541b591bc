import GatewayWords
import Hosting

/// The settings of the exporter: `KOPILKA_OTLP_*`, then `gateway.otlp-*` in `kopilka.json`.
package struct TelemetrySettings: Sendable {
    /// The collector; nil sends nothing.
    package let endpoint: CollectorAddress?
    /// The file with the headers of each request, such as a password.
    package let headersFile: AbsolutePath?
    /// The share of traces that are sent.
    package let share: TraceShare
    /// The log lines that are sent.
    package let logs: ExportedLogs

    /// Reads the settings. Faults are collected in the reader.
    package init(reading reader: SettingsReader) {
        endpoint =
            reader[
                Setting<CollectorAddress?>(
                    "otlp-endpoint", default: nil,
                    summary: "The collector that traces and logs are sent to by OTLP/HTTP; none sends nothing.")]
        headersFile =
            reader[
                Setting<AbsolutePath?>(
                    "otlp-headers-file", default: nil,
                    summary: "The file with headers for it, as name=value,name=value; 0600.")]
        share =
            reader[
                Setting<TraceShare>("otlp-sample", default: .all, summary: "The share of traces that are sent.")]
        logs =
            reader[
                Setting<ExportedLogs>(
                    "otlp-logs", default: .from(.warning), summary: "The lowest level of log lines that are sent.")]
    }

    /// Reads the settings of a run of the gateway, and checks that they fit together.
    ///
    /// - Throws: ``UsageError``, which names the setting.
    package static func read(_ variables: [String: String]) throws(UsageError) -> TelemetrySettings {
        let reader = SettingsReader(environment: Environment(variables: variables), service: "gateway")
        let settings = TelemetrySettings(reading: reader)
        try reader.finishUsage()
        if settings.headersFile != nil, settings.endpoint.map({ !$0.isPrivate }) ?? false {
            throw UsageError(
                Text(
                    "Headers are secret, and http shows them to the network: KOPILKA_OTLP_ENDPOINT must be https.",
                    "Заголовки — секрет, а http показывает их сети: в KOPILKA_OTLP_ENDPOINT нужен https."),
                field: "otlp-endpoint")
        }
        return settings
    }
}
