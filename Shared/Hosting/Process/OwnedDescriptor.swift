import CProcess
import Glibc

/// A file descriptor with one owner, closed when its owner ends: close(2).
public struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, valid as long as this value lives.
    public let rawValue: Int32

    /// Takes ownership of an open descriptor.
    public init(owning descriptor: Int32) {
        precondition(descriptor >= 0, "a descriptor is a number from 0 up")
        rawValue = descriptor
    }

    /// Returns the number and gives up ownership; the caller must close it.
    public consuming func take() -> Int32 {
        let descriptor = rawValue
        discard self
        return descriptor
    }

    deinit { close(rawValue) }
}

/// A pipe that is closed on exec: pipe2(2).
struct Pipe: ~Copyable, Sendable {
    let readEnd: OwnedDescriptor
    let writeEnd: OwnedDescriptor

    /// Creates a pipe.
    ///
    /// - Parameter flags: Added to `O_CLOEXEC`, for example `O_NONBLOCK`.
    /// - Throws: ``HostingError`` `system`.
    init(flags: Int32 = 0) throws(HostingError) {
        var ends: [Int32] = [-1, -1]
        let result = kopilka_pipe(&ends, flags)
        guard result == 0 else { throw .system("pipe2", errno: -result) }
        readEnd = OwnedDescriptor(owning: ends[0])
        writeEnd = OwnedDescriptor(owning: ends[1])
    }
}
