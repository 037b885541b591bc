import Glibc

/// An IP address and a TCP port: `10.0.0.1:7400`, `[fd00::1]:7400`.
public struct HostEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// The port of the first service, unless another is given.
    public static let usualPort: UInt16 = 7400

    /// The address, without brackets.
    public let address: String
    /// The port, 1 to 65535.
    public let port: UInt16

    /// Reads an endpoint; nil unless the text has an address that other machines can connect to: inet_pton(3).
    ///
    /// - Parameter port: The port of a text without one.
    public init?(_ text: String, port usual: UInt16 = usualPort) {
        var (address, port) = (text[...], usual)
        let isBracketed = text.hasPrefix("[")
        if isBracketed {
            guard let end = text.firstIndex(of: "]") else { return nil }
            address = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty {
                guard let number = Self.number(rest.dropFirst()) else { return nil }
                port = number
            }
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            address = text[..<colon]
            guard let number = Self.number(text[text.index(after: colon)...]) else { return nil }
            port = number
        }
        self.init(address: String(address), port: port)
        guard !isBracketed || self.address.contains(":") else { return nil }
    }

    /// Creates an endpoint; nil unless it is an IP address of one machine.
    public init?(address: String, port: UInt16) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let family = address.contains(":") ? AF_INET6 : AF_INET
        guard port > 0, !address.utf8.contains(0), inet_pton(family, address, &bytes) == 1,
            bytes.contains(where: { $0 != 0 })
        else { return nil }
        self.address = address
        self.port = port
    }

    /// Returns the endpoint with a port that is higher by `offset`; nil beyond the last port.
    public func advanced(by offset: Int) -> HostEndpoint? {
        UInt16(exactly: Int(port) + offset).flatMap { HostEndpoint(address: address, port: $0) }
    }

    public var description: String { address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)" }

    private static func number(_ text: Substring) -> UInt16? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt16(text) : nil
    }
}
