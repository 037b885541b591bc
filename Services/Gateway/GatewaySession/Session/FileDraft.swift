import Coordination
import GatewayWords
import Glibc
import Hosting

/// A file that is written beside its final place, so that readers see the old or the new content, never a part.
///
/// A special file, such as a pipe or `/dev/null`, cannot be replaced and is written directly. A symbolic link is
/// followed to the file that is replaced.
package final class FileDraft {
    private let path: String
    private let draft: String
    private let isDirect: Bool
    private let replaces: Bool
    private let field: String
    private var descriptor: Int32

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - field: The flag that names the file.
    ///   - replaces: True to replace an existing file, as `--replace` asks.
    /// - Throws: ``UsageError`` when the file cannot be created, or exists and must stay.
    package init(of path: String, field: String = "output", replaces: Bool) throws(UsageError) {
        var status = stat()
        let isThere = stat(path, &status) == 0
        isDirect = isThere && status.st_mode & S_IFMT != S_IFREG
        self.replaces = replaces
        self.field = field
        if !isDirect { try Self.check(path, field: field, replaces: replaces) }
        self.path = isThere && !isDirect ? realPath(of: path) ?? path : path
        draft = isDirect ? path : self.path + ".\(getpid()).draft"
        // An existing draft is not reused: in /tmp, others may have created it in order to read along.
        if !isDirect { unlink(draft) }
        descriptor =
            isDirect
            ? open(path, O_WRONLY | O_CLOEXEC)
            : open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = SystemErrorText.of(errno)
            throw UsageError(
                Text("\(path) cannot be written: \(reason).", "\(path) не записать: \(reason)."), field: field)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isDirect { unlink(draft) }
    }

    /// Checks that a file may be written.
    /// - Throws: ``UsageError`` when the file exists and must stay.
    package static func check(_ path: String, field: String, replaces: Bool) throws(UsageError) {
        var status = stat()
        guard !replaces, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        throw UsageError(
            Text("\(path) is there already and stays as it is.", "\(path) уже есть и остался прежним."),
            hint: Text(
                "give another name, or add --replace to replace it",
                "дайте другое имя или добавьте --replace, чтобы заменить его"), field: field)
    }

    /// Appends a text: write(2).
    package func append(_ text: String) throws(HostingError) { try append(Array(text.utf8)) }

    /// Appends bytes: write(2).
    func append(_ bytes: [UInt8]) throws(HostingError) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system("write \(draft)") }
            sent += count
        }
    }

    /// Moves the draft to its place: fsync(2), rename(2).
    /// - Throws: `HostingError`; ``UsageError`` when another process has created the file meanwhile.
    package func keep() throws {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw HostingError.system("fsync \(draft)") }
        if !isDirect { try Self.check(path, field: field, replaces: replaces) }
        if !isDirect { guard rename(draft, path) == 0 else { throw HostingError.system("rename \(draft)") } }
        close(descriptor)
        descriptor = -1
    }

    /// Writes a whole file.
    ///
    /// - Parameter name: The name of the content, for the fault.
    /// - Throws: ``UsageError`` when the file cannot be created, ``Fault`` when it cannot be written.
    package static func write(
        _ bytes: [UInt8], to path: String, field: String = "output", name: Text, replaces: Bool
    ) throws {
        let draft = try FileDraft(of: path, field: field, replaces: replaces)
        do {
            try draft.append(bytes)
            try draft.keep()
        } catch let error as HostingError {
            throw unwritten(name, path, error)
        }
    }

    /// Writes a file in pieces.
    ///
    /// - Parameters:
    ///   - name: The name of the content, for the fault.
    ///   - pieces: Makes the content, and hands each piece to its argument.
    /// - Returns: The number of bytes, and what `pieces` returns.
    /// - Throws: As ``write(_:to:field:name:replaces:)``, and what `pieces` throws; the file is then as it was.
    package static func write<Value>(
        to path: String, name: Text, replaces: Bool, _ pieces: ((String) throws -> Void) async throws -> Value
    ) async throws -> (bytes: Int, value: Value) {
        let draft = try FileDraft(of: path, replaces: replaces)
        var count = 0
        do {
            let value = try await pieces { text in
                count += text.utf8.count
                try draft.append(text)
            }
            try draft.keep()
            return (count, value)
        } catch let error as HostingError {
            throw unwritten(name, path, error)
        }
    }

    private static func unwritten(_ name: Text, _ path: String, _ error: HostingError) -> Fault {
        Fault(
            .unavailable,
            """
            \(Text(
            "The \(name) cannot be written, and \(path) is as it was: \(error).",
            "Не записать (\(name)), \(path) остался прежним: \(error)."))
            """
        )
    }
}
