import Coordination
import Domain
import Glibc
import HistoryService
import SQLite
import Signals
import Storage
import StrictJSON
import TestSupport

/// Pages of one user with a million transactions, at the service, beside a plain SQL scan over the same rows; and the
/// speed at which history follows ledger with 20,000 users.
///
/// `BENCH_ROWS` says how many rows. Half of the descriptions come again and again, half come once.
enum HistoryBenchmark {
    private static let pages = 60
    /// How often each question is asked for the first time.
    private static let firsts = 20

    static func run() async throws {
        let rows = getenv("BENCH_ROWS").flatMap { Int(String(cString: $0)) } ?? 1_000_000
        try await follow(events: 40_000, users: 20_000)
        let directory = TemporaryDirectory()
        let scripted = HistoryEvents(users: 1, accountsOfUser: 3)
        let clock = ContinuousClock()
        var house = try await HistoryBench(path: directory.file("history.db"))
        let filling = try await clock.measure { try await house.follow(scripted, transfers: rows) }
        Report.rate("history: following ledger, one user", Double(rows) / (filling / .seconds(1)), promised: "")
        let user = scripted.user(0)
        for rule in ["coffee", "taxi"] {
            _ = try await house.send(HistorySignal.AddRule(contains: rule, category: rule + "s"), as: user)
        }
        await house.close()
        house = try await HistoryBench(path: directory.file("history.db"))
        let loading = try await clock.measure { try await house.warmUp() }
        Report.time("history: a book of \(rows) made at the start", loading, promised: "")
        let baseline = try NaiveHistory(rows: rows)
        for question in HistoryQuestion.all(account: scripted.account(0)) {
            try await measure(question, house, as: user, baseline)
        }
        baseline.connection.close()
        for kind in HistorySignal.ReportKind.allCases { try await report(kind, house, as: user, rows: rows) }
        try await export(house, as: user, rows: rows)
        await house.close()
    }

    /// Makes a report of all years by quarter, after a change and again.
    private static func report(
        _ kind: HistorySignal.ReportKind, _ house: HistoryBench, as user: String, rows: Int
    ) async throws {
        guard let from = CalendarDay("2020-01-01"), let to = CalendarDay("2029-12-31") else { return }
        let asked = HistorySignal.Report(kind: kind, by: .quarter, from: from, to: to, compare: .year)
        let clock = ContinuousClock()
        try await forgetAnswers(house, of: user)
        let first = try await clock.measure { _ = try await house.send(asked, as: user) }
        var times: [Duration] = []
        for _ in 0..<pages {
            times.append(try await clock.measure { _ = try await house.send(asked, as: user) })
        }
        Report.time("history: report \(kind) of \(rows) transactions, first", first, promised: "< 300 ms")
        Report.time("    again, p50", times.quantile(0.5), promised: "< 50 ms")
        Report.time("    again, p99", times.quantile(0.99), promised: "< 50 ms")
    }

    /// Writes all books for another program, part by part, as the gateway does, and drops them.
    private static func export(_ house: HistoryBench, as user: String, rows: Int) async throws {
        for format in HistorySignal.JournalFormat.allCases {
            let before = peakKilobytes()
            var bytes = 0
            let time = try await ContinuousClock().measure {
                var cursor: String?
                repeat {
                    let part = try await house.send(HistorySignal.Journal(format: format, cursor: cursor), as: user)
                    bytes += part.content.utf8.count
                    cursor = part.nextCursor
                } while cursor != nil
            }
            Report.time(
                "history: \(rows) transactions for \(format)", time, promised: "< 10 s",
                note: Report.megabytes(bytes / 1024))
            Report.figure(
                "  more resident memory at most", Report.megabytes(peakKilobytes() - before), promised: "< 64 MB")
        }
    }

    private static func peakKilobytes() -> Int {
        var usage = rusage()
        guard getrusage(Int32(RUSAGE_SELF.rawValue), &usage) == 0 else { return 0 }
        return usage.ru_maxrss
    }

