import Glibc

/// The socket on which services report `READY=1`: the other end of sd_notify(3). The kernel vouches for the sender.
final class NotificationSocket {
    /// The longest message that is read; systemd has the same limit.
    private static let maximumBytes = 4_096

    private let socket: DatagramSocket

    /// Creates the socket. The supervisor's lock is held, so an existing file is stale.
    ///
    /// - Throws: ``HostingError`` `pathTooLong`, `system`.
    init(runDirectory: String) throws(HostingError) {
        socket = try DatagramSocket(at: "\(runDirectory)/supervisor.notify", maximumBytes: Self.maximumBytes)
    }

    var path: String { socket.path }
    var descriptor: Int32 { socket.descriptor }

    /// Returns the next message; `nil` when none waits.
    func next() -> (sender: pid_t, lines: [Substring])? {
        socket.next().map { ($0.sender, String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n")) }
    }
}
