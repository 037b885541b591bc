import CProcess
import Glibc

/// Writes all bytes, with one write(2) if the kernel accepts them at once. Stops at the first error except EINTR.
///
/// - Returns: True when everything was written.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var sent = 0
        while sent < buffer.count {
            let count = write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            sent += count
        }
        return true
    }
}

/// Reads a whole file of at most `limit` bytes; `nil` when it is longer.
///
/// - Throws: ``HostingError`` `system`; `systemError` is `ENOENT` when there is no such file.
public func readFile(_ path: String, limit: Int) throws(HostingError) -> [UInt8]? {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else { throw .system("open \(path)") }
    let file = OwnedDescriptor(owning: number)
    var content = [UInt8](repeating: 0, count: limit + 1)
    var filled = 0
    while filled < content.count {
        let count = content.withUnsafeMutableBytes { buffer in
            read(file.rawValue, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
        }
        if count < 0 {
            if errno == EINTR { continue }
            throw .system("read \(path)")
        }
        if count == 0 { break }
        filled += count
    }
    return filled > limit ? nil : Array(content[..<filled])
}

/// Returns a path without symbolic links, as the kernel resolves it; nil when nothing is there: realpath(3).
public func realPath(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Replaces the file at `path` atomically: a reader sees the old content or the new, never a part: rename(2).
///
/// - Parameter mode: The permissions of the new file, whatever the umask.
/// - Throws: ``HostingError`` `system`.
public func replaceFile(_ path: String, with content: [UInt8], mode: mode_t = 0o600) throws(HostingError) {
    let draft = path + ".\(getpid()).draft"
    let number = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .system("open \(draft)") }
    let file = OwnedDescriptor(owning: number)
    guard writeAll(content, to: file.rawValue), mode == 0o600 || fchmod(file.rawValue, mode) == 0 else {
        let failure = errno
        unlink(draft)
        throw .system("write \(draft)", errno: failure)
    }
    guard rename(draft, path) == 0 else {
        let failure = errno
        unlink(draft)
        throw .system("rename \(draft)", errno: failure)
    }
}

/// Moves a file to another name below the same open directory, unless something has that name: renameat2(2).
///
/// - Returns: False when the name is taken.
/// - Throws: ``HostingError`` `system`.
public func moveFile(_ name: String, to target: String, in directory: Int32) throws(HostingError) -> Bool {
    let result = kopilka_move(directory, name, target)
    guard result != -EEXIST else { return false }
    guard result == 0 else { throw .system("rename \(name)", errno: -result) }
    return true
}
