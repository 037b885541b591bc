/// Why a value can not be written as JSON: a bug of the program, or a number that is not finite.
public struct JSONEncodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the value, `pattern.distance`; elements of an array are not told apart.
    public let path: String
    /// The rule it breaks, a sentence without its subject.
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
