import Sodium
import StrictJSON

/// A machine of a house of several machines.
public struct HouseHost: Sendable, Hashable {
    /// The name that people and leases use; see ``isName(_:)``.
    public let name: String
    /// The address, and the port of the first service. Each further service listens on the next port.
    public let endpoint: HostEndpoint
    /// The machine's CURVE key, 32 bytes.
    public let publicKey: [UInt8]

    /// - Precondition: The name is one, and the key has 32 bytes.
    public init(name: String, endpoint: HostEndpoint, publicKey: [UInt8]) {
        precondition(Self.isName(name) && publicKey.count == MachineKeys.keyCount, "Whoever reads them checks them.")
        self.name = name
        self.endpoint = endpoint
        self.publicKey = publicKey
    }

    /// True for 1 to 32 characters of a-z, 0-9 and `-`, the first of which is no `-`.
    public static func isName(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && !text.hasPrefix("-")
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    /// Everything but the name, as it is sealed.
    var body: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("address", endpoint.address)
        writer.member("port", endpoint.port)
        writer.member("publicKey", Base64URL.encode(publicKey))
        writer.endObject()
        return writer.finish()
    }

    /// Reads what was sealed; nil when it is no host.
    init?(name: String, body: [UInt8]) {
        guard Self.isName(name), let root = try? JSONDocument(body).root,
            let address = root.member("address")?.string, let port = root.member("port")?.int64,
            let number = UInt16(exactly: port), let endpoint = HostEndpoint(address: address, port: number),
            let key = root.member("publicKey")?.string.flatMap(Base64URL.decode), key.count == MachineKeys.keyCount
        else { return nil }
        self.init(name: name, endpoint: endpoint, publicKey: key)
    }
}
