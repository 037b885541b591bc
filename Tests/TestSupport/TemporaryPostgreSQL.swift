import Foundation
import Hosting
import Synchronization

/// A PostgreSQL server of its own in a temporary directory, reachable through a Unix socket only. Neither a process nor
/// a file remains after ``remove()``, which also happens with the last reference.
///
/// PostgreSQL refuses to run as root. As root, the server runs as the system's user `postgres`, which the package
/// creates, and the directory belongs to that user.
public final class TemporaryPostgreSQL: Sendable {
    /// A failure with the output of the program.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    /// The superuser of the server, and its database.
    public static let user = "postgres"

    /// The reason why no server can be started here; nil when one can.
    public static let obstacle: String? = {
        if findBinaries() == nil { return "PostgreSQL is not installed" }
        guard geteuid() == 0 else { return nil }
        if getpwnam(user) == nil { return "PostgreSQL does not run as root, and there is no user \(user)" }
        return FileManager.default.isExecutableFile(atPath: setpriv) ? nil : "\(setpriv) is not installed"
    }()

    private static let setpriv = "/usr/bin/setpriv"
    private static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "PGCONNECT_TIMEOUT": "60"]

    /// The directory of the socket.
    public var path: String { directory.path }

    private let directory = TemporaryDirectory()
    private let binaries: String
    private let settings: [String]
    private let server = Mutex<KeptServer?>(nil)

    /// Creates a database cluster and starts its server.
    ///
    /// - Parameters:
    ///   - settings: Lines for the server: `max_connections=20`.
    ///   - accessRules: Lines of pg_hba.conf that precede "everybody may do everything".
    ///   - isDurable: Syncs the disk at each commit.
    ///   - isStandby: Starts in recovery, as a standby without a primary: it accepts reads only.
    public init(
        settings: [String] = [], accessRules: [String] = [], isDurable: Bool = true, isStandby: Bool = false
    ) throws {
        guard Self.obstacle == nil, let binaries = Self.findBinaries() else {
            throw Failure(description: Self.obstacle ?? "")
        }
        self.binaries = binaries
        self.settings = Self.settings(directory.path, isDurable) + settings
        try giveToUser()
        try Self.run(
            Self.prefix + [
                "\(binaries)/initdb", "--pgdata", data, "--username", Self.user, "--auth", "trust", "--encoding",
                "UTF8", "--locale", "C", "--no-instructions",
            ] + (isDurable ? [] : ["--no-sync"]))
        if !accessRules.isEmpty { try prepend(accessRules, to: "data/pg_hba.conf") }
        if isStandby { try prepend([], to: "data/standby.signal") }
        try start()
    }

    /// Creates a standby of `primary`, and has the primary wait for it at each commit.
    ///
    /// - Parameter isDurable: Syncs the disk.
    public init(synchronousStandbyOf primary: TemporaryPostgreSQL, isDurable: Bool = true) throws {
        binaries = primary.binaries
        settings = Self.settings(directory.path, isDurable)
        try giveToUser()
        try Self.run(
            Self.prefix + [
                "\(binaries)/pg_basebackup", "--pgdata", data, "--host", primary.path, "--username", Self.user,
                "--write-recovery-conf", "--checkpoint", "fast",
            ])
        try start()
        try primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'; SELECT pg_reload_conf();")
        let deadline = ContinuousClock.now + .seconds(180)
        while try primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync';") != "1" {
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "the standby does not follow: \(directory.read("server.log"))")
            }
            usleep(20_000)
        }
    }

    deinit { remove() }

    private static func settings(_ directory: String, _ isDurable: Bool) -> [String] {
        [
            "listen_addresses=", "unix_socket_directories=\(directory)", "log_min_messages=fatal",
            "fsync=\(isDurable ? "on" : "off")",
        ]
    }

    private func giveToUser() throws {
        guard geteuid() == 0, let account = getpwnam(Self.user) else { return }
        guard chown(directory.path, account.pointee.pw_uid, account.pointee.pw_gid) == 0 else {
            throw Failure(description: "\(directory.path) could not be given to \(Self.user)")
        }
    }

    /// Starts the server again after ``kill()``. It recovers first.
    public func start() throws {
        try server.withLock { server in
            let log = open(directory.file("server.log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            defer { close(log) }
            let command = Self.prefix + ["\(binaries)/postgres", "-D", data] + settings.flatMap { ["-c", $0] }
            server = try KeptServer(command, environment: Self.environment, output: log)
        }
        do {
            try waitUntilItServes()
        } catch {
            remove()
            throw error
        }
    }

    /// Kills the server without a warning (SIGKILL) and waits until its sessions are gone, too.
    public func kill() { end(with: SIGKILL) }

    /// Ends the server and waits until it is gone. The directory goes with the last reference.
    public func remove() {
        // "Immediate shutdown": the data is no longer needed.
        end(with: SIGQUIT)
    }

    /// Removes the directory at once, for a process that is about to end.
    public func removeDirectory() { try? FileManager.default.removeItem(atPath: directory.path) }

    /// Returns a URL of the server.
    ///
    /// - Parameters:
    ///   - credentials: The user, or the user and the password: `user:password`, with %-escapes.
    ///   - before: Further hosts that are tried before the server, each with a comma: `%2Ftmp%2Fnothing,`.
    ///   - parameters: Further parameters: `?sslmode=disable`.
    public func url(
        _ credentials: String = TemporaryPostgreSQL.user, before: String = "", parameters: String = ""
    ) -> String {
        "postgresql://\(credentials)@\(before)\(urlHost)/\(Self.user)\(parameters)"
    }

    /// The directory of the socket in the form that a URL needs.
    public var urlHost: String { directory.path.replacingOccurrences(of: "/", with: "%2F") }

    /// Runs SQL with psql, one transaction for each statement, and returns its rows, unaligned, one a line.
    @discardableResult
    public func sql(_ text: String) throws -> String {
        let files = TemporaryDirectory()
        let file = try files.write(text, to: "statements.sql")
        let output = try run(
            "psql",
            [
                "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", "--file", file,
                Self.user,
            ])
        return output.trimmingCharacters(in: .newlines)
    }

    /// Runs a client of PostgreSQL, such as `pgbench`, against the server and returns its output.
    @discardableResult
    public func run(_ client: String, _ arguments: [String]) throws -> String {
        try Self.run(
            ["\(binaries)/\(client)", "--host", directory.path, "--username", Self.user] + arguments)
    }

    /// Writes a file that the clients can read, and returns its path.
    public func write(_ text: String, named name: String) throws -> String {
        try directory.write(text, to: name, mode: 0o644)
    }

    // MARK: The server's process

    private var data: String { directory.file("data") }

    /// The newest version that is installed.
    private static func findBinaries() -> String? {
        let house = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: house)) ?? []
        let packaged = versions.compactMap { Int($0) }.sorted(by: >).map { "\(house)/\($0)/bin" }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return (packaged + path.split(separator: ":").map(String.init)).first { directory in
            ["initdb", "postgres", "pg_basebackup", "pgbench", "psql"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(directory)/\($0)")
            }
        }
    }

    /// The program that lets the server run as its own user, if we are root.
    private static var prefix: [String] {
        geteuid() == 0
            ? [setpriv, "--reuid", user, "--regid", user, "--init-groups", "--pdeathsig", "QUIT"] : []
    }

    private func prepend(_ lines: [String], to name: String) throws {
        try ((lines + [directory.read(name)]).joined(separator: "\n"))
            .write(toFile: directory.file(name), atomically: false, encoding: .utf8)
    }

    private func waitUntilItServes() throws {
        let deadline = ContinuousClock.now + .seconds(180)
        while (try? sql("SELECT 1;")) == nil {
            guard server.withLock({ $0?.isRunning ?? false }), ContinuousClock.now < deadline else {
                throw Failure(description: "PostgreSQL did not start: \(directory.read("server.log"))")
            }
            usleep(20_000)
        }
    }

    private func end(with signal: Int32) {
        server.withLock { server in
            server?.end(with: signal)
            server = nil
        }
        // Sessions notice the end of the server on their own. Each has the data as its working directory.
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            let sessions = Self.processes(in: data)
            if sessions.isEmpty { return }
            if ContinuousClock.now > deadline { for session in sessions { _ = Glibc.kill(session, SIGKILL) } }
            usleep(5_000)
        }
    }

    private static func processes(in directory: String) -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/cwd")) == directory
        }
    }

    /// Runs a program to its end, with a signal mask of its own: pgbench's time limit is a signal.
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

