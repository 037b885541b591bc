import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Three machines on this one, each with PostgreSQL, Patroni, etcd and a copy of one house. They are network
/// namespaces, which `Shared/Packaging/Cluster/cluster.sh` makes. All of it ends with the last reference.
final class ClusterMachines: Sendable {
    /// The names of the machines.
    static let names = ["alpha", "beta", "gamma"]
    /// The services that work in the house.
    static let services = ["auth", "ledger", "history"]

    /// The reason why there can be no cluster here; nil when there can.
    static let obstacle: String? = {
        do {
            let (status, output) = try call("check")
            return status == .exited(0) ? nil : output
        } catch {
            return "\(error)"
        }
    }()

    private let directory = TemporaryDirectory()
    private let guardian: ChildProcess

    /// Starts the machines with their databases, without a house.
    init() throws {
        // The user of PostgreSQL must be able to enter.
        chmod(directory.path, 0o711)
        let (status, output) = try Self.call("up", directory.file("cluster"))
        guard status == .exited(0) else { throw WaitedInVain(description: "cluster.sh up: \(output)") }
        // Namespaces outlive a test process that is killed.
        guardian = try ChildProcess.spawn(
            executable: "/bin/bash",
            arguments: [
                "-c", #"while kill -0 "$0"; do sleep 1; done; "$1" down "$2/cluster" --purge; rm -rf "$2""#,
                "\(getpid())", Self.script, directory.path,
            ],
            environment: Self.environment, ownProcessGroup: true)
    }

    deinit {
        _ = try? Self.call("down", directory.file("cluster"), "--purge")
        Glibc.kill(-guardian.pid, SIGKILL)
        _ = guardian.wait()
    }

    // MARK: Commands

    /// Calls cluster.sh; it must succeed.
    /// - Returns: What it prints.
    @discardableResult
    func cluster(
        _ command: String, _ arguments: String..., within limit: Duration = .seconds(120)
    ) async throws -> String {
        let all = [command, directory.file("cluster")] + arguments
        let finished = try await FinishedProcess.run(
            executable: Self.script, arguments: all, environment: Self.environment, within: limit)
        try #require(finished.status == .exited(0), "\(all): \(finished)")
        return finished.output.trimmingCharacters(in: .newlines)
    }

    /// Runs the gateway on a machine; it must succeed.
    /// - Returns: Its answer.
    @discardableResult
    func gateway(_ machine: String, _ arguments: String...) async throws -> JSONNode {
        try answer(try await run(machine, arguments), machine, arguments)
    }

