import GatewayCommandLine
import GatewayWords
import Hosting
import Reasons

extension SettingsReader {
    /// Ends the reading of the gateway's own settings. The other settings in the file are left to the services.
    ///
    /// - Parameter prefix: What stands before the name of a flag in the name of its setting: `web-` where `--listen`
    ///   sets `web-listen`.
    /// - Throws: ``UsageError``, which names every wrong flag and setting.
    package func finishUsage(flagsWithout prefix: String = "") throws(UsageError) {
        do throws(SettingsError) {
            try finish(allowingUnknownKeys: true)
        } catch {
            let faults = error.faults.map { fault in
                let told = fault.refusal.flatMap { ReasonText.said($0.reason, $0.details) }
                let rule = told ?? SettingText.rule(fault.rule)
                guard fault.source == "--" + fault.name else {
                    return Text("\(fault.name) (\(fault.source)): \(rule)", "\(fault.name) (\(fault.source)) — \(rule)")
                }
                let flag = "--" + fault.name.trimmingPrefix(prefix)
                return Text("\(flag) \(rule)", "\(flag) — \(rule)")
            }.joined(separator: "; ")
            throw UsageError(
                Text("Wrong settings: \(faults).", "Неверные настройки: \(faults)."),
                field: error.faults.first.map { String($0.name.trimmingPrefix(prefix)) })
        }
    }
}