/// A process with a thread of its own, which waits for it. The kernel ends the process with that thread, so it cannot
/// be left behind: PR_SET_PDEATHSIG.
private final class KeptServer: Sendable {
    private let process: ChildProcess
    private let end = DispatchSemaphore(value: 0)

    init(_ command: [String], environment: [String: String], output: Int32) throws {
        let started = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        BackgroundThread.start(named: "postgres") { [end] in
            outcome.result.withLock { result in
                result = Result {
                    try ChildProcess.spawn(
                        executable: command[0], arguments: Array(command.dropFirst()), environment: environment,
                        standardOutput: output, standardError: output, parentDeathSignal: .terminate)
                }
            }
            started.signal()
            end.wait()
        }
        started.wait()
        do {
            process = try outcome.result.withLock { try $0.get() }
        } catch {
            end.signal()
            throw error
        }
    }

    deinit { end.signal() }

    var isRunning: Bool { process.poll() == nil }

    func end(with signal: Int32) {
        process.send(signal)
        let deadline = ContinuousClock.now + .seconds(10)
        while process.poll() == nil {
            if ContinuousClock.now > deadline { process.kill() }
            usleep(5_000)
        }
    }
}

/// The process, or the reason why it did not start.
private final class Outcome: Sendable {
    let result = Mutex<Result<ChildProcess, any Error>>(
        .failure(TemporaryPostgreSQL.Failure(description: "PostgreSQL was not started")))
}
