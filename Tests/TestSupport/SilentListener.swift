import Foundation
import Hosting
import StrictJSON

/// A process that listens in place of a service, accepts requests and answers none: `Tests/Clients/take_requests.py`.
/// It ends with the last reference.
public final class SilentListener: Sendable {
    /// The user `nobody`, who owns nothing.
    public static let stranger: UInt32 = 65_534

    private let directory = TemporaryDirectory()
    private let child: ChildProcess

    /// Starts the process and waits until it listens.
    ///
    /// - Parameters:
    ///   - path: Its socket, in an existing directory.
    ///   - user: The user of the process. Another user than the test's needs root.
    ///   - hangsUp: True to close each connection after its first request.
    public init(at path: String, as user: UInt32 = geteuid(), hangsUp: Bool = false) async throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Clients/take_requests.py").path
        let file = open(directory.file("output"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(file) }
        child = try ChildProcess.spawn(
            executable: "/usr/bin/env",
            arguments: ["python3", script, path, String(user)] + (hangsUp ? ["--hang-up"] : []),
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            standardOutput: file, standardError: file)
        try await eventually("somebody listens at \(path)") { [child, directory] in
            if let status = child.poll() {
                throw WaitedInVain(description: "the listener ended (\(status)): \(directory.read("output"))")
            }
            return directory.read("output").hasPrefix("listening\n")
        }
    }

    deinit {
        child.kill()
        _ = child.wait()
    }

    /// Returns the bytes sent on each closed connection, in the order of closing, without the handshake.
    public func requests() throws -> [String] { try ended().map(\.sent) }

    /// Returns the number of bytes on each closed connection, including the handshake.
    public func bytes() throws -> [Int64] { try ended().map(\.bytes) }

    private func ended() throws -> [(bytes: Int64, sent: String)] {
        // What stands behind the last line end is a line that is only half written.
        let lines = directory.read("output").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return try lines.dropFirst().map { line in
            let connection = try JSONDocument(text: String(line)).root
            guard let bytes = connection.member("bytes")?.int64, let sent = connection.member("sent")?.string else {
                throw WaitedInVain(description: "the listener printed: \(line)")
            }
            return (bytes, sent)
        }
    }
}
