/// A reason with its details, as answers contain it: `{"reason": "tooManyChannels", "details": {"limit": 20}}`.
///
/// It stores only the name, because a service of another version may use a reason that this program does not know.
public struct Explanation: Codable, Hashable, Sendable {
    /// The name of the reason.
    public let reason: String
    /// The details of the sentence, by name; nil on the wire means none.
    public let details: [String: ReasonDetail]

    private enum CodingKeys: String, CodingKey {
        case reason, details
    }

    /// Creates the explanation of a refusal.
    public init(_ refusal: Refusal) { self.init(named: refusal.reason.name, refusal.details) }

    /// Creates an explanation received from a peer.
    public init(named reason: String, _ details: [String: ReasonDetail]) {
        self.reason = reason
        self.details = details
    }

    /// Decodes `{"reason", "details"?}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        reason = try container.decode(String.self, forKey: .reason)
        details = try container.decodeIfPresent([String: ReasonDetail].self, forKey: .details) ?? [:]
    }

    /// Encodes the details only when there are some.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reason, forKey: .reason)
        if !details.isEmpty { try container.encode(OrderedDetails(details), forKey: .details) }
    }
}
