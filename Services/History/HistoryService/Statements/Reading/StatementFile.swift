import Domain
import Reasons
import Signals
import StrictJSON

/// What was read of a file that a bank, or another program, made.
struct StatementFile: Hashable, Sendable {
    /// The rows, in the order they are to be booked.
    var rows: [StatementFileRow] = []
    /// Lines that were left out because they could not be read, at most ``mostProblems``.
    var problems: [LineProblem] = []
    /// Lines that were left out because they are no rows, at most ``mostProblems``.
    var leftOut: [LineProblem] = []
    /// How many lines were left out, by reason.
    var leftOutCounts: [HistorySignal.LeftOutReason: Int] = [:]
    /// The id of the account in the file.
    var account: String?
    /// What the file is counted in.
    var currency: Currency?
    /// What was in the account before the first row, as far as the file tells.
    var opening: Money?
    /// What was in the account after the last row, as far as the file tells.
    var closing: Money?

    static let mostProblems = 100
    static let mostRows = 50_000

    /// How many lines could not be read.
    var problemCount: Int { leftOutCounts[.unreadable] ?? 0 }

    mutating func add(_ problem: LineProblem) { leaveOut(.unreadable, problem) }

    /// Leaves a line out that is no row.
    ///
    /// - Parameter text: What it says itself.
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
}

extension HistorySignal.LeftOutReason {
    /// What is said of a line that is left out for this.
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
struct StatementFileRow: Hashable, Sendable {
    /// Where it stands, 1 for the first line.
    let line: Int
    /// The day as the bank wrote it, and the time of day where it did, as if it were UTC: days stay the bank's.
    let time: Instant
    /// Whether the file gave a time of day.
    var hasTime = false
    /// Whether the time of day is one of UTC indeed, and not of the clocks of whoever reads it.
    var isExact = false
    /// What it added: negative where money went.
    let change: Money
    let description: String
    var category: String?
    /// What the bank knows it by.
    var bankID: String?
    /// The account of this house whose transfer it is, in a statement that was made here.
    var house: String?

    var day: CalendarDay { time.dayInUTC }

    /// On which day it is booked: an instant that the file gives, with an offset or as OFX in UTC, is one of the
    /// zone's.
    func day(in zone: TimeZone) -> CalendarDay { hasTime ? zone.day(at: moment(in: zone)) : day }

    /// When it was; a time without an offset is one by the clocks of the zone.
    func moment(in zone: TimeZone) -> Instant {
        guard house == nil, !isExact else { return time }
        let micros = time.microseconds - day.startInUTC.microseconds
        return zone.instant(of: day, second: Int(micros / 1_000_000)) + .microseconds(micros % 1_000_000)
    }
}

/// What somebody knows of a file that it does not say itself.
struct StatementHints: Hashable, Sendable {
    /// What amounts are counted in where the file does not say.
    var currency: Currency?
    var dateOrder: HistorySignal.DateOrder?
    /// The decimal separator of amounts.
    var decimal: Character?
    /// Which account of a file that has several.
    var account: String?
    /// Whether amounts without a sign left the account: the way of some cards.
    var invertsSigns = false
}
