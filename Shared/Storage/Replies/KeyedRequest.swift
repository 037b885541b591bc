import Coordination
import Sodium

/// A request that its caller gave a key: the same key with the same content has its effect once.
public struct KeyedRequest: Codable, Hashable, Sendable {
    /// Whose key it is. Keys of different callers are different keys.
    public let caller: String
    /// The key, as the caller made it.
    public let key: String
    /// 32 bytes that stand for the content: BLAKE2b of the method and the canonical JSON.
    public let digest: [UInt8]
    /// Where the key stood, for faults.
    public let field: String

    /// - Parameters:
    ///   - key: 1 ... 128 printable ASCII characters.
    ///   - field: Where the key stood.
    ///   - method: What is asked.
    ///   - content: The parameters, always written in the same way.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    public init(
        caller: String, key: String, field: @autoclosure () -> String = "_meta.idempotencyKey",
        method: SignalMethod, content: [UInt8]
    ) throws(Fault) {
        guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            throw Fault.invalidArgument(field(), "must be 1 to 128 printable ASCII characters")
        }
        self.caller = caller
        self.key = key
        self.field = field()
        var whole: [UInt8] = []
        whole.reserveCapacity(method.name.utf8.count + 1 + content.count)
        whole.append(contentsOf: method.name.utf8)
        whole.append(0)
        whole.append(contentsOf: content)
        digest = Digest.blake2b256(whole)
    }

    /// The key was used before, for something else.
    public var conflict: Fault {
        Fault(
            .conflict, "\(field) was used before for a request of other content; make a new key for a new request.",
            field: field)
    }
}
