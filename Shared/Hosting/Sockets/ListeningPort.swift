import Glibc
import Reasons

/// A listening TCP socket, made here so that its connections can be limited. libzmq gets it by `ZMQ_USE_FD`.
public struct ListeningPort: ~Copyable, Sendable {
    /// The usual length of the accept queue, listen(2).
    public static let usualBacklog: Int32 = 128

    /// The endpoint in the form of libzmq: `tcp://10.0.0.1:7401`.
    public let endpoint: String
    /// The port.
    public let port: Int
    private let descriptor: OwnedDescriptor

    /// Listens on a port.
    ///
    /// - Parameters:
    ///   - address: An IP address of this machine; no name.
    ///   - port: 0 lets the system choose one.
    ///   - backlog: The length of the accept queue.
    /// - Throws: ``HostingError`` `system`.
    public init(
        address: String, port: Int, backlog: Int32 = ListeningPort.usualBacklog
    ) throws(HostingError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, String(port), &hints, &found) == 0, let found else {
            throw .system("getaddrinfo \(address) \(port)", errno: EINVAL)
        }
        defer { freeaddrinfo(found) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let number = socket(found.pointee.ai_family, type, 0)
        guard number >= 0 else { throw .system("socket") }
        let descriptor = OwnedDescriptor(owning: number)
        var yes: Int32 = 1
        // Connections of the process before this one do not keep the port.
        setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(number, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
            listen(number, backlog) == 0
        else { throw .system("bind \(address) \(port)") }
        self.port = try Self.port(of: number)
        self.endpoint = Self.endpoint(address: address, port: self.port)
        self.descriptor = descriptor
    }

    /// Takes over an inherited TCP socket (`LISTEN_FDS`), which becomes non-blocking; nil when there is none of that
    /// name.
    ///
    /// - Throws: ``HostingError`` `wrongInheritance` for a descriptor that is no listening socket of TCP, `system`.
    public static func inherited(
        _ name: String, from sockets: InheritedSockets = .ofProcess
    ) throws(HostingError) -> ListeningPort? {
        guard let socket = sockets.take(name) else { return nil }
        let number = socket.rawValue
        guard Self.option(SO_ACCEPTCONN, of: number) == 1, Self.option(SO_PROTOCOL, of: number) == Int32(IPPROTO_TCP)
        else { throw HostingError(.wrongInheritance, .notAListeningSocket, ["name": .text(name)]) }
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .system("fcntl") }
        let port = try Self.port(of: number)
        let endpoint = Self.endpoint(address: try Self.address(of: number), port: port)
        return ListeningPort(endpoint: endpoint, port: port, descriptor: socket)
    }

    private init(endpoint: String, port: Int, descriptor: consuming OwnedDescriptor) {
        self.endpoint = endpoint
        self.port = port
        self.descriptor = descriptor
    }

    /// Returns an integer option of the socket itself; nil when there is none: getsockopt(2), socket(7).
    private static func option(_ option: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
    }

    /// Returns the address of a socket as text: getsockname(2), getnameinfo(3).
    private static func address(of descriptor: Int32) throws(HostingError) -> String {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let isFound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0
                    && getnameinfo($0, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            }
        }
        guard isFound else { throw .system("getsockname") }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the endpoint of an address and a port in the form of libzmq.
    public static func endpoint(address: String, port: Int) -> String {
        isIPv6(address) ? "tcp://[\(address)]:\(port)" : "tcp://\(address):\(port)"
    }

    /// Returns true for an address of IPv6.
    public static func isIPv6(_ address: String) -> Bool { address.utf8.contains(UInt8(ascii: ":")) }

    /// Hands over the descriptor to `ZMQ_USE_FD`, which closes it.
    public consuming func takeDescriptor() -> Int32 { descriptor.take() }

    private static func port(of descriptor: Int32) throws(HostingError) -> Int {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw .system("getsockname") }
        // The port is at the same place in the addresses of both versions: ip(7), ipv6(7).
        return Int(UInt16(bigEndian: address.sin6_port))
    }
}
