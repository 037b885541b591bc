import Foundation

/// A directory for one test, removed with the last reference. Its path is short, because socket paths must be.
public final class TemporaryDirectory: Sendable {
    /// The absolute path, without a slash at the end.
    public let path: String

    /// Creates a directory of mode 0700 under `/tmp`.
    public init() {
        var template = Array("/tmp/kop-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "No temporary directory could be made (error \(errno)).")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns a path inside.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the endpoint of a ZeroMQ socket inside.
    public func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }

    /// Writes a file and returns its path.
    public func write(_ content: String, to name: String, mode: Int = 0o600) throws -> String {
        try content.write(toFile: file(name), atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
        return file(name)
    }

    /// Returns the text of a file; empty when there is none.
    public func read(_ name: String) -> String { (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? "" }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
