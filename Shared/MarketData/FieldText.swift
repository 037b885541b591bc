import Domain
import Signals

/// A parser of dates and numbers in the notations of different countries.
public struct FieldText: Sendable {
    /// The order of dates with slashes; nil rejects ambiguous dates.
    public let dateOrder: ScannerSignal.DateOrder?
    /// True when a comma separates the decimals; a point then separates thousands.
    public let hasDecimalComma: Bool

    public init(dateOrder: ScannerSignal.DateOrder?, hasDecimalComma: Bool) {
        self.dateOrder = dateOrder
        self.hasDecimalComma = hasDecimalComma
    }

    /// Returns the day and the minute of the day; nil when the text is neither.
    public func moment(_ date: [UInt8], clock: [UInt8]?) -> (day: CalendarDay, minute: Int)? {
        let text = String(decoding: date, as: UTF8.self)
        if date.count >= 9, date.allSatisfy(Self.isDigit) { return Self.unixTime(text) }
        let parts = text.split(maxSplits: 1, whereSeparator: { $0 == " " || $0 == "T" })
        guard let first = parts.first, let day = day(String(first)) else { return nil }
        let own = parts.count > 1 ? Array(parts[1].utf8) : []
        guard let minute = Self.minute(clock ?? own) else { return nil }
        return (day, minute)
    }

    /// True when a date is ambiguous and no order is set.
    public func isAmbiguous(_ date: [UInt8]) -> Bool {
        guard dateOrder == nil, date.contains(UInt8(ascii: "/")) else { return false }
        let numbers = String(decoding: date, as: UTF8.self).split(separator: "/").compactMap { Int($0) }
        return numbers.count >= 2 && numbers[0] <= 12 && numbers[1] <= 12
    }

    /// Parses a number; nil when the text is not one.
    public func number(_ field: some Collection<UInt8>) -> Double? {
        if let plain = Self.plainNumber(field, hasDecimalComma: hasDecimalComma) { return plain }
        var text: [UInt8] = []
        text.reserveCapacity(field.count)
        let (decimal, group) =
            hasDecimalComma ? (UInt8(ascii: ","), UInt8(ascii: ".")) : (UInt8(ascii: "."), UInt8(ascii: ","))
        for byte in field {
            switch byte {
            case decimal: text.append(UInt8(ascii: "."))
            case group, 0x20, 0xC2, 0xA0: continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"),
                UInt8(ascii: "E"):
                text.append(byte)
            default: return nil
            }
        }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// Parses short numbers without creating a string. The result is exact, because a double holds both integers of the
    /// quotient.
    private static func plainNumber(_ field: some Collection<UInt8>, hasDecimalComma: Bool) -> Double? {
        guard !hasDecimalComma, (1...16).contains(field.count) else { return nil }
        var (value, decimals, count, hasPoint) = (Int64(0), 0, 0, false)
        for byte in field {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard isDigit(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            count += 1
            if hasPoint { decimals += 1 }
        }
        guard (1...15).contains(count) else { return nil }
        return Double(value) / powersOfTen[decimals]
    }

    private static let powersOfTen: [Double] = (0...15).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    /// Parses a volume such as `1.2M`; nil when the text is not one.
    public func volume(_ field: [UInt8]) -> Double? {
        let factors: [UInt8: Double] = [
            UInt8(ascii: "K"): 1e3, UInt8(ascii: "M"): 1e6, UInt8(ascii: "B"): 1e9, UInt8(ascii: "T"): 1e12,
        ]
        guard let last = field.last, let factor = factors[last & 0xDF] else { return number(field) }
        return number(Array(field.dropLast())).map { $0 * factor }
    }

    private func day(_ text: String) -> CalendarDay? {
        let bytes = Array(text.utf8)
        if bytes.count == 8, bytes.allSatisfy(Self.isDigit) {
            guard let number = Int(text) else { return nil }
            return CalendarDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        }
        guard let separator = bytes.first(where: { !Self.isDigit($0) }) else { return nil }
        let parts = text.split(separator: Character(Unicode.Scalar(separator)), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3, parts.count == 3 else { return nil }
        if parts[0].count == 4 { return CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]) }
        let year = parts[2].count == 2 ? 2000 + numbers[2] : numbers[2]
        switch separator {
        case UInt8(ascii: "."): return CalendarDay(year: year, month: numbers[1], day: numbers[0])
        case UInt8(ascii: "/"), UInt8(ascii: "-"):
            let isMonthFirst = dateOrder.map { $0 == .monthDayYear } ?? (numbers[1] > 12)
            return isMonthFirst
                ? CalendarDay(year: year, month: numbers[0], day: numbers[1])
                : CalendarDay(year: year, month: numbers[1], day: numbers[0])
        default: return nil
        }
    }

    /// Parses `15:30`, `15:30:00.123+03:00` or `153000`; an empty field is midnight. A zone is ignored: it is the
    /// exchange's own.
    private static func minute(_ field: [UInt8]) -> Int? {
        if field.isEmpty { return 0 }
        if field.allSatisfy(isDigit) {
            guard let number = Int(String(decoding: field, as: UTF8.self)), field.count <= 6 else { return nil }
            let clock = field.count <= 4 ? number : number / 100
            return clock / 100 < 24 && clock % 100 < 60 ? clock / 100 * 60 + clock % 100 : nil
        }
        let parts = field.prefix { isDigit($0) || $0 == UInt8(ascii: ":") }.split(separator: UInt8(ascii: ":"))
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count >= 2, numbers[0] < 24, numbers[1] < 60 else { return nil }
        return numbers[0] * 60 + numbers[1]
    }

    private static func unixTime(_ text: String) -> (day: CalendarDay, minute: Int)? {
        guard let number = Int(text) else { return nil }
        let seconds = number >= 100_000_000_000 ? number / 1000 : number
        // Not after the year 9999, which no text could name.
        guard seconds < 253_402_300_800 else { return nil }
        let minutes = seconds / 60
        return (CalendarDay(daysSince1970: minutes / 1440), minutes % 1440)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
