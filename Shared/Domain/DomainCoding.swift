// The JSON of domain values. Each value is validated on decoding; the error states the broken rule.

extension Currency: Codable {
    /// Decodes a code of ISO 4217.
    public init(from decoder: any Decoder) throws {
        let code = try decoder.singleValueContainer().decode(String.self)
        guard let currency = Currency(code: code) else {
            throw DecodingError.rule("must be a currency code of ISO 4217, such as RUB", at: decoder.codingPath)
        }
        self = currency
    }

    /// Encodes the code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

extension Money: Codable {
    private enum CodingKeys: String, CodingKey {
        case amount, currency
    }

    /// Decodes `{"amount": "1234.5", "currency": "RUB"}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .amount)
        let currency = try container.decode(Currency.self, forKey: .currency)
        do {
            try self.init(decimal: text, currency: currency)
        } catch {
            throw DecodingError.rule(error.rawValue, at: decoder.codingPath + [CodingKeys.amount])
        }
    }

    /// Encodes the amount with exactly the currency's decimals.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(decimalText, forKey: .amount)
        try container.encode(currency, forKey: .currency)
    }
}

extension Instant: Codable {
    /// Decodes a date-time of RFC 3339.
    public init(from decoder: any Decoder) throws {
        guard let instant = Instant(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.rule(
                "must be an instant of RFC 3339, such as 2026-11-21T08:51:48Z", at: decoder.codingPath)
        }
        self = instant
    }

    /// Encodes RFC 3339 in UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension CalendarDay: Codable {
    /// Decodes `YYYY-MM-DD`.
    public init(from decoder: any Decoder) throws {
        guard let day = CalendarDay(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.rule("must be a day, such as 2026-11-21", at: decoder.codingPath)
        }
        self = day
    }

    /// Encodes `YYYY-MM-DD`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension DecodingError {
    /// Returns the error for a value at `path` that breaks `rule`, a sentence without its subject: "must be …".
    fileprivate static func rule(_ rule: String, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: rule))
    }
}
