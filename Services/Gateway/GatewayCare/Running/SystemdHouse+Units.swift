import GatewaySession
import Hosting

extension SystemdHouse {
    /// A unit of the package.
    struct Unit: Hashable {
        /// `kopilka@ledger.service`
        let name: String
        /// `loaded`, `not-found`, `masked` and so on. `LoadState` of org.freedesktop.systemd1(5)
        let load: String
        let hasFailed: Bool
        /// Why it has ended: `success`, `exit-code`, `watchdog` and so on.
        let result: String
        /// True when it starts with the machine.
        let isEnabled: Bool
        /// True when its file has changed since systemd read it.
        let isOutdated: Bool

        /// True for what the house works without.
        var isOptional: Bool { SystemdHouse.optionalUnits.contains(name) }

        /// - Parameter values: The properties that systemctl has printed.
        init?(_ values: [Substring: Substring]) {
            guard let name = values["Id"], let load = values["LoadState"] else { return nil }
            self.name = String(name)
            self.load = String(load)
            hasFailed = values["ActiveState"] == "failed"
            result = values["Result"].map(String.init) ?? ""
            isEnabled = values["UnitFileState"]?.hasPrefix("enabled") ?? false
            isOutdated = values["NeedDaemonReload"] == "yes"
        }
    }

    fileprivate static let optionalUnits = [
        "kopilka-web.service", "kopilka-metrics.service", "kopilka-backup.service", "kopilka-backup.timer",
        "kopilka-telemetry.service",
    ]

    /// Returns what systemd knows of the units of the package; nil for a house that it does not run.
    static func units(of house: House) -> [Unit]? {
        guard runs(house) else { return nil }
        let names =
            ["kopilka.target", "kopilka-sockets.target"] + optionalUnits
            + House.services.flatMap {
                ["kopilka@\($0).service", "kopilka@\($0).socket", "kopilka-events@\($0).socket"]
            }
        return units(
            show(names, "Id,LoadState,ActiveState,Result,UnitFileState,NeedDaemonReload", house))
    }

    /// Returns the units from what systemctl prints of each.
    static func units(_ shown: [String]) -> [Unit]? {
        let units = shown.compactMap { Unit(values($0)) }
        return units.isEmpty ? nil : units
    }

    /// The settings that systemd gives to the programs; empty for a house that it does not run.
    static func settings(of house: House) -> [String: String] {
        guard runs(house), let bytes = (try? readFile("/etc/default/kopilka", limit: 1 << 16)).flatMap({ $0 }) else {
            return [:]
        }
        return variables(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the variables of a file of `NAME=value` lines. `EnvironmentFile`: systemd.exec(5)
    static func variables(_ lines: String) -> [String: String] {
        var variables: [String: String] = [:]
        for line in lines.split(separator: "\n") where !line.hasPrefix("#") && !line.hasPrefix(";") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            var value = line[line.index(after: equals)...].drop { $0 == " " }
            while value.last == " " { value.removeLast() }
            if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
                value = value.dropFirst().dropLast()
            }
            variables[line[..<equals].filter { $0 != " " }] = String(value)
        }
        return variables
    }
}
