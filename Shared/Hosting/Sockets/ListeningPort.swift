import Glibc

/// A listening TCP socket, made here so that its connections can be limited. libzmq gets it by `ZMQ_USE_FD`.
public struct ListeningPort: ~Copyable, Sendable {
    /// The length of the accept queue, listen(2).
    private static let backlog: Int32 = 128

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
    /// - Throws: ``HostingError`` `system`.
    public init(address: String, port: Int) throws(HostingError) {
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
            listen(number, Self.backlog) == 0
        else { throw .system("bind \(address) \(port)") }
        self.port = try Self.port(of: number)
        self.endpoint = Self.endpoint(address: address, port: self.port)
        self.descriptor = descriptor
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
