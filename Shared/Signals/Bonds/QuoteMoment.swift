import Domain
import Reasons
import StrictJSON

/// A moment as sources of quotes write it: RFC 3339, the same with an offset without a colon (`+0300`), a space for the
/// T or no seconds, or a day, which stands for its beginning in UTC.
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
        var text = text
        guard let moment = text.withUTF8({ QuoteMoment(ascii: $0) }) else { return nil }
        self = moment
    }

    /// Reads the bytes of a text; nil when it is no moment. Files have millions of them, so no text is made on the way.
    ///
    /// - Parameter needsOffset: Whether a moment without an offset is none; otherwise it is one in UTC.
    public init?(ascii bytes: UnsafeBufferPointer<UInt8>, needsOffset: Bool = true) {
        var text = MomentReader(bytes)
        guard let year = text.number(4), text.take("-"), let month = text.number(2), text.take("-"),
            let dayOfMonth = text.number(2), let day = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return nil }
        if text.isAtEnd {
            self.init(day.startInUTC, isDay: true)
            return
        }
        guard text.take("T") || text.take("t") || text.take(" "), let hour = text.number(2), hour < 24, text.take(":"),
            let minute = text.number(2), minute < 60, let second = text.take(":") ? text.number(2) : 0, second < 60,
            let fraction = text.fraction(), let offset = text.offset(isNeeded: needsOffset), text.isAtEnd
        else { return nil }
        let seconds = day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        // An offset can lead out of the years 1 ... 9999, which no text in UTC could name.
        guard (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        self.init(Instant(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction)))
    }

}

/// Reads the parts of a moment off the front of its bytes.
private struct MomentReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    mutating func number(_ width: Int) -> Int? {
        guard bytes.count - place >= width else { return nil }
        var value = 0
        for byte in bytes[place..<(place + width)] {
            guard let digit = Self.digit(byte) else { return nil }
            value = value * 10 + digit
        }
        place += width
        return value
    }

    /// Microseconds after a point; 0 without one.
    mutating func fraction() -> Int? {
        guard take(".") else { return 0 }
        var (value, unit, count) = (0, 100_000, 0)
        while place < bytes.count, let digit = Self.digit(bytes[place]) {
            value += digit * unit
            unit /= 10
            count += 1
            place += 1
        }
        return (1...18).contains(count) ? value : nil
    }

    /// Seconds to the east of UTC.
    mutating func offset(isNeeded: Bool) -> Int? {
        if take("Z") || take("z") { return 0 }
        if isAtEnd, !isNeeded { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isEast ? 60 : -60)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let digit = Int(byte) - Int(UInt8(ascii: "0"))
        return (0...9).contains(digit) ? digit : nil
    }
}

extension QuoteMoment: Codable {
    /// Reads a text.
    public init(from decoder: any Decoder) throws {
        guard let moment = QuoteMoment(try decoder.singleValueContainer().decode(String.self)) else {
            throw DecodingError.refused(.notAMomentOrDay, at: decoder.codingPath)
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
