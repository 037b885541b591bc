import CCurl
import Glibc

/// A block of addresses such as `192.168.1.0/24` or `fd00::/8`, or a single address such as `127.0.0.1`.
///
/// - Source: RFC 4632, section 3.1; RFC 4291, section 2.3.
public struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen bytes.
    private let start: [UInt8]
    private let bits: Int
    /// The original text.
    public let description: String

    /// Parses a block; nil when it is malformed, or has address bits beyond its prefix length. `inet_pton(3)`
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 64 else { return nil }
        let address = String(parts[0])
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, address, &four) == 1 {
            start = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, address, &six) == 1 {
            start = withUnsafeBytes(of: &six) { Array($0) }
        } else {
            return nil
        }
        guard let bits = parts.count == 2 ? Int(parts[1]) : start.count * 8, (0...start.count * 8).contains(bits) else {
            return nil
        }
        self.bits = bits
        description = text
        guard start.indices.allSatisfy({ start[$0] & ~Self.mask(of: $0, bits) == 0 }) else { return nil }
    }

    /// Returns true when the block contains an address of four or sixteen bytes.
    func contains(_ address: [UInt8]) -> Bool {
        address.count == start.count
            && address.indices.allSatisfy { address[$0] & Self.mask(of: $0, bits) == start[$0] }
    }

    private static func mask(of index: Int, _ bits: Int) -> UInt8 {
        let counted = min(8, max(0, bits - index * 8))
        return counted == 0 ? 0 : UInt8.max << (8 - UInt8(counted))
    }
}

extension HTTPRequest.Destinations {
    /// The loopback addresses, RFC 6890.
    public static let thisMachine = HTTPRequest.Destinations.only(
        ["127.0.0.0/8", "::1"].compactMap(AddressBlock.init))

    /// Returns true when an address that libcurl is about to connect to is allowed.
    func allow(_ address: UnsafePointer<curl_sockaddr>) -> Bool {
        switch self {
        case .all: return true
        case .publicInternet: return PublicAddress.isPublic(address)
        case .publicInternetAnd(let blocks): return PublicAddress.isPublic(address) || Self.lies(address, in: blocks)
        case .only(let blocks): return Self.lies(address, in: blocks)
        }
    }

    /// Returns whether a host is allowed, as far as its text tells. Nil for a name, whose addresses are known only when
    /// connecting. `inet_aton(3)`, `inet_pton(3)`
    ///
    /// - Parameter host: `192.168.1.7`, `127.1`, `[::1]`, `example.org`.
    public func allow(host: String) -> Bool? {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let name = bare.lowercased()
        // libcurl maps these names to loopback addresses, whatever a resolver returns.
        if name == "localhost" || name.hasSuffix(".localhost") {
            return allow([127, 0, 0, 1]) || allow([UInt8](repeating: 0, count: 15) + [1])
        }
        var (four, six) = (in_addr(), in6_addr())
        if inet_aton(bare, &four) != 0 {
            return allow(withUnsafeBytes(of: &four) { Array($0) })
        }
        if inet_pton(AF_INET6, bare, &six) == 1 { return allow(withUnsafeBytes(of: &six) { Array($0) }) }
        return nil
    }

    /// Returns true when an address of four or sixteen bytes is allowed.
    private func allow(_ bytes: [UInt8]) -> Bool {
        let isPublic = bytes.count == 4 ? PublicAddress.isPublic(ipv4: bytes) : PublicAddress.isPublic(ipv6: bytes)
        return switch self {
        case .all: true
        case .publicInternet: isPublic
        case .publicInternetAnd(let blocks): isPublic || blocks.contains { $0.contains(bytes) }
        case .only(let blocks): blocks.contains { $0.contains(bytes) }
        }
    }

    private static func lies(_ address: UnsafePointer<curl_sockaddr>, in blocks: [AddressBlock]) -> Bool {
        guard let bytes = PublicAddress.bytes(of: address) else { return false }
        return blocks.contains { $0.contains(bytes) }
    }
}
