// The JSON of a fault: {"code", "reason"?, "message", "field"?, "retryable", "retryAfterMs"?, "details"?}.

import Reasons

extension Fault: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, reason, message, field, retryable, retryAfterMs, details
    }

    /// Decodes a fault that a peer wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let retryable = try container.decode(Bool.self, forKey: .retryable)
        self.init(
            code: FaultCode(try container.decode(String.self, forKey: .code), isRetryable: retryable),
            reason: try container.decodeIfPresent(String.self, forKey: .reason),
            message: try container.decode(String.self, forKey: .message),
            field: try container.decodeIfPresent(String.self, forKey: .field),
            isRetryable: retryable,
            retryAfterMilliseconds: try container.decodeIfPresent(Int.self, forKey: .retryAfterMs),
            details: try container.decodeIfPresent([String: ReasonDetail].self, forKey: .details) ?? [:])
    }

    /// Encodes all parts that are present.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code.name, forKey: .code)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(field, forKey: .field)
        try container.encode(isRetryable, forKey: .retryable)
        try container.encodeIfPresent(retryAfterMilliseconds, forKey: .retryAfterMs)
        if !details.isEmpty { try container.encode(OrderedDetails(details), forKey: .details) }
    }
}
