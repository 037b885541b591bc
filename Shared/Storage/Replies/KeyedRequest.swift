import Coordination
import Reasons
import Sodium

/// A request with an idempotency key: the same key with the same content takes effect once.
public struct KeyedRequest: Codable, Hashable, Sendable {
    /// The owner of the key. The same key of another caller is a different key.
    public let caller: String
    /// The key, as the caller chose it.
    public let key: String
    /// The digest of the content: 32 bytes of BLAKE2b over the method and the canonical JSON.
    public let digest: [UInt8]
    /// The path of the key in the request, for faults.
    public let field: String

    /// Creates a keyed request.
    ///
    /// - Parameters:
    ///   - key: 1 ... 128 printable ASCII characters without spaces.
    ///   - field: The path of the key in the request.
    ///   - method: The method of the request.
    ///   - content: The parameters in their canonical form.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    public init(
        caller: String, key: String, field: @autoclosure () -> String = "_meta.idempotencyKey",
        method: SignalMethod, content: [UInt8]
    ) throws(Fault) {
        guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw Fault.invalidArgument(field(), .notAKey)
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

    /// The fault for a key that was used with other content.
    public var conflict: Fault { Fault(.conflict, .keyReused, field: field) }
}
