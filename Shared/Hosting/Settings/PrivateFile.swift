import Glibc
import Reasons

/// Files with secrets that only we may read.
public enum PrivateFile {
    /// Returns the first line of a file without its line ending: a token, a password.
    ///
    /// - Parameter limit: The longest line, in bytes.
    /// - Returns: Nil when there is no such file.
    /// - Throws: ``HostingError`` `notPrivate` with the cure, `system`. The messages contain nothing of the file.
    public static func firstLine(of path: String, limit: Int = 4_096) throws(HostingError) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard number >= 0 else {
            if errno == ENOENT { return nil }
            throw .system("open \(path)")
        }
        let file = OwnedDescriptor(owning: number)
        var information = stat()
        guard fstat(file.rawValue, &information) == 0 else { throw .system("fstat \(path)") }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw HostingError(.notPrivate, .notAFile, ["path": .text(path)])
        }
        guard information.st_uid == geteuid() else {
            throw HostingError(
                .notPrivate, .fileOwnedByOther,
                [
                    "path": .text(path), "owner": .number(Int(information.st_uid)), "user": .number(Int(geteuid())),
                ])
        }
        guard information.st_mode & 0o077 == 0 else {
            throw HostingError(.notPrivate, .openToOthers, ["path": .text(path), "mode": 600])
        }
        var content = [UInt8](repeating: 0, count: limit + 2)
        let count = read(file.rawValue, &content, content.count)
        guard count >= 0 else { throw .system("read \(path)") }
        var line = content[..<count].prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= limit, let text = String(validating: line, as: UTF8.self) else {
            throw HostingError(.notPrivate, .firstLineTooLong, ["path": .text(path), "most": .number(limit)])
        }
        return text
    }
}
