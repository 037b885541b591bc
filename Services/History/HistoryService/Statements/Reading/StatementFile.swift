import Domain
import Reasons
import Signals
import StrictJSON

/// The content of a file from a bank or another program.
package struct StatementFile: Hashable, Sendable {
    /// The rows in booking order.
    package var rows: [StatementFileRow] = []
    /// Unreadable lines, at most ``mostProblems``.
    package var problems: [LineProblem] = []
    /// Lines that are not rows, at most ``mostProblems``.
    package var leftOut: [LineProblem] = []
    /// The number of lines left out, by reason.
    var leftOutCounts: [HistorySignal.LeftOutReason: Int] = [:]
    /// The id of the account in the file.
    package var account: String?
    /// The currency of the amounts.
    package var currency: Currency?
    /// The balance before the first row, if the file tells it.
    package var opening: Money?
    /// The balance after the last row, if the file tells it.
    package var closing: Money?
    /// The name of the layout by which a CSV file was read.
    package var layout: String?

    package static let mostProblems = 100
    package static let mostRows = 50_000

    /// The number of unreadable lines.
    var problemCount: Int { leftOutCounts[.unreadable] ?? 0 }

    mutating func add(_ problem: LineProblem) { leaveOut(.unreadable, problem) }

    /// Leaves out a line that is not a row.
    ///
    /// - Parameter text: The text of the line.
    mutating func leaveOut(_ line: Int, _ reason: HistorySignal.LeftOutReason, _ text: String) {
        leaveOut(reason, LineProblem(line, reason.rule, ["text": .quoted(text, limit: 60)]))
    }

    private mutating func leaveOut(_ reason: HistorySignal.LeftOutReason, _ problem: LineProblem) {
        leftOutCounts[reason, default: 0] += 1
        let list = reason == .unreadable ? \StatementFile.problems : \.leftOut
        guard self[keyPath: list].count < Self.mostProblems else { return }
        self[keyPath: list].append(problem)
    }

    mutating func add(_ row: StatementFileRow) throws(LineProblem) {
        guard rows.count < Self.mostRows else {
            throw LineProblem(row.line, .tooManyFileRows, ["most": .number(Self.mostRows)])
        }
        rows.append(row)
    }

    /// Appends the rows of another part of the file, and what was left out of it.
    mutating func append(_ part: StatementFile) throws(LineProblem) {
        for row in part.rows { try add(row) }
        problems += part.problems.prefix(Self.mostProblems - problems.count)
        leftOut += part.leftOut.prefix(Self.mostProblems - leftOut.count)
        leftOutCounts.merge(part.leftOutCounts) { $0 + $1 }
    }
}

extension HistorySignal.LeftOutReason {
    /// The sentence for a line that is left out for this reason.
    fileprivate var rule: Reason {
        switch self {
        case .failed: .lineDidNotHappen
        case .pending: .lineIsPending
        case .balance: .lineIsBalance
        case .memo: .lineIsMemo
        case .securities: .lineMovedSecurities
        case .unreadable: .isUnreadable
        }
    }
}

/// A row of a file.
package struct StatementFileRow: Hashable, Sendable {
    /// The number of its line, from 1.
    package let line: Int
    /// The day as the bank wrote it, and the time of day if given, as if it were UTC: days stay the bank's.
    package let time: Instant
    /// True when the file gave a time of day.
    var hasTime = false
    /// True when the time of day is UTC indeed, not local time of the reader.
    var isExact = false
    /// The change of the account, negative for outgoing money.
    package let change: Money
    package let description: String
    package var category: String?
    /// The id at the bank.
    package var bankID: String?
    /// The account in Kopilka that the transfer belongs to, in a statement of Kopilka.
    var house: String?

    package var day: CalendarDay { time.dayInUTC }

    /// Returns the day of booking. An instant, given with an offset or by OFX in UTC, falls on a day of the zone.
    func day(in zone: TimeZone) -> CalendarDay { hasTime ? zone.day(at: moment(in: zone)) : day }

    /// Returns the instant of the row. A time without an offset is local to the zone.
    func moment(in zone: TimeZone) -> Instant {
        guard house == nil, !isExact else { return time }
        let micros = time.microseconds - day.startInUTC.microseconds
        return zone.instant(of: day, second: Int(micros / 1_000_000)) + .microseconds(micros % 1_000_000)
    }
}

/// Facts about a file that it does not tell itself.
package struct StatementHints: Hashable, Sendable {
    /// The currency of amounts, when the file does not tell it.
    var currency: Currency?
    var dateOrder: HistorySignal.DateOrder?
    /// The decimal separator of amounts.
    var decimal: Character?
    /// The account to read, in a file with several.
    var account: String?
    /// True when amounts without a sign are outgoing, as on some cards.
    var invertsSigns = false
    /// The layouts of the user, or the one to be tried.
    var layouts: [HistorySignal.StatementLayout] = []
    /// True when the file must have the header of one of them.
    var requiresLayout = false

    package init(
        currency: Currency? = nil, dateOrder: HistorySignal.DateOrder? = nil, decimal: Character? = nil,
        account: String? = nil, invertsSigns: Bool = false
    ) {
        self.currency = currency
        self.dateOrder = dateOrder
        self.decimal = decimal
        self.account = account
        self.invertsSigns = invertsSigns
    }
    /// Takes what a layout says, where the request says nothing.
    mutating func take(_ layout: HistorySignal.StatementLayout) {
        dateOrder = dateOrder ?? layout.dateOrder
        decimal = decimal ?? layout.decimal.map { $0 == .point ? "." : "," }
        // Each of both turns the signs.
        if layout.invertSigns == true { invertsSigns.toggle() }
    }
}
