import Domain
import Reasons
import Signals

/// A row of an MT940 or MT942 message: field 61.
///
/// - Source: SWIFT User Handbook, Category 9, MT 940, field 61:
///   `6!n[4!n]2a[1!a]15d1!a3!c16x[//16x][CRLF34x]`.
struct MT940Entry {
    /// The day of booking; the value date when there is none.
    let day: CalendarDay
    /// The change of the account, negative for outgoing money.
    let change: Money
    /// True for a movement that the bank expects (EC, ED).
    let isExpected: Bool
    /// The reference of the bank, if it identifies the row.
    let reference: String?
    /// The reference of the payer, or what the bank adds, for a row without a description.
    private let note: String

    /// The field, as problems name it.
    private static let name = "61"

    /// - Throws: ``LineProblem`` that names the field and the text from the part that cannot be read.
    init(_ field: MT940Field, _ currency: Currency) throws(LineProblem) {
        var rest = CleanText.line(field.lines.first ?? "")[...]
        let valueDay = try Self.day(from: &rest, field.line)
        day = try Self.entryDay(from: &rest, near: valueDay, field.line) ?? valueDay
        // Some banks fill the place of a missing value with spaces.
        rest = rest.drop { $0 == " " }
        let mark = try Self.mark(from: &rest, field.line)
        // The third letter of the currency may stand before the amount.
        if let code = rest.first, code.isASCII, code.isLetter { rest.removeFirst() }
        rest = rest.drop { $0 == " " }
        let amount = rest.prefix { $0.isASCII && $0.isNumber || $0 == "," }
        let next = rest.dropFirst(amount.count).first
        guard !amount.isEmpty, next.map({ $0 == " " || $0.isLetter }) ?? true else {
            throw .badValue(rest, of: Self.name, field.line)
        }
        let units = try MessageAmount.minorUnits(
            of: amount, currency, separator: UInt8(ascii: ","), field: Self.name, line: field.line)
        rest = rest.dropFirst(amount.count)
        change = Money(minorUnits: mark.isIncome ? units : -units, currency: currency)
        isExpected = mark.isExpected
        // One letter for the way of the message and three characters for the type, which some banks leave out.
        if let way = rest.first, "SNFsnf".contains(way) { rest = rest.dropFirst(4) }
        let bank = rest.firstRange(of: "//").map { rest[$0.upperBound...] } ?? ""
        let payer = rest.firstRange(of: "//").map { rest[..<$0.lowerBound] } ?? rest
        reference = BankRowIdentifiers.usable(bank)
        let added = CleanText.line(field.lines.dropFirst().joined(separator: " "))
        let other = CleanText.line(payer)
        note = !added.isEmpty ? added : BankRowIdentifiers.isPlaceholder(other) ? "" : other
    }

    /// Returns the description of the row.
    func description(_ narrative: MT940Narrative) -> String {
        narrative.text.isEmpty ? note : narrative.text
    }

    private static func day(from rest: inout Substring, _ line: Int) throws(LineProblem) -> CalendarDay {
        guard let day = MT940Date.day(rest.prefix(6)) else { throw .badValue(rest, of: name, line) }
        rest = rest.dropFirst(6)
        return day
    }

    /// Reads the month and day of booking. Its year is the one in which it is nearest to the value date.
    private static func entryDay(
        from rest: inout Substring, near value: CalendarDay, _ line: Int
    ) throws(LineProblem) -> CalendarDay? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        let numbers = digits.utf8.map { Int($0 - 0x30) }
        guard numbers.count == 4 else { throw .badValue(rest, of: name, line) }
        let year = value.components.year
        let days = (year - 1...year + 1).compactMap {
            CalendarDay(year: $0, month: numbers[0] * 10 + numbers[1], day: numbers[2] * 10 + numbers[3])
        }
        guard let day = days.min(by: { abs($0.days(until: value)) < abs($1.days(until: value)) }) else {
            throw .badValue(rest, of: name, line)
        }
        rest = rest.dropFirst(4)
        return day
    }

    /// Reads C, D, RC, RD, EC or ED. A reversed credit took money away.
    private static func mark(
        from rest: inout Substring, _ line: Int
    ) throws(LineProblem) -> (isIncome: Bool, isExpected: Bool) {
        let marks: [(String, isIncome: Bool, isExpected: Bool)] = [
            ("RC", false, false), ("RD", true, false), ("EC", true, true), ("ED", false, true), ("C", true, false),
            ("D", false, false),
        ]
        for mark in marks where rest.hasPrefix(mark.0) {
            rest = rest.dropFirst(mark.0.count)
            return (mark.isIncome, mark.isExpected)
        }
        throw .badValue(rest, of: name, line)
    }
}

/// Dates of MT940 messages.
enum MT940Date {
    /// Reads YYMMDD: the years 1980 ... 2079.
    static func day(_ text: some StringProtocol) -> CalendarDay? {
        let digits = text.utf8.map { Int($0) - 0x30 }
        guard digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let year = digits[0] * 10 + digits[1]
        return CalendarDay(
            year: year + (year < 80 ? 2_000 : 1_900), month: digits[2] * 10 + digits[3],
            day: digits[4] * 10 + digits[5])
    }
}

/// Balances of MT940 messages: fields 60 and 62, `1!a6!n3!a15d`.
enum MT940Balance {
    /// Reads a balance; negative when the account is overdrawn.
    static func balance(_ text: String, _ field: MT940Field) throws(LineProblem) -> Money {
        let name = field.tag
        guard let mark = text.first, "CD".contains(mark), MT940Date.day(text.dropFirst().prefix(6)) != nil,
            let currency = BankStatement.currency(code: text.dropFirst(7).prefix(3))
        else { throw .badValue(text, of: name, field.line) }
        let units = try MessageAmount.minorUnits(
            of: text.dropFirst(10), currency, separator: UInt8(ascii: ","), field: name, line: field.line)
        return Money(minorUnits: mark == "C" ? units : -units, currency: currency)
    }
}