    private static func measure(
        _ question: HistoryQuestion, _ house: HistoryBench, as user: String, _ baseline: NaiveHistory
    ) async throws {
        let clock = ContinuousClock()
        var firsts: [Duration] = []
        var times: [Duration] = []
        var ends: [Duration] = []
        for _ in 0..<Self.firsts {
            try await forgetAnswers(house, of: user)
            firsts.append(try await clock.measure { _ = try await house.send(question.filter(to: nil), as: user) })
        }
        for _ in 0..<pages {
            // A page near the oldest end: the rows before the tenth newest of the first days.
            for (text, isEnd) in [(question.filter(to: nil), false), (question.filter(to: "2025-01-02"), true)] {
                let time = try await clock.measure { _ = try await house.send(text, as: user) }
                if isEnd { ends.append(time) } else { times.append(time) }
            }
        }
        // Pages by cursor, some way in.
        var cursor: String?
        for _ in 0..<20 {
            let began = clock.now
            let page = try await house.send(question.filter(to: nil, cursor: cursor), as: user)
            times.append(clock.now - began)
            cursor = page.nextCursor
            if cursor == nil { break }
        }
        let naive = try baseline.page(question.condition)
        let promised = "< 10 ms"
        Report.time(
            "  \(question.name): page and totals, p50", times.quantile(0.5), promised: promised,
            baseline: ("SQL scan", naive))
        Report.time("    p99", times.quantile(0.99), promised: promised)
        Report.time("    last pages, p99", ends.quantile(0.99), promised: promised)
        Report.time("    asked for the first time, p50", firsts.quantile(0.5), promised: promised)
        Report.time("    the slowest of \(firsts.count)", firsts.quantile(1), promised: promised)
    }

    /// Evicts earlier answers from history's cache, by more other requests than it keeps, and the rows from the caches
    /// of the processor, by reading other memory.
    private static func forgetAnswers(_ house: HistoryBench, of user: String) async throws {
        for number in 0..<64 {
            let other = HistorySignal.Transactions(from: "2025-01-01", to: "2025-01-01", text: "nothing\(number)")
            _ = try await house.send(other, as: user)
        }
        var other = [UInt64](repeating: 1, count: 8_000_000)
        for index in other.indices { other[index] &+= other[index / 2] }
        precondition(other[0] == 2, "Each was counted once.")
    }

    private static func follow(events: Int, users: Int) async throws {
        let directory = TemporaryDirectory()
        let house = try await HistoryBench(path: directory.file("history.db"))
        let scripted = HistoryEvents(users: users, accountsOfUser: 1)
        let time = try await ContinuousClock().measure { try await house.follow(scripted, transfers: events) }
        let bare = try await bareInserts(events: events)
        Report.rate(
            "history: following ledger, \(users) users", Double(events) / (time / .seconds(1)), promised: "",
            baseline: ("two bare indexed rows each", bare))
        await house.close()
    }

    /// The least that keeps two rows of a transfer findable by account, 500 transfers a commit.
    private static func bareInserts(events: Int) async throws -> Double {
        let directory = TemporaryDirectory()
        let connection = try Connection(path: directory.file("bare.db"), options: ConnectionOptions())
        try connection.execute(
            """
            CREATE TABLE rows (
                key INTEGER PRIMARY KEY, account INTEGER, amount INTEGER, time INTEGER, id TEXT, text TEXT);
            CREATE INDEX rows_by_account ON rows (account)
            """)
        var random = SeededGenerator(seed: 1)
        let began = ContinuousClock.now
        for start in stride(from: 0, to: events, by: 500) {
            try connection.execute("BEGIN")
            for row in (start * 2)..<((start + 500) * 2) {
                try connection.run(
                    "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)", row, Int64(random.next() % 20_000), 100, row,
                    "01j9x3k4m5n6p7q8\(row)", "coffee")
            }
            try connection.execute("COMMIT")
        }
        let time = ContinuousClock.now - began
        connection.close()
        return Double(events) / (time / .seconds(1))
    }
}