    private func run(_ machine: String, _ arguments: [String]) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: Self.script,
            arguments: ["run", directory.file("cluster"), machine, RunningHouse.executable("gateway")] + arguments
                + ["--json"],
            environment: environment(of: machine), within: .seconds(180))
    }

    private func answer(_ finished: FinishedProcess, _ machine: String, _ arguments: [String]) throws -> JSONNode {
        try #require(finished.status == .exited(0), "\(machine): \(arguments): \(finished)")
        return try JSONDocument(text: finished.output.isEmpty ? "{}" : finished.output).root
    }

    /// The machine that leads a service; nil when none does, and while PostgreSQL has no primary.
    func leader(of service: String) async throws -> String? {
        let hosts = try await run("alpha", ["house", "hosts"])
        if hosts.status == .exited(69) { return nil }
        return try answer(hosts, "alpha", ["house", "hosts"]).member("services")?.elements
            .first { $0.member("service")?.string == service }?.member("leader")?.string
    }

    /// Has a machine lead a service. The command gives it fifteen seconds, of which a busy machine may need more.
    func lead(_ service: String, _ host: String, asking machine: String) async throws {
        try await eventually("\(host) leads \(service)") {
            let finished = try await run(machine, ["house", "lead", service, host])
            try #require([.exited(0), .exited(75)].contains(finished.status), "\(finished)")
            return finished.status == .exited(0)
        }
    }

    /// Kills a service of a machine, as power loss would. Its supervisor starts it again.
    func kill(_ service: String, on machine: String) async throws {
        let finished = try await run(machine, ["status"])
        // Others of its services may be starting.
        try #require([.exited(0), .exited(69)].contains(finished.status), "\(machine): \(finished)")
        let status = try JSONDocument(text: finished.output).root
        let line = status.member("services")?.elements.first { $0.member("name")?.string == service }
        guard let pid = line?.member("pid")?.int64 else { return }
        Glibc.kill(pid_t(pid), SIGKILL)
    }

    // MARK: The house

    /// Makes a house on all machines. Its services work when this returns.
    func makeHouse() async throws {
        let url = try await cluster("url")
        let addresses = url.drop { $0 != "@" }.dropFirst().prefix { $0 != "/" }.split(separator: ",").map(String.init)
        let password = directory.file("cluster/password")
        let wait = ["up", "--detach", "--wait", "60s"]
        try await gateway("alpha", wait[0], wait[1], wait[2], wait[3])
        try await gateway(
            "alpha", "backup", "follow", url, "--recovery", directory.file("recovery"), "--password-file", password)
        try await gateway("alpha", "house", "init", "alpha", addresses[0])
        try await gateway("alpha", "restart", "--wait", "120s", "--timeout", "50s")
        try await eventually("everything can be restored") {
            let state = try await gateway("alpha", "backup", "follow")
            return state.member("services")?.elements.allSatisfy { $0.member("restorableFrom") != nil } == true
        }
        for (machine, address) in zip(Self.names, addresses).dropFirst() {
            let code = try #require(try await gateway("alpha", "house", "invite").member("code")?.string)
            try await gateway(
                machine, "house", "join", code, url, machine, address, "--password-file", password)
        }
        // Fewer services: three machines share the processors of one.
        try await gateway("alpha", "down")
        for machine in Self.names {
            try await gateway(
                machine, "up", "--detach", "--wait", "60s", "--services", Self.services.joined(separator: ","))
        }
        for service in Self.services {
            try await eventually("\(service) has a leader") {
                try await leader(of: service) != nil
            }
        }
    }

    /// The directory of the sockets of a machine.
    func runDirectory(of machine: String) -> String { directory.file("\(machine)/run") }

    /// The path of a database of a machine.
    func database(of service: String, on machine: String) -> String {
        DataLayout(root: directory.file("\(machine)/data")).database(of: service)
    }

    /// The end of the log of a service on each machine.
    func logs(of service: String) -> String {
        Self.names.map { machine in
            let lines = directory.read("\(machine)/data/logs/\(service).log").split(separator: "\n")
            let told = lines.filter { !$0.contains("keys changed") }.suffix(12)
            return "--- \(service) on \(machine)\n" + told.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// What Patroni and PostgreSQL of each machine told last, without the lines that Patroni repeats each second.
    var clusterLogs: String {
        Self.names.map { machine in
            let lines = directory.read("cluster/logs/\(machine)-patroni.log").split(separator: "\n")
            let told = lines.filter { !$0.contains("INFO: no action") && !$0.contains("INFO: Lock owner") }.suffix(150)
            return "--- Patroni on \(machine)\n" + told.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private func environment(of machine: String) -> [String: String] {
        let own = [
            "KOPILKA_RUN": runDirectory(of: machine), "KOPILKA_DATA": directory.file("\(machine)/data"),
            "XDG_STATE_HOME": directory.file("\(machine)/state"), "HOME": directory.path, "TZ": "UTC",
            "XDG_CONFIG_HOME": directory.file("\(machine)/config"),
        ]
        return own.merging(Self.environment) { $1 }.merging(Bank.cheapHashes) { $1 }
    }

    private static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]

    private static let script: String = {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.appendingPathComponent("Shared/Packaging/Cluster/cluster.sh").path
    }()

    /// Calls cluster.sh to its end, and returns what it prints.
    private static func call(_ arguments: String...) throws -> (ChildProcess.Status, String) {
        let files = TemporaryDirectory()
        let output = open(files.file("output"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        let child = try ChildProcess.spawn(
            executable: script, arguments: arguments, environment: environment, standardOutput: output,
            standardError: output)
        let status = child.wait()
        return (status, files.read("output").trimmingCharacters(in: .newlines))
    }
}
