import Glibc
import Hosting
import Sodium

/// Reads a file sequentially in pieces, and hashes it.
public enum FileBytes {
    /// The size of a piece.
    public static let pieceBytes = 1 << 18

    /// Hands each piece to `body`.
    /// - Returns: The SHA-256 hash of the file and its length.
    @discardableResult
    public static func read(
        _ path: String, pieceBytes: Int = pieceBytes, _ body: (UnsafeRawBufferPointer) throws -> Void = { _ in }
    ) throws -> (sha256: String, bytes: Int64) {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { throw HostingError.system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
        defer { piece.deallocate() }
        var hash = RunningSHA256()
        var total: Int64 = 0
        while true {
            let count = Glibc.read(file.rawValue, piece.baseAddress, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw HostingError.system("read \(path)") }
            if count == 0 { break }
            let bytes = UnsafeRawBufferPointer(rebasing: piece[..<count])
            hash.update(bytes)
            total += Int64(count)
            try body(bytes)
        }
        return (hash.finish(), total)
    }

    /// Creates a file with mode 0600, filled by `fill`, and syncs it to the disk.
    ///
    /// - Parameter fill: Called with a buffer until it fills no more of it.
    /// - Returns: The SHA-256 hash of the content and its length.
    public static func write(
        _ path: String, _ fill: (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> (sha256: String, bytes: Int64) {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else { throw HostingError.system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
        defer { piece.deallocate() }
        var hash = RunningSHA256()
        var total: Int64 = 0
        while true {
            let count = try fill(piece)
            guard count > 0 else { break }
            var bytes = UnsafeRawBufferPointer(rebasing: piece[..<count])
            hash.update(bytes)
            total += Int64(count)
            while !bytes.isEmpty {
                let sent = Glibc.write(file.rawValue, bytes.baseAddress, bytes.count)
                if sent < 0, errno == EINTR { continue }
                guard sent >= 0 else { throw HostingError.system("write \(path)") }
                bytes = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            }
        }
        guard fsync(file.rawValue) == 0 else { throw HostingError.system("fsync \(path)") }
        return (hash.finish(), total)
    }

    /// Copies a file to a new one with mode 0600, and syncs it to the disk.
    public static func copy(_ path: String, to target: String) throws {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { throw HostingError.system("open \(path)") }
        let file = OwnedDescriptor(owning: number)
        _ = try write(target) { piece in
            while true {
                let count = Glibc.read(file.rawValue, piece.baseAddress, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw HostingError.system("read \(path)") }
                return count
            }
        }
    }
}
