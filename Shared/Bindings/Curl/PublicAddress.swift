import CCurl
import Glibc

/// A classification of addresses as public or not.
///
/// - Source: the IANA registries of special-purpose addresses (RFC 6890) for IPv4 and IPv6, multicast included.
enum PublicAddress {
    /// IPv4 blocks for special purposes: the first address and the prefix length.
    private static let specialIPv4: [(start: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 3),
    ]

    /// Returns true when an address that libcurl is about to connect to is public: `sockaddr_in`, `sockaddr_in6`.
    static func isPublic(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        guard let bytes = bytes(of: address) else { return false }
        return bytes.count == 4 ? isPublic(ipv4: bytes) : isPublic(ipv6: bytes)
    }

    /// Returns the four or sixteen bytes of an address; nil for another address family.
    static func bytes(of address: UnsafePointer<curl_sockaddr>) -> [UInt8]? {
        let bytes = UnsafeRawBufferPointer(
            start: kopilka_curl_address(address), count: Int(address.pointee.addrlen))
        switch address.pointee.family {
        case AF_INET where bytes.count >= 8: return Array(bytes[4..<8])
        case AF_INET6 where bytes.count >= 24: return Array(bytes[8..<24])
        default: return nil
        }
    }

    /// Returns true when four bytes are a public address.
    static func isPublic(ipv4 bytes: [UInt8]) -> Bool {
        let address = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return !specialIPv4.contains { block in (address ^ block.start) >> (32 - block.bits) == 0 }
    }

    /// Returns true when sixteen bytes are a public address: global unicast (2000::/3) except its special blocks, and
    /// public IPv4 addresses behind a translation prefix.
    static func isPublic(ipv6 bytes: [UInt8]) -> Bool {
        // NAT64, 64:ff9b::/96
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return isPublic(ipv4: Array(bytes[12...]))
        }
        // 6to4, 2002::/16
        if bytes.starts(with: [0x20, 0x02]) { return isPublic(ipv4: Array(bytes[2..<6])) }
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        // 2001::/23 (Teredo and others), 2001:db8::/32 (documentation), 3fff::/20 (documentation)
        if bytes.starts(with: [0x20, 0x01]), bytes[2] < 0x02 { return false }
        if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) { return false }
        return !(bytes.starts(with: [0x3F, 0xFF]) && bytes[2] < 0x10)
    }

    /// Returns a socket for the address, closed on exec. `socket`
    static func socket(for address: curl_sockaddr) -> curl_socket_t {
        Glibc.socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
    }
}
