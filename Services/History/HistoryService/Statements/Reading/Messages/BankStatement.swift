import Domain
import Reasons
import Signals

/// One statement of a file of messages between banks. Such a file may have many, of one account or of several.
struct BankStatement {
    /// The number of the line at which it begins, from 1.
    let line: Int
    /// The id of the account; empty when it names none.
    var account = ""
    /// The currency of the account; nil until a field tells it.
    var currency: Currency?
    /// The booked balance before the first row.
    var opening: Money?
    /// The booked balance after the last row.
    var closing: Money?
    /// The line of ``closing``.
    var closingLine = 1
    /// The rows and what was left out. The rows have the ids of ``BankRowIdentifiers``.
    var file = StatementFile()

    /// The most statements of one file.
    static let most = 10_000

    /// Returns the currency of a code. Some Russian banks still write the code that was replaced in 1998.
    static func currency(code: some StringProtocol) -> Currency? {
        Currency(code: code == "RUR" ? "RUB" : String(code))
    }

    /// Adds a row, or the problem that it has.
    ///
    /// - Throws: ``LineProblem`` when the file has too many rows.
    mutating func add(_ row: () throws(LineProblem) -> StatementFileRow) throws(LineProblem) {
        do throws(LineProblem) {
            try file.add(try row())
        } catch {
            if file.rows.count >= StatementFile.mostRows { throw error }
            file.add(error)
        }
    }

    /// Collects a problem when the rows do not lead from the opening to the closing balance. A file that lost rows on
    /// the way is noticed by that.
    mutating func checkBalances() {
        guard let opening, let closing, file.problemCount == 0 else { return }
        var sum = opening.minorUnits
        for row in file.rows {
            let (next, overflowed) = sum.addingReportingOverflow(row.change.minorUnits)
            sum = next
            if overflowed { break }
        }
        guard sum != closing.minorUnits else { return }
        file.add(
            LineProblem(
                closingLine, .balancesDoNotAddUp,
                [
                    "closing": .text(closing.decimalText), "currency": .text(closing.currency.code),
                    "sum": .text(Money(minorUnits: sum, currency: closing.currency).decimalText),
                ]))
    }
}

/// The ids of the rows of one statement, made of the references of the bank.
///
/// A reference alone is not enough: banks give a payment, its fee and its reversal the same one, and some restart their
/// numbers each day. With the day of booking and the amount it is the same in every file that contains the row.
struct BankRowIdentifiers {
    private static let shortest = 3
    private static let placeholders: Set<String> = [
        "NONREF", "NOREF", "NOTPROVIDED", "NOT PROVIDED", "NOTAVAILABLE", "NONE", "UNKNOWN", "N/A",
    ]
    private var counts: [String: Int] = [:]

    /// Returns a reference without whitespace around it; nil for one that identifies nothing.
    static func usable(_ reference: some StringProtocol) -> String? {
        let text = CleanText.line(reference, limit: 140)
        guard text.utf8.count >= shortest, text.utf8.contains(where: { (0x31...0x39).contains($0) }) else { return nil }
        return placeholders.contains(text.uppercased()) ? nil : text
    }

    /// True for a text that stands for a missing value.
    static func isPlaceholder(_ text: String) -> Bool { placeholders.contains(text.uppercased()) }

    /// Returns the id of a row; nil without a reference.
    ///
    /// - Parameters:
    ///   - reference: A reference that ``usable(_:)`` returned.
    ///   - day: The day of booking as the bank wrote it.
    mutating func id(of reference: String?, on day: CalendarDay, _ change: Money) -> String? {
        guard let reference else { return nil }
        let id = reference + "/" + day.description + "/" + change.decimalText
        counts[id, default: 0] += 1
        let count = counts[id, default: 1]
        return count == 1 ? id : id + "/" + String(count)
    }
}

/// Amounts as messages between banks have them: digits and one decimal separator, without a sign.
enum MessageAmount {
    private static let longest = 32

    /// Returns an amount in minor units, not negative.
    ///
    /// - Parameters:
    ///   - separator: The decimal separator of the format. Digits are needed on one side of it only.
    ///   - field: The field of the message, for the problem.
    /// - Throws: ``LineProblem``.
    static func minorUnits(
        of text: some StringProtocol, _ currency: Currency, separator: UInt8, field: String, line: Int
    ) throws(LineProblem) -> Int64 {
        let bytes = text.utf8
        guard bytes.count <= longest, bytes.contains(where: { (0x30...0x39).contains($0) }),
            bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == separator }),
            bytes.count(where: { $0 == separator }) <= 1
        else { throw .badValue(text, of: field, line) }
        return try WrittenAmount.minorUnits(of: String(text), currency, separator: separator, line: line)
    }
}

extension LineProblem {
    /// A field of a message has a value that its format does not allow.
    static func badValue(_ text: some StringProtocol, of field: String, _ line: Int) -> LineProblem {
        LineProblem(line, .fieldHasBadValue, ["element": .text(field), "text": .quoted(text)])
    }

    /// A field that a message must have is missing.
    static func missing(_ field: String, _ line: Int) -> LineProblem {
        LineProblem(line, .fieldIsMissing, ["element": .text(field)])
    }

    /// A file has more statements than are read.
    static func tooManyStatements(_ line: Int) -> LineProblem {
        LineProblem(line, .tooManyStatements, ["most": .number(BankStatement.most)])
    }
}
