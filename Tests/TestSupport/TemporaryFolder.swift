import Foundation

/// A folder of a test's own, 0700, removed when the test lets go. Its path is short, because socket paths are.
public final class TemporaryFolder: Sendable {
    /// Absolute, without a trailing slash.
    public let path: String

    /// Makes the folder.
    public init() throws {
        path = "/tmp/k-" + String(UInt64.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a file and returns its path.
    public func write(_ content: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try content.write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// A file's text, empty when there is none.
    public func read(_ name: String) -> String {
        (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
