import Domain
import Signals

extension HistorySignal.DateOrder {
    /// Returns the orders in which all dates are valid, apart from dates that are invalid in every order.
    static func possible(for dates: some Sequence<WrittenDate>) -> [Self] {
        var orders = allCases
        var differ = false
        for date in dates where allCases.contains(where: { date.day($0) != nil }) {
            orders.removeAll { date.day($0) == nil }
            if Set(orders.compactMap { date.day($0) }).count > 1 { differ = true }
        }
        // Orders that give the same days are equivalent.
        return differ || orders.isEmpty ? orders : [orders[0]]
    }
}

/// A date as written: three numbers, or two and the name of a month, optionally with a time of day.
struct WrittenDate: Hashable, Sendable {
    /// The day, when the name of a month makes it unambiguous.
    private let named: CalendarDay?
    private let parts: [Int]
    private let firstIsYear: Bool
    private let lastIsYear: Bool
    private let usesPoints: Bool
    /// True for two digits after an apostrophe: a year of this century, as Quicken writes it.
    private let hasApostrophe: Bool
    /// Microseconds since midnight; nil without a time.
    let timeOfDay: Int64?

    /// Reads `21.11.2026`, `11/21'26`, `2026-11-21`, `20261121`, and the forms of ``NamedMonthDate``, each optionally
    /// followed by ` 08:51`, ` 08:51:48`, `T08:51:48.123Z`; nil for anything else.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(65))
        guard bytes.count <= 64 else { return nil }
        if let date = NamedMonthDate(Substring(text)) {
            guard let time = Self.timeBehind(Array(date.rest.utf8)[...]) else { return nil }
            named = date.day
            timeOfDay = time
            (parts, firstIsYear, lastIsYear, usesPoints, hasApostrophe) = ([], false, false, false, false)
            return
        }
        guard bytes.count <= 40 else { return nil }
        named = nil
        var parts: [Int] = []
        var widths: [Int] = []
        var separators: [UInt8] = []
        var position = 0
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        while position < bytes.count, parts.count < 3 {
            // Quicken writes " 6" for "06".
            if position > 0, bytes[position] == 0x20, parts.count == separators.count { position += 1 }
            let start = position
            while position < bytes.count, isDigit(bytes[position]) { position += 1 }
            let digits = bytes[start..<position]
            guard (1...8).contains(digits.count) else { return nil }
            let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            if digits.count == 8, parts.isEmpty {
                parts = [value / 10_000, value / 100 % 100, value % 100]
                widths = [4, 2, 2]
                break
            }
            guard digits.count <= 4, digits.count != 3 else { return nil }
            parts.append(value)
            widths.append(digits.count)
            guard parts.count < 3 else { break }
            guard position < bytes.count, [0x2E, 0x2F, 0x2D, 0x27].contains(bytes[position]) else { return nil }
            separators.append(bytes[position])
            position += 1
        }
        guard parts.count == 3, !widths.dropFirst().dropLast().contains(where: { $0 > 2 }),
            !(widths[0] == 4 && widths[2] == 4)
        else { return nil }
        self.parts = parts
        firstIsYear = widths[0] == 4
        lastIsYear = widths[2] == 4
        usesPoints = separators == [0x2E, 0x2E]
        hasApostrophe = separators.contains(0x27)
        guard let time = Self.timeBehind(bytes[position...]) else { return nil }
        timeOfDay = time
    }

    /// Returns the day with the parts in this order; nil when there is no such day.
    func day(_ order: HistorySignal.DateOrder) -> CalendarDay? {
        if let named { return named }
        // A year of four digits shows its own place. With points the day comes first.
        if firstIsYear != (order == .ymd), firstIsYear || lastIsYear || usesPoints || hasApostrophe {
            return nil
        }
        if usesPoints, !firstIsYear, order != .dmy { return nil }
        let (year, month, day) =
            switch order {
            case .dmy: (parts[2], parts[1], parts[0])
            case .mdy: (parts[2], parts[0], parts[1])
            case .ymd: (parts[0], parts[1], parts[2])
            }
        return CalendarDay(year: whole(year), month: month, day: day)
    }

    private func whole(_ year: Int) -> Int {
        guard year < 100, !firstIsYear, !lastIsYear else { return year }
        return year + (hasApostrophe || year < 70 ? 2000 : 1900)
    }

    /// Returns the time after a day, or none; nil for any other text.
    private static func timeBehind(_ text: ArraySlice<UInt8>) -> Int64?? {
        let rest = text.drop { $0 == 0x20 || $0 == 0x2C }
        return rest.isEmpty ? .some(nil) : time(rest).map { .some($0) }
    }

    /// Reads `08:51`, `08:51:48`, `08:51:48.123`, after an optional T. A zone after it is ignored: days are the bank's.
    private static func time(_ text: ArraySlice<UInt8>) -> Int64? {
        var rest = text
        if rest.first == 0x54 || rest.first == 0x74 { rest.removeFirst() }
        func number() -> Int64? {
            let digits = rest.prefix(while: { (0x30...0x39).contains($0) }).prefix(2)
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }
        guard let hours = number(), hours < 24, rest.popFirst() == 0x3A, let minutes = number(), minutes < 60
        else { return nil }
        var seconds: Int64 = 0
        var micros: Int64 = 0
        if rest.first == 0x3A {
            rest.removeFirst()
            guard let given = number(), given < 60 else { return nil }
            seconds = given
            if rest.first == 0x2E {
                rest.removeFirst()
                var scale: Int64 = 100_000
                while let byte = rest.first, (0x30...0x39).contains(byte) {
                    micros += Int64(byte - 0x30) * scale
                    scale /= 10
                    rest.removeFirst()
                }
            }
        }
        let zone = rest.allSatisfy { "Zz+-:0123456789 ".utf8.contains($0) }
        return zone ? ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + micros : nil
    }
}
