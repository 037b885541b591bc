import Domain
import Glibc
import Hosting
import LedgerService

extension FuzzTarget {
    /// Settings: lines that begin with `--` are flags, those with `KOPILKA_` variables, the rest is `kopilka.json`.
    static let settings = FuzzTarget("settings", maximumLength: 2_048, modules: ["Hosting"]) { bytes in
        var input = FuzzInput(bytes)
        var (arguments, variables): ([String], [String: String]) = ([], [:])
        while input.text.hasPrefix("--") || input.text.hasPrefix("KOPILKA_") {
            let line = input.line()
            if line.hasPrefix("--") {
                arguments += line.split(separator: " ", maxSplits: 1).map(String.init)
            } else {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                variables[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
            }
        }
        try TemporaryFile.shared.with(input.bytes) { descriptor in
            // Reading only tells: nothing is created.
            let flags = ["--explain", "--config", "/proc/self/fd/\(descriptor)"] + arguments
            let reader = SettingsReader(
                environment: Environment(variables: variables, arguments: flags), service: "ledger")
            _ = LedgerSettings(reading: reader)
            try demand(!reader.explanation.isEmpty && !reader.help.isEmpty, "settings are not explained")
            do throws(SettingsError) {
                try reader.finish()
            } catch {
                try demand(
                    error.faults.allSatisfy { !$0.name.isEmpty && !$0.rule.isEmpty && !$0.source.isEmpty },
                    "a fault of the settings lacks its name, its rule or its source: \(error.faults)")
            }
        }
        try checkValues(String(decoding: bytes, as: UTF8.self))
    }

    private static func checkValues(_ text: String) throws {
        try checkValue(Int.self, text)
        try checkValue(Bool.self, text)
        try checkValue(Duration.self, text)
        try checkValue(TimeOfDay.self, text)
        try checkValue(Instant.self, text)
        try checkValue(ExtraServices.self, text)
        try checkValue(ExtraRights.self, text)
        try checkValue(ServiceNames.self, text)
        try checkValue(AbsolutePath.self, text)
    }

    private static func checkValue<Value: SettingValue>(_ type: Value.Type, _ text: String) throws(FuzzFinding) {
        guard let value = Value.parse(text) else { return }
        let shown = value.settingText
        try demand(
            Value.parse(shown)?.settingText == shown,
            "\(shown.debugDescription) of \(text.debugDescription) is no value")
    }
}
