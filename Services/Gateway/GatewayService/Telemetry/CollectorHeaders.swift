import Curl
import GatewayWords
import Hosting
import MicroHTTPD
import Reasons

/// The headers of requests to a collector, which are secret.
enum CollectorHeaders {
    /// Those that requests have anyway.
    private static let own: Set = [
        "content-type", "content-length", "transfer-encoding", "host", "connection", "expect",
    ]

    /// Reads `name=value,name=value` from a file of mode 0600; values are percent-encoded.
    ///
    /// - Throws: ``UsageError`` when the file is missing, open to others or wrong. It contains nothing of the file.
    /// - Source: OpenTelemetry, `OTEL_EXPORTER_OTLP_HEADERS`; W3C Baggage.
    static func read(_ path: AbsolutePath) throws(UsageError) -> [HTTPHeader] {
        let line: String?
        do throws(HostingError) {
            line = try PrivateFile.firstLine(of: path.description, limit: 8_192)
        } catch {
            throw wrong(
                ReasonText.said(error.refusal.reason, error.refusal.details) ?? Text(verbatim: error.message))
        }
        guard let line else {
            throw wrong(Text("there is no file \(path.description)", "нет файла \(path.description)"))
        }
        var headers: [HTTPHeader] = []
        for pair in line.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard parts.count == 2, let value = PercentCoding.decodeText(parts[1]), !own.contains(parts[0].lowercased())
            else {
                throw wrong(
                    Text(
                        "\(path.description) must have headers as name=value,name=value, and none of our own",
                        "в \(path.description) нужны заголовки вида name=value,name=value, и не наши собственные"))
            }
            headers.append(HTTPHeader(parts[0], value))
        }
        return headers
    }

    private static func wrong(_ what: Text) -> UsageError {
        UsageError(
            Text("KOPILKA_OTLP_HEADERS_FILE: ", "KOPILKA_OTLP_HEADERS_FILE: ") + what + Text(verbatim: "."),
            field: "otlp-headers-file")
    }
}
