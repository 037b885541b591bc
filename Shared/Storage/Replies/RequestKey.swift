import Coordination

/// What names one attempt of a caller's: the same key with the same content has its effect once.
public struct RequestKey: Hashable, Sendable {
    /// Whose key it is.
    public let caller: String
    /// The key, as the caller made it.
    public let key: String
    /// What names the field in faults.
    let field: String

    /// - Parameters:
    ///   - caller: Keys of different callers are different keys.
    ///   - key: 1 ... 128 printable ASCII characters.
    ///   - field: Where the key stood.
    /// - Throws: ``Fault`` `invalidArgument` of `field`.
    public init(
        caller: String, key: String, field: @autoclosure () -> String = "_meta.idempotencyKey"
    ) throws(Fault) {
        guard (1...128).contains(key.utf8.count), key.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            throw Fault.invalidArgument(field(), "must be 1 to 128 printable ASCII characters")
        }
        self.caller = caller
        self.key = key
        self.field = field()
    }

    /// The key was used before, for something else.
    public var conflict: Fault {
        Fault(
            .conflict, "\(field) was used before for a request of other content; make a new key for a new request.",
            field: field)
    }
}
