/// The reason why a value cannot be encoded: a bug in the program, or a number that is not finite.
public struct JSONEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the value, `pattern.distance`; elements of an array have no index.
    public let path: String
    /// The broken rule, a sentence without its subject.
    public let rule: String

    public init(path: String, rule: String) {
        self.path = path
        self.rule = rule
    }

    /// The rule with its subject.
    public var description: String { path.isEmpty ? "the value \(rule)" : "\(path) \(rule)" }

    func below(_ name: String) -> JSONEncodingError {
        JSONEncodingError(path: path.isEmpty ? name : "\(name).\(path)", rule: rule)
    }
}
