import Domain
import Foundation
import Hosting
import Synchronization

/// Real executables with sockets and databases in a directory of their own. They end with the last reference.
public final class RunningHouse: Sendable {
    /// The directory of the house.
    public let directory = TemporaryDirectory()
    private let children = Mutex<[String: ChildProcess]>([:])
    private let extra: [String: String]
    private let programs: [String: String]

    /// Creates an empty house.
    ///
    /// - Parameters:
    ///   - environment: Variables beyond `KOPILKA_RUN` and `KOPILKA_DATA`.
    ///   - programs: The paths of executables that replace services. The others are beside the running test.
    public init(environment: [String: String] = [:], programs: [String: String] = [:]) {
        (extra, self.programs) = (environment, programs)
    }

    /// The directory of the sockets.
    public var runDirectory: String { directory.file("run") }
    /// The directory of the databases.
    public var dataDirectory: String { directory.file("data") }

    /// Returns the path of a service's database.
    public func database(of service: String) -> String { DataLayout(root: dataDirectory).database(of: service) }

    /// The environment of services and the gateway.
    public var environment: [String: String] {
        let own = [
            "KOPILKA_RUN": runDirectory, "KOPILKA_DATA": dataDirectory, "HOME": directory.path, "TZ": "UTC",
            "XDG_STATE_HOME": directory.file("state"), "XDG_CONFIG_HOME": directory.file("config"),
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "KOPILKA_LOG": "warning",
        ]
        return own.merging(extra) { $1 }
    }

    /// Returns the path of a service's socket.
    public func socket(of service: String) -> String { ListeningSocket.path(of: service, runDirectory: runDirectory) }

    /// Returns the path of a product's executable, beside the running test.
    public static func executable(_ product: String) -> String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return (own as NSString).deletingLastPathComponent + "/" + product
    }

    /// Starts a service and waits until it answers `health`.
    public func start(_ service: String, environment more: [String: String] = [:]) async throws {
        try launch(service, environment: more)
        try await eventually("\(service) is ready") { [self] in try await isReady(service) }
    }

    /// Starts a service without waiting.
    ///
    /// - Parameters:
    ///   - arguments: Flags.
    ///   - preparation: A shell command before the service, such as `ulimit -n 64`.
    public func launch(
        _ service: String, environment more: [String: String] = [:], arguments: [String] = [],
        after preparation: String? = nil
    ) throws {
        for path in [runDirectory, dataDirectory] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let log = open(directory.file("\(service).log"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(log) }
        var command = [programs[service] ?? Self.executable(service)] + arguments
        if let preparation { command = ["/bin/sh", "-c", "\(preparation) && exec \"$0\" \"$@\""] + command }
        let child = try ChildProcess.spawn(
            executable: command[0], arguments: Array(command.dropFirst()),
            environment: environment.merging(more) { $1 }, standardOutput: log, standardError: log)
        children.withLock { $0[service] = child }
    }

    /// Returns true when a service answers that it is ready. Throws when it has ended.
    public func isReady(_ service: String) async throws -> Bool {
        if let status = children.withLock({ $0[service] })?.poll() {
            let log = log(of: service)
            throw WaitedInVain(description: "\(service) ended (\(status)): \(log.prefix(3000)) … \(log.suffix(2000))")
        }
        return try await isServing(service)
    }

    /// Returns true when a service answers at its socket that it is ready, in any process.
    public func isServing(_ service: String) async throws -> Bool {
        guard FileManager.default.fileExists(atPath: socket(of: service)) else { return false }
        return try await withRawPeer(path: socket(of: service)) { peer in
            try peer.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(service).health"}"#)
            guard let body = try peer.receive(within: .seconds(1))?.last else { return false }
            return String(decoding: body, as: UTF8.self).contains("\"ready\"")
        }
    }

    /// Returns the log of a service.
    public func log(of service: String) -> String {
        (try? String(contentsOfFile: directory.file("\(service).log"), encoding: .utf8)) ?? ""
    }

    /// Runs a program of the house to its end.
    ///
    /// - Parameter limit: The time after which it is killed.
    /// - Returns: The status and the output.
    public func run(
        _ product: String, _ arguments: [String] = [], environment more: [String: String] = [:],
        within limit: Duration = .seconds(180)
    ) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: product.hasPrefix("/") ? product : Self.executable(product), arguments: arguments,
            environment: environment.merging(more) { $1 }, within: limit)
    }

    /// Returns the process id of a service.
    public func processID(of service: String) -> Int32? { children.withLock { $0[service] }?.pid }

    /// Sends a Unix signal to a service.
    public func send(_ signal: Int32, to service: String) { children.withLock { $0[service] }?.send(signal) }

    /// Stops a service with SIGSTOP and waits until the kernel reports it as stopped.
    public func freeze(_ service: String) async throws {
        guard let process = processID(of: service) else { return }
        send(SIGSTOP, to: service)
        try await eventually("\(service) stands still") {
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
            return threads.allSatisfy { thread in
                (try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8))?.contains(") T ")
                    ?? true
            }
        }
    }

    /// Kills a service, as power loss would, and waits until it is gone.
    public func kill(_ service: String) async throws {
        guard let child = children.withLock({ $0.removeValue(forKey: service) }) else { return }
        child.kill()
        _ = try await onThread { child.wait() }
    }

    /// Terminates a service and waits until it is gone.
    /// - Returns: The exit status.
    @discardableResult
    public func stop(_ service: String) async throws -> ChildProcess.Status? {
        guard let child = children.withLock({ $0.removeValue(forKey: service) }) else { return nil }
        child.terminate()
        return try await onThread { child.wait() }
    }

    /// Kills all services and removes the directory, for a process that is about to end.
    public func remove() {
        endAll()
        try? FileManager.default.removeItem(atPath: directory.path)
    }

    deinit { endAll() }

    private func endAll() {
        for child in children.withLock({ $0 }).values {
            child.send(SIGCONT)
            child.kill()
            _ = child.wait()
        }
    }
}
