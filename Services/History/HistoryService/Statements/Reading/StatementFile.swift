import Domain
import Signals

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

    mutating func add(_ problem: LineProblem) { leaveOut(problem.line, .unreadable, problem.problem) }

    /// Leaves a line out.
    ///
    /// - Parameter text: What it says itself; what is wrong with one that cannot be read.
    mutating func leaveOut(_ line: Int, _ reason: HistorySignal.LeftOutReason, _ text: String) {
        leftOutCounts[reason, default: 0] += 1
        let list = reason == .unreadable ? \StatementFile.problems : \.leftOut
        guard self[keyPath: list].count < Self.mostProblems else { return }
        let said = text.prefix(60).debugDescription
        let problem =
            switch reason {
            case .failed: "says \(said): it did not happen"
            case .pending: "says \(said): it is not booked yet"
            case .balance: "says \(said): a balance or a sum, no row"
            case .memo: "says \(said): it moved no money"
            case .securities: "moved securities and no money: \(said)"
            case .unreadable: text
            }
        self[keyPath: list].append(LineProblem(line: line, problem: problem))
    }

    mutating func add(_ row: StatementFileRow) throws(LineProblem) {
        guard rows.count < Self.mostRows else {
            throw LineProblem(line: row.line, problem: "is one row too many: a file has at most \(Self.mostRows)")
        }
        rows.append(row)
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

/// What is wrong with a line.
struct LineProblem: Error, Hashable, Sendable {
    /// 1 for the first.
    let line: Int
    /// The end of a sentence: "has a date that is none: 32.01.2026".
    let problem: String
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
