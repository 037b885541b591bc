import Domain
import StrictJSON

/// A moment as sources of quotes write it: RFC 3339, the same with an offset without a colon (`+0300`) or with a space for
/// the T, or a day, which stands for its beginning in UTC.
public struct QuoteMoment: Hashable, Sendable {
    /// The moment.
    public let instant: Instant
    /// Whether it was written as a day.
    public let isDay: Bool

    /// A moment.
    public init(_ instant: Instant) { self.init(instant, isDay: false) }

    private init(_ instant: Instant, isDay: Bool) {
        self.instant = instant
        self.isDay = isDay
    }

    /// The last microsecond that the text can mean: that of the day, or the moment itself.
    public var end: Instant { isDay ? Instant(microseconds: instant.microseconds + 86_399_999_999) : instant }

    /// Reads a text; nil when it is no moment.
    public init?(_ text: String) {
        if let instant = Instant(text) {
            self.init(instant)
            return
        }
        if let day = CalendarDay(text) {
            self.init(day.startInUTC, isDay: true)
            return
        }
        var bytes = Array(text.utf8)
        guard bytes.count >= 19 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        let sign = bytes.count - 5
        if sign >= 19, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[sign]) {
            bytes.insert(UInt8(ascii: ":"), at: bytes.count - 2)
        }
        guard let instant = Instant(String(decoding: bytes, as: UTF8.self)) else { return nil }
        self.init(instant)
    }

    static let rule = "must be a moment such as 2018-09-01T13:00:00+0300, or a day such as 2018-09-01"
}

extension QuoteMoment: Codable {
    /// Reads a text.
    public init(from decoder: any Decoder) throws {
        guard let moment = QuoteMoment(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: Self.rule))
        }
        self = moment
    }

    /// Writes RFC 3339 in UTC.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(instant)
    }
}

extension QuoteMoment: JSONSchemaDescribed {
    /// A text.
    public static var jsonSchema: JSONSchema {
        .string(description: "A moment or a day.", examples: ["2018-09-01T13:00:00+0300", "2018-09-01"])
    }
}

extension ISIN: JSONSchemaDescribed {
    /// Twelve characters, format `isin`.
    public static var jsonSchema: JSONSchema {
        .string(
            format: "isin", pattern: "^[A-Z]{2}[A-Z0-9]{9}[0-9]$", description: "A number of ISO 6166.",
            examples: ["RU000A0JW126"])
    }
}
