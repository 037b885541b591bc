import Glibc
import Synchronization

/// A file without a name that holds one input after the other: tmpfile(3).
final class TemporaryFile: Sendable {
    static let shared = TemporaryFile()

    private let descriptor: Mutex<Int32>

    private init() {
        guard let file = tmpfile() else { preconditionFailure("There is no place for a temporary file.") }
        descriptor = Mutex(fileno(file))
    }

    /// Calls `body` with a descriptor at the beginning of a file of these bytes.
    func with(_ bytes: [UInt8], _ body: (Int32) throws -> Void) throws {
        try descriptor.withLock { descriptor in
            try demand(
                ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
                    && lseek(descriptor, 0, SEEK_SET) == 0, "a temporary file is not written")
            try body(descriptor)
        }
    }
}
