import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// Checks what starts the services with the machine: the units of systemd, of the machine or of one person.
struct UnitExamination {
    let house: House

    func findings() -> [Finding] {
        if let units = SystemdHouse.units(of: house) { return Self.findings(units) }
        guard let pid = house.supervisorPID, let account = getpwuid(geteuid()) else { return [] }
        let name = String(cString: account.pointee.pw_name)
        let groups = (try? readFile("/proc/\(pid)/cgroup", limit: 1 << 16)).flatMap { $0 } ?? []
        return Self.ofPerson(
            // systemd-logind(8) keeps a file for each user whose services stay without a session.
            groups: String(decoding: groups, as: UTF8.self),
            lingers: access("/var/lib/systemd/linger/\(name)", F_OK) == 0)
    }

    /// Returns the findings about the units of the machine's house.
    static func findings(_ units: [SystemdHouse.Unit]) -> [Finding] {
        let wrong = units.compactMap(finding)
        let starting = units.filter { ["kopilka.target", "kopilka-sockets.target"].contains($0.name) }
        guard starting.contains(where: \.isEnabled) else {
            return wrong + [
                Finding(
                    "units", nil, .warning,
                    Text("nothing starts the services with the machine", "службы не запускаются вместе с машиной"),
                    cure: Text(verbatim: "sudo systemctl enable kopilka.target"))
            ]
        }
        guard wrong.isEmpty else { return wrong }
        let known = units.filter { $0.load == "loaded" }.count
        return [
            Finding(
                "units", nil, .good,
                Text("\(known), they start with the machine", "\(known), запускаются вместе с машиной"))
        ]
    }

    private static func finding(_ unit: SystemdHouse.Unit) -> Finding? {
        if unit.load == "masked" {
            return Finding(
                "unit", unit.name, .warning, Text("it is switched off", "он выключен"),
                cure: Text(verbatim: "sudo systemctl unmask \(unit.name)"))
        }
        if unit.load != "loaded" {
            guard !unit.isOptional else { return nil }
            return Finding(
                "unit", unit.name, .bad,
                Text("systemd cannot use it: \(unit.load)", "systemd его не принимает: \(unit.load)"),
                cure: Text(verbatim: "sudo apt install --reinstall kopilka"))
        }
        if unit.hasFailed {
            return Finding(
                "unit", unit.name, .bad, Text("it has failed: \(unit.result)", "он отказал: \(unit.result)"),
                cure: Text(
                    "journalctl --unit \(unit.name) says why; then sudo systemctl restart \(unit.name)",
                    "journalctl --unit \(unit.name) скажет почему; затем sudo systemctl restart \(unit.name)"))
        }
        if unit.isOutdated {
            return Finding(
                "unit", unit.name, .warning,
                Text("its file is newer than what systemd knows", "его файл новее того, что знает systemd"),
                cure: Text(verbatim: "sudo systemctl daemon-reload"))
        }
        return nil
    }

    /// Returns the finding about a person's own unit, which ends with the last session unless the person lingers.
    /// - Parameter groups: The control groups of the supervisor. proc_pid_cgroup(5)
    static func ofPerson(groups: String, lingers: Bool) -> [Finding] {
        guard groups.contains("/user@"), groups.contains("/kopilka.service") else { return [] }
        guard !lingers else {
            return [Finding("units", nil, .good, Text("they start with the machine", "запускаются вместе с машиной"))]
        }
        return [
            Finding(
                "units", nil, .warning,
                Text("the services end when you sign out", "службы остановятся, когда вы выйдете из системы"),
                cure: Text(verbatim: "loginctl enable-linger"))
        ]
    }
}
