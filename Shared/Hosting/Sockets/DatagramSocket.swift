import CProcess
import Glibc
import Reasons

/// A Unix socket at a path that receives datagrams of this user, unix(7). It never blocks. The path is removed with it.
public final class DatagramSocket: Sendable {
    /// The path.
    public let path: String
    private let socket: OwnedDescriptor
    private let maximumBytes: Int

    /// Creates the socket, in place of a stale file. The caller holds a lock, or nobody else uses the path.
    ///
    /// - Parameters:
    ///   - path: At most 107 bytes.
    ///   - maximumBytes: The longest message that is read; a longer one is cut.
    /// - Throws: ``HostingError`` `pathTooLong`, `system`.
    public init(at path: String, maximumBytes: Int) throws(HostingError) {
        self.path = path
        self.maximumBytes = maximumBytes
        guard let address = UnixAddress(path) else {
            throw HostingError(
                .pathTooLong, .socketPathTooLong,
                [
                    "path": .text(path), "bytes": .number(path.utf8.count),
                    "most": .number(UnixAddress.maximumPathBytes),
                ])
        }
        let number = Self.open(flags: Int32(SOCK_NONBLOCK.rawValue))
        guard number >= 0 else { throw .system("socket") }
        socket = OwnedDescriptor(owning: number)
        var isOn: Int32 = 1
        guard setsockopt(number, SOL_SOCKET, SO_PASSCRED, &isOn, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .system("setsockopt SO_PASSCRED")
        }
        if unlink(path) != 0, errno != ENOENT { throw .system("unlink \(path)") }
        guard address.withPointer({ bind(number, $0, $1) }) == 0 else { throw .system("bind \(path)") }
        guard chmod(path, 0o600) == 0 else { throw .system("chmod \(path)") }
    }

    /// The descriptor, for poll(2).
    public var descriptor: Int32 { socket.rawValue }

    /// Returns the next message and the process that sent it; nil when none waits.
    public func next() -> (sender: pid_t, bytes: [UInt8])? {
        var buffer = [UInt8](repeating: 0, count: maximumBytes)
        var sender: pid_t = 0
        let count = kopilka_receive_datagram(socket.rawValue, &buffer, buffer.count, &sender)
        return count < 0 ? nil : (sender, Array(buffer[..<count]))
    }

    /// Sends one message. A missing receiver is no error.
    ///
    /// - Parameter waits: False to drop it when the receiver does not keep up.
    /// - Returns: True when the message was handed over.
    @discardableResult
    public static func send(_ bytes: [UInt8], to path: String, waits: Bool) -> Bool {
        guard let address = UnixAddress(path) else { return false }
        let number = open()
        guard number >= 0 else { return false }
        let descriptor = OwnedDescriptor(owning: number)
        return send(bytes, to: address, from: descriptor.rawValue, waits: waits)
    }

    static func send(_ bytes: [UInt8], to address: UnixAddress, from descriptor: Int32, waits: Bool) -> Bool {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        return address.withPointer { sendto(descriptor, bytes, bytes.count, flags, $0, $1) } == bytes.count
    }

    /// socket(2)
    static func open(flags: Int32 = 0) -> Int32 {
        Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue) | flags, 0)
    }

    deinit { unlink(path) }
}
