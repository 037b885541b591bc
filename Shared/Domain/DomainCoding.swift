// The JSON of domain values. Each value is validated on decoding; the error states the broken rule.

import Reasons

extension Currency: Codable {
    /// Decodes a code of ISO 4217.
    public init(from decoder: any Decoder) throws {
        let code = try decoder.singleValueContainer().decode(String.self)
        guard let currency = Currency(code: code) else {
            throw DecodingError.refused(.notACurrency, at: decoder.codingPath)
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
            throw DecodingError.refused(error.reason, at: decoder.codingPath + [CodingKeys.amount])
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
            throw DecodingError.refused(.notAnInstant, at: decoder.codingPath)
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
            throw DecodingError.refused(.notADay, at: decoder.codingPath)
        }
        self = day
    }

    /// Encodes `YYYY-MM-DD`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
