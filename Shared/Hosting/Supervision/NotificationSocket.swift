import CProcess
import Glibc
import Reasons

/// The socket on which services report `READY=1`: the other end of sd_notify(3). The kernel vouches for the sender.
final class NotificationSocket {
    /// The longest message that is read; systemd has the same limit.
    private static let maximumBytes = 4_096

    let path: String
    private let socket: OwnedDescriptor

    /// Creates the socket.
    ///
    /// - Throws: ``HostingError`` `pathTooLong`, `system`.
    init(runDirectory: String) throws(HostingError) {
        path = "\(runDirectory)/supervisor.notify"
        guard let address = UnixAddress(path) else {
            throw HostingError(
                .pathTooLong, .socketPathTooLong,
                ["path": .text(path), "bytes": .number(path.utf8.count), "most": 107])
        }
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = Glibc.socket(AF_UNIX, type, 0)
        guard number >= 0 else { throw .system("socket") }
        socket = OwnedDescriptor(owning: number)
        var isOn: Int32 = 1
        guard setsockopt(number, SOL_SOCKET, SO_PASSCRED, &isOn, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw .system("setsockopt SO_PASSCRED")
        }
        // The supervisor's lock is held, so an existing file is stale.
        if unlink(path) != 0, errno != ENOENT { throw .system("unlink \(path)") }
        guard address.withPointer({ bind(number, $0, $1) }) == 0 else { throw .system("bind \(path)") }
        guard chmod(path, 0o600) == 0 else { throw .system("chmod \(path)") }
    }

    var descriptor: Int32 { socket.rawValue }

    /// Returns the next message; `nil` when none waits.
    func next() -> (sender: pid_t, lines: [Substring])? {
        var buffer = [UInt8](repeating: 0, count: Self.maximumBytes)
        var sender: pid_t = 0
        let count = kopilka_receive_datagram(socket.rawValue, &buffer, buffer.count, &sender)
        guard count >= 0 else { return nil }
        return (sender, String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n"))
    }

    deinit { unlink(path) }
}
