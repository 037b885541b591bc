import Reasons

/// The part of a message that breaks a rule, and the rule.
public struct JSONDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path from the decoded value, `transfers[3].amount.currency`; empty for the value itself.
    public let path: String
    /// The broken rule. Its details contain no value of the message.
    public let refusal: Refusal

    public init(path: String, _ refusal: Refusal) {
        self.path = path
        self.refusal = refusal
    }

    /// The rule with its subject: `amount.currency is required`.
    public var description: String { path.isEmpty ? "the value \(refusal)" : "\(path) \(refusal)" }
}

extension Refusal {
    /// Returns the refusal of a value that is not a number, not whole, or out of range.
    public static func mustBeInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Refusal {
        Refusal(.mustBeInteger, ["least": .text("\(Integer.min)"), "most": .text("\(Integer.max)")])
    }

    /// Returns the refusal of a value that is not a case of an enumeration.
    public static func mustBeOne(of values: [String]) -> Refusal {
        Refusal(.mustBeOne, ["values": .text(values.joined(separator: ", "))])
    }
}
