import Foundation
import Hosting
import TestSupport

/// A PostgreSQL of our own in a temporary directory, reached through a Unix socket only; gone with ``remove()``.
///
/// PostgreSQL refuses to run as root. There the server gets the rights of the system's user `postgres`, whom the
/// package makes, by `setpriv`, and the directory belongs to that user.
final class PostgresCluster: Sendable {
    /// What went wrong, with what the program said.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let user = "postgres"
    private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "PGCONNECT_TIMEOUT": "10"]

    private let directory = TemporaryDirectory()
    private let binaries: String
    private let server: ChildProcess

    /// Where PostgreSQL's programs are, the newest version first; nil where it is not installed.
    static func findBinaries() -> String? {
        let house = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: house)) ?? []
        let packaged = versions.compactMap { Int($0) }.sorted(by: >).map { "\(house)/\($0)/bin" }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (packaged + path.split(separator: ":").map(String.init)).first { directory in
            ["initdb", "postgres", "pgbench", "psql"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(directory)/\($0)")
            }
        }
    }

    /// Makes a cluster and starts it. Call it on a thread that lives as long as the cluster does: the server ends with
    /// that thread, so that it cannot be left behind.
    init(binaries: String) throws {
        self.binaries = binaries
        var prefix: [String] = []
        if geteuid() == 0 {
            guard let account = getpwnam(Self.user) else {
                throw Failure(description: "PostgreSQL does not run as root, and there is no user \(Self.user)")
            }
            guard chown(directory.path, account.pointee.pw_uid, account.pointee.pw_gid) == 0 else {
                throw Failure(description: "\(directory.path) could not be given to \(Self.user)")
            }
            prefix = [
                "/usr/bin/setpriv", "--reuid", Self.user, "--regid", Self.user, "--init-groups", "--pdeathsig", "QUIT",
            ]
        }
        let data = directory.file("data")
        try Self.run(
            prefix + [
                "\(binaries)/initdb", "--pgdata", data, "--username", Self.user, "--auth", "trust", "--encoding",
                "UTF8", "--locale", "C", "--no-instructions",
            ])
        let settings = [
            "listen_addresses=", "unix_socket_directories=\(directory.path)", "fsync=on", "synchronous_commit=on",
            "full_page_writes=on", "shared_buffers=512MB", "max_wal_size=4GB", "log_min_messages=fatal",
        ]
        let command =
            prefix + ["\(binaries)/postgres", "-D", data] + settings.flatMap { ["-c", $0] }
        let log = open(directory.file("server.log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        server = try ChildProcess.spawn(
            executable: command[0], arguments: Array(command.dropFirst()), environment: Self.environment,
            standardOutput: log, standardError: log, parentDeathSignal: .terminate)
        do {
            try waitUntilItServes()
        } catch {
            remove()
            throw error
        }
    }

    /// Runs SQL and gives back its rows, unaligned.
    @discardableResult
    func sql(_ text: String) throws -> String {
        let file = try readable(text, named: "statements.sql")
        return try Self.run(
            ["\(binaries)/psql"] + connection + [
                "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", "--file", file,
                Self.user,
            ])
    }

    /// What pgbench measured.
    struct Measured {
        let perSecond: Double
        let meanLatency: Duration
    }

    /// Has pgbench run a script with prepared statements.
    func bench(_ script: String, clients: Int, seconds: Int, variables: [String: Int]) throws -> Measured {
        let file = try readable(script, named: "script.sql")
        let output = try Self.run(
            ["\(binaries)/pgbench"] + connection + [
                "--no-vacuum", "--protocol", "prepared", "--client", "\(clients)", "--jobs", "2", "--time",
                "\(seconds)", "--file", file,
            ] + variables.flatMap { ["--define", "\($0.key)=\($0.value)"] } + [Self.user])
        func number(after name: String) throws -> Double {
            let line = output.split(separator: "\n").first { $0.hasPrefix(name) }
            guard let text = line?.dropFirst(name.count).split(separator: " ").first, let number = Double(text) else {
                throw Failure(description: "pgbench did not say \(name): \(output)")
            }
            return number
        }
        guard try number(after: "number of failed transactions:") == 0 else {
            throw Failure(description: "transfers failed: \(output)")
        }
        return Measured(
            perSecond: try number(after: "tps ="),
            meanLatency: .microseconds(Int(try number(after: "latency average =") * 1000)))
    }

    /// Takes the directory away at once, for a process that is about to end.
    func removeDirectory() { try? FileManager.default.removeItem(atPath: directory.path) }

    /// Ends the server and waits until it is gone; its directory goes with the last reference.
    func remove() {
        // "Immediate shutdown": what is in the cluster is not needed any more.
        server.send(SIGQUIT)
        let deadline = ContinuousClock.now + .seconds(10)
        while server.poll() == nil {
            if ContinuousClock.now > deadline { server.kill() }
            usleep(10_000)
        }
    }

    private var connection: [String] { ["--host", directory.path, "--username", Self.user] }

    private func readable(_ text: String, named name: String) throws -> String {
        try directory.write(text, to: name, mode: 0o644)
    }

    private func waitUntilItServes() throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while (try? sql("SELECT 1;")) == nil {
            guard server.poll() == nil, ContinuousClock.now < deadline else {
                throw Failure(description: "PostgreSQL did not start: \(directory.read("server.log"))")
            }
            usleep(50_000)
        }
    }

    /// Runs a program to its end, with a signal mask of its own: pgbench's time limit is a signal.
    /// - Returns: What it wrote to standard output.
    @discardableResult
    private static func run(_ command: [String]) throws -> String {
        let directory = TemporaryDirectory()
        let descriptors = ["output", "errors"].map {
            open(directory.file($0), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        }
        defer { for descriptor in descriptors { close(descriptor) } }
        let child = try ChildProcess.spawn(
            executable: command[0], arguments: Array(command.dropFirst()), environment: environment,
            standardOutput: descriptors[0], standardError: descriptors[1], parentDeathSignal: .terminate)
        let status = child.wait()
        guard status == .exited(0) else {
            throw Failure(description: "\(command[0]) ended with \(status): \(directory.read("errors"))")
        }
        return directory.read("output")
    }
}
