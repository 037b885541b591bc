import Coordination
import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// The house that systemd runs by the units of the package: `kopilka@ledger.service` and so on.
enum SystemdHouse {
    /// The directory of its sockets, as the units say.
    private static let runDirectory = "/run/kopilka"
    private static let properties = "Id,ActiveState,MainPID,ExecMainStartTimestamp,NRestarts,Result,ExecMainStatus"

    /// True when a house is the one that systemd runs.
    static func runs(_ house: House) -> Bool {
        // sd_booted(3)
        house.runDirectory.description == runDirectory && house.supervisorPID == nil
            && access("/run/systemd/system", F_OK) == 0
    }

    /// What systemd knows of the services; nil for a house that it does not run. `systemctl show`
    static func state(of house: House) -> SupervisorState? {
        guard runs(house) else { return nil }
        let services = show(House.services.map { "kopilka@\($0).service" }, properties, house).compactMap(service)
        return services.isEmpty ? nil : SupervisorState(pid: 1, services: services)
    }

    /// Refuses what only a supervisor of our own does.
    /// - Parameter verb: What systemctl calls it.
    static func refuse(_ verb: String, _ house: House) throws(Fault) {
        guard runs(house) else { return }
        let command = "sudo systemctl \(verb) kopilka.target"
        throw Fault(
            .conflict, "\(Text("systemd runs this house: \(command).", "Этим домом управляет systemd: \(command)."))")
    }

    /// How a service ended last, as a supervisor of our own says it; nil when it ended in order. `Result` of
    /// org.freedesktop.systemd1(5): with most of them the status is the number of a signal.
    private static func lastExit(result: String, status: some StringProtocol) -> String? {
        switch result {
        case "success": nil
        case "exit-code": "exit \(status)"
        default: "signal \(status)"
        }
    }

    /// Returns what `systemctl show` prints of units: `NAME=value` lines of each.
    static func show(_ units: [String], _ properties: String, _ house: House) -> [String] {
        let bytes = try? ProgramOutput.of(
            "/usr/bin/systemctl", ["show", "--timestamp=unix", "--property=\(properties)"] + units, house.variables)
        guard let bytes else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map(String.init)
    }

    static func values(_ lines: String) -> [Substring: Substring] {
        var values: [Substring: Substring] = [:]
        for line in lines.split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[line[..<equals]] = line[line.index(after: equals)...]
        }
        return values
    }

    /// Returns a service from the lines that systemctl prints of it.
    static func service(_ lines: String) -> SupervisorState.Service? {
        let values = values(lines)
        guard let name = values["Id"]?.split(separator: "@").last?.split(separator: ".").first else { return nil }
        let pid = values["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let phase: SupervisorState.Phase =
            switch values["ActiveState"] {
            case "active": .ready
            case "activating", "reloading": pid == nil ? .waiting : .starting
            case "deactivating": .stopping
            default: .stopped
            }
        // `@1764343200`
        let start = values["ExecMainStartTimestamp"].flatMap { Int64($0.dropFirst()) }
        let result = values["Result"].map(String.init) ?? "success"
        return SupervisorState.Service(
            name: String(name), phase: phase, pid: pid,
            startedAt: pid == nil ? nil : start.map { Instant(microseconds: $0 * 1_000_000) },
            restarts: values["NRestarts"].flatMap { Int($0) } ?? 0,
            lastExit: lastExit(result: result, status: values["ExecMainStatus"] ?? "?"))
    }
}
