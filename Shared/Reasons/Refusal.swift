/// A reason with its details, thrown by types that do not know faults and converted by the code that answers.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let reason: Reason
    /// The details of the sentence, by name.
    public let details: [String: ReasonDetail]
    /// The reasons that details name.
    public let phrases: [Reason]

    /// Creates a refusal.
    public init(_ reason: Reason, _ details: [String: ReasonDetail] = [:], phrases: [Reason] = []) {
        assert(
            ReasonTemplate(reason.english).names.subtracting(details.keys).isEmpty,
            "A detail of \(reason.name) is missing.")
        self.reason = reason
        self.details = details
        self.phrases = phrases
    }

    /// The phrase in plain English.
    public var description: String {
        reason.plainEnglish(details) { name in phrases.first { $0.name == name } }
    }
}

extension DecodingError {
    /// Returns the error of a decoder at `path` that refuses a value; it carries the ``Refusal``.
    public static func refused(
        _ reason: Reason, _ details: [String: ReasonDetail] = [:], at path: [any CodingKey]
    ) -> DecodingError {
        let refusal = Refusal(reason, details)
        return .dataCorrupted(
            Context(codingPath: path, debugDescription: refusal.description, underlyingError: refusal))
    }
}
