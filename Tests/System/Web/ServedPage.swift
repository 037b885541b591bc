import Foundation
import Hosting
import TestSupport

/// `gateway web` as a process, with a house's directories of its own and without services.
final class ServedPage: Sendable {
    let house: RunningHouse
    /// What it prints: the link, once it serves.
    let link: String
    private let child: ChildProcess

    /// Starts it and waits for the link.
    ///
    /// - Parameter sockets: Listening sockets that it inherits.
    init(
        _ flags: [String], in house: RunningHouse = RunningHouse(), inheriting sockets: [ChildProcess.NamedSocket] = []
    ) async throws {
        self.house = house
        let (output, errors) = (house.directory.file("web-output"), house.directory.file("web-errors"))
        let streams = (
            open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600),
            open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        )
        defer {
            close(streams.0)
            close(streams.1)
        }
        let child = try ChildProcess.spawn(
            executable: RunningHouse.executable("gateway"), arguments: ["web"] + flags,
            environment: house.environment.merging(["KOPILKA_LOG": "notice"]) { $1 }, listeningSockets: sockets,
            standardOutput: streams.0, standardError: streams.1)
        self.child = child
        do {
            try await eventually("the page serves") {
                if let status = child.poll() {
                    throw WaitedInVain(description: "it ended (\(status)): \(house.directory.read("web-errors"))")
                }
                return house.directory.read("web-output").hasSuffix("\n")
            }
        } catch {
            child.kill()
            _ = child.wait()
            throw error
        }
        link = String(house.directory.read("web-output").dropLast())
    }

    /// Its log.
    var log: String { house.directory.read("web-errors") }
    /// Its process.
    var processID: Int32 { child.pid }

    /// Sends it a signal.
    func send(_ signal: Int32) { child.send(signal) }

    /// Asks for an address that is no page: the front itself answers, with 404.
    ///
    /// - Returns: The status code and what curl says.
    func ask(_ flags: [String] = [], at link: String? = nil) async throws -> FinishedProcess {
        try await Self.ask(link ?? self.link, flags)
    }

    /// Asks any page in the same way.
    static func ask(_ link: String, _ flags: [String] = []) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: "/usr/bin/curl",
            arguments: ["-sS", "--noproxy", "*", "--max-time", "60", "-o", "/dev/null", "-w", "%{http_code}"] + flags
                + [link + "no/such/page"],
            environment: [:], within: .seconds(90))
    }

    /// Asks it to stop, and waits for its end.
    func stop() async throws -> ChildProcess.Status {
        child.terminate()
        let child = child
        return try await onThread { child.wait() }
    }

    deinit {
        child.kill()
        _ = child.wait()
    }
}
