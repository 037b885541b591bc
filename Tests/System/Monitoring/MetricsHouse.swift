import Foundation
import Hosting
import TestSupport

/// `gateway metrics --listen` as a process.
final class MetricsHouse: Sendable {
    /// What it prints: the address, or the path of the socket.
    let link: String
    private let child: ChildProcess

    /// Starts it and waits until it serves.
    init(_ place: String, in house: RunningHouse) async throws {
        let (output, errors) = (house.directory.file("metrics-output"), house.directory.file("metrics-errors"))
        let streams = (
            open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600),
            open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        )
        defer {
            close(streams.0)
            close(streams.1)
        }
        let child = try ChildProcess.spawn(
            executable: RunningHouse.executable("gateway"), arguments: ["metrics", "--listen", place],
            environment: house.environment, standardOutput: streams.0, standardError: streams.1)
        self.child = child
        do {
            try await eventually("the metrics are served") {
                if let status = child.poll() {
                    throw WaitedInVain(description: "it ended (\(status)): \(house.directory.read("metrics-errors"))")
                }
                return house.directory.read("metrics-output").hasSuffix("\n")
            }
        } catch {
            child.kill()
            _ = child.wait()
            throw error
        }
        link = String(house.directory.read("metrics-output").dropLast())
    }

    /// Asks it to stop, and waits for its end.
    func stop() async throws -> ChildProcess.Status {
        child.terminate()
        let child = child
        return try await onThread { child.wait() }
    }

    /// Asks with curl.
    static func curl(_ arguments: String...) async throws -> FinishedProcess {
        try await FinishedProcess.run(
            executable: "/usr/bin/curl", arguments: ["-sS", "--noproxy", "*", "--max-time", "60"] + arguments,
            environment: [:], within: .seconds(90))
    }

    deinit {
        child.kill()
        _ = child.wait()
    }
}
