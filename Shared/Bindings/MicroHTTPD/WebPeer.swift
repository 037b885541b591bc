import CMicroHTTPD
import Glibc

/// The other side of a connection.
public enum WebPeer: Hashable, Sendable, CustomStringConvertible {
    /// A process of this machine, at a Unix socket.
    case unix
    /// An address of IPv4 (4 bytes) or IPv6 (16 bytes). An IPv4 address within IPv6 (RFC 4291, section 2.5.5.2) is one
    /// of IPv4.
    case address([UInt8])

    /// Reads the address that accept(2) wrote.
    init(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            self = withUnsafeBytes(of: &storage) { bytes in
                .address(Array(bytes.loadUnaligned(as: sockaddr_in.self).bytes))
            }
        case AF_INET6:
            self = withUnsafeBytes(of: &storage) { bytes in
                Self.ip(bytes.loadUnaligned(as: sockaddr_in6.self).bytes)
            }
        default: self = .unix
        }
    }

    /// Parses an address as text: `192.0.2.1`, `2001:db8::1`; nil for anything else. inet_pton(3)
    public init?(_ text: String) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .address(withUnsafeBytes(of: &four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self = Self.ip(withUnsafeBytes(of: &six) { Array($0) })
        } else {
            return nil
        }
    }

    /// True for this machine: a Unix socket, 127.0.0.0/8 or ::1.
    public var isThisMachine: Bool {
        switch self {
        case .unix: true
        case .address(let bytes): bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
        }
    }

    /// The network that is counted as one peer: the address of IPv4, the first 64 bits of IPv6, which one subscriber
    /// has (RFC 6177). Nil for a Unix socket.
    public var network: [UInt8]? {
        switch self {
        case .unix: nil
        case .address(let bytes): bytes.count == 4 ? bytes : Array(bytes.prefix(8))
        }
    }

    /// The address as text, `unix` for a Unix socket. inet_ntop(3)
    public var description: String {
        guard case .address(let bytes) = self else { return "unix" }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "unknown" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func ip(_ bytes: [UInt8]) -> WebPeer {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return .address(bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes)
    }
}

extension sockaddr_in {
    fileprivate var bytes: [UInt8] {
        var address = sin_addr
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}

extension sockaddr_in6 {
    fileprivate var bytes: [UInt8] {
        var address = sin6_addr
        return withUnsafeBytes(of: &address) { Array($0) }
    }
}
