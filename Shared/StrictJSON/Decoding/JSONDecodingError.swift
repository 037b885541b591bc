import Reasons

/// Which part of a message breaks which rule.
public struct JSONDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place below the value that was decoded, `transfers[3].amount.currency`; empty for the value itself.
    public let path: String
    /// The rule it breaks. Its details hold no value of the message.
    public let refusal: Refusal

    public init(path: String, _ refusal: Refusal) {
        self.path = path
        self.refusal = refusal
    }

    /// The rule with its subject: `amount.currency is required`.
    public var description: String { path.isEmpty ? "the value \(refusal)" : "\(path) \(refusal)" }
}

extension Refusal {
    /// Not a number, not whole, or out of range.
    public static func mustBeInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Refusal {
        Refusal(.mustBeInteger, ["least": .text("\(Integer.min)"), "most": .text("\(Integer.max)")])
    }

    /// A value that an enumeration does not have.
    public static func mustBeOne(of values: [String]) -> Refusal {
        Refusal(.mustBeOne, ["values": .text(values.joined(separator: ", "))])
    }
}
