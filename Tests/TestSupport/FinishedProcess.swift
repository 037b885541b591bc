import Foundation
import Hosting

/// A program that has ended.
public struct FinishedProcess: Sendable, CustomStringConvertible {
    /// The exit status.
    public let status: ChildProcess.Status
    /// The standard output.
    public let output: String
    /// The standard error.
    public let errors: String

    /// The whole outcome, for the message of a failed test.
    public var description: String { "\(status)\n--- output\n\(output)\n--- errors\n\(errors)" }

    /// Runs a program without input.
    ///
    /// - Parameters:
    ///   - limit: The time after which it is killed.
    ///   - started: Called with the process once it runs.
    public static func run(
        executable: String, arguments: [String], environment: [String: String], within limit: Duration = .seconds(180),
        started: @Sendable (ChildProcess) -> Void = { _ in }
    ) async throws -> FinishedProcess {
        let directory = TemporaryDirectory()
        let paths = ["output", "errors"].map(directory.file)
        let descriptors = paths.map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        defer { for descriptor in descriptors { close(descriptor) } }
        let child = try ChildProcess.spawn(
            executable: executable, arguments: arguments, environment: environment, standardOutput: descriptors[0],
            standardError: descriptors[1])
        started(child)
        let deadline = ContinuousClock.now + limit
        var status = child.poll()
        while status == nil, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(5))
            status = child.poll()
        }
        child.kill()
        let texts = try paths.map { String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self) }
        return FinishedProcess(status: child.wait(), output: texts[0], errors: texts[1])
    }
}
