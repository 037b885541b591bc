// The JSON of a fault: {"code", "message", "field"?, "retryable", "retryAfterMs"?, "details"?}.

extension Fault: Codable {
    private enum CodingKeys: String, CodingKey {
        case code, message, field, retryable, retryAfterMs, details
    }

    /// Decodes a fault that a peer wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let retryable = try container.decode(Bool.self, forKey: .retryable)
        self.init(
            code: FaultCode(try container.decode(String.self, forKey: .code), isRetryable: retryable),
            message: try container.decode(String.self, forKey: .message),
            field: try container.decodeIfPresent(String.self, forKey: .field),
            isRetryable: retryable,
            retryAfterMilliseconds: try container.decodeIfPresent(Int.self, forKey: .retryAfterMs),
            details: try container.decodeIfPresent([String: FaultDetail].self, forKey: .details) ?? [:])
    }

    /// Encodes all parts that are present.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code.name, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(field, forKey: .field)
        try container.encode(isRetryable, forKey: .retryable)
        try container.encodeIfPresent(retryAfterMilliseconds, forKey: .retryAfterMs)
        if !details.isEmpty { try container.encode(details, forKey: .details) }
    }
}

extension FaultDetail: Codable {
    /// Decodes a text, a whole number or a Boolean.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .number(try container.decode(Int.self))
        }
    }

    /// Encodes the bare value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}
