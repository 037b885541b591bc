import Glibc

/// A stream socket without libzmq, Unix or TCP, for peers that violate its protocol.
///
/// No call blocks longer than its limit. Lives on one thread.
public final class RawStream {
    private var descriptor: Int32

    /// Connects; nil when the listener refuses the connection.
    public init?(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < 108, "The path of a socket must be short.")
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else {
            // `deinit` runs as well: closed twice, the number could be another thread's by then.
            close()
            return nil
        }
    }

    /// Connects to a TCP port of this machine; nil when the listener refuses the connection.
    public init?(port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            // `deinit` runs as well: closed twice, the number could be another thread's by then.
            close()
            return nil
        }
    }

    /// Takes over an accepted connection.
    public init(owning descriptor: Int32) { self.descriptor = descriptor }

    /// Writes as much as the other side accepts within `limit`.
    /// - Returns: True when it accepted everything.
    @discardableResult
    public func write(_ bytes: [UInt8], within limit: Duration = .seconds(60)) -> Bool {
        var rest = bytes[...]
        let deadline = ContinuousClock.now + limit
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard errno == EAGAIN, wait(for: POLLOUT, until: deadline) else { return false }
            }
        }
        return true
    }

    /// Reads up to `count` bytes; fewer when the other side closes or `limit` is over.
    public func read(_ count: Int, within limit: Duration = .seconds(60)) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        let deadline = ContinuousClock.now + limit
        while bytes.count < count, wait(for: POLLIN, until: deadline) {
            let got = recv(descriptor, &chunk, min(chunk.count, count - bytes.count), 0)
            guard got > 0 else { break }
            bytes += chunk[..<got]
        }
        return bytes
    }

    /// Returns what comes next, up to 64 KiB; empty when nothing comes within `limit`, nil when the other side closes.
    public func readSome(within limit: Duration) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        guard wait(for: POLLIN, until: .now + limit) else { return [] }
        let got = recv(descriptor, &chunk, chunk.count, 0)
        return got > 0 ? Array(chunk[..<got]) : nil
    }

    /// Performs the handshake, so that the other side accepts this peer. libzmq drops peers that send more before it
    /// has answered.
    ///
    /// - Returns: True on success.
    public func join(as socketType: String = "DEALER", within limit: Duration = .seconds(60)) -> Bool {
        guard write(ZMTP.greeting(), within: limit), read(64, within: limit).count == 64,
            write(ZMTP.ready(socketType: socketType), within: limit)
        else { return false }
        // Its READY: a short command.
        let head = read(2, within: limit)
        return head.count == 2 && head[0] == 4 && read(Int(head[1]), within: limit).count == Int(head[1])
    }

    /// Connects to a service and performs the handshake. A service drops whoever takes more than two seconds for it,
    /// which a busy machine may do to anybody; then it is tried again.
    ///
    /// - Returns: Nil when it did not succeed within `limit`.
    public static func joined(
        path: String, as socketType: String = "DEALER", within limit: Duration = .seconds(180)
    ) -> RawStream? {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let stream = RawStream(path: path), stream.join(as: socketType) { return stream }
            usleep(5_000)
        }
        return nil
    }

    /// True when the other side closes the connection within `limit`. Bytes before that are ignored.
    public func isClosed(within limit: Duration) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let deadline = ContinuousClock.now + limit
        while wait(for: POLLIN, until: deadline) {
            if recv(descriptor, &chunk, chunk.count, 0) <= 0 { return true }
        }
        return false
    }

    private func wait(for events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        let milliseconds = max(0, Int32(clamping: Int((deadline - .now) / .milliseconds(1))))
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Closes the connection.
    public func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    deinit { close() }
}

/// The bytes of ZMTP 3.0, ZeroMQ's protocol on the wire (rfc.zeromq.org/spec/23).
public enum ZMTP {
    /// Returns the greeting: signature, version, mechanism, and the role as server or client.
    public static func greeting(mechanism: String = "NULL", version: (UInt8, UInt8) = (3, 0)) -> [UInt8] {
        var bytes: [UInt8] = [0xff] + [UInt8](repeating: 0, count: 8) + [0x7f, version.0, version.1]
        bytes += Array(mechanism.utf8) + [UInt8](repeating: 0, count: 20 - mechanism.utf8.count)
        return bytes + [UInt8](repeating: 0, count: 32)
    }

    /// Returns the command that ends the handshake.
    public static func ready(socketType: String = "DEALER") -> [UInt8] {
        command("READY", property("Socket-Type", socketType) + property("Identity", ""))
    }

    /// Returns a command with a body.
    public static func command(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let content = [UInt8(name.utf8.count)] + Array(name.utf8) + body
        return [0x04, UInt8(content.count)] + content
    }

    /// Returns a frame of a message.
    public static func frame(_ body: [UInt8], hasMore: Bool = false) -> [UInt8] {
        let more: UInt8 = hasMore ? 1 : 0
        if body.count < 256 { return [more, UInt8(body.count)] + body }
        return [more | 0x02] + size(UInt64(body.count)) + body
    }

    /// Returns the head of a long frame, whose body need not follow.
    public static func head(ofFrameWith count: UInt64) -> [UInt8] { [0x02] + size(count) }

    private static func size(_ count: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }

    private static func property(_ name: String, _ value: String) -> [UInt8] {
        [UInt8(name.utf8.count)] + Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8)
    }
}
