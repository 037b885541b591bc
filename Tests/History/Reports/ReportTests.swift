import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import HistoryService

/// Goal: the reports of small books, written out by hand; what is refused, and what others see.
@Suite struct ReportTests {
    private static func moment(_ text: String) throws -> Instant { try #require(Instant(text)) }
    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    /// Pay on the last evening of October in UTC, which is November in Tokyo; food, a transfer between own accounts, an
    /// exchange, a mistake with its reversal, and a withdrawn import.
    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("a1", of: "anna", name: "main")
        try script.openAccount("a2", of: "anna", name: "savings")
        try script.openAccount("a3", of: "anna", .yen, name: "yen")
        try script.openAccount("b1", of: "boris", name: "his")
        try script.move(
            1_000_00, from: "world-RUB", to: "a1", at: moment("2026-10-31T22:30:00Z"), "pay", category: "job")
        try script.move(30_00, from: "a1", to: "world-RUB", at: moment("2026-10-02T09:00:00Z"), "tea", category: "food")
        try script.move(
            50_00, from: "a1", to: "b1", at: moment("2026-11-02T09:00:00Z"), "lunch", category: "food:cafe")
        try script.move(
            20_00, from: "a1", to: "world-RUB", at: moment("2026-11-03T09:00:00Z"), "bread", category: "food")
        try script.move(5_00, from: "a1", to: "world-RUB", at: moment("2026-11-03T09:00:01Z"), "thing")
        try script.move(200_00, from: "a1", to: "a2", at: moment("2026-11-04T09:00:00Z"), "put aside")
        try script.move(
            60_00, from: "a1", to: "world-RUB", at: moment("2026-11-05T09:00:00Z"), "exchange", more: ["exchange": "t8"]
        )
        try script.move(
            90, from: "world-JPY", to: "a3", at: moment("2026-11-05T09:00:00Z"), "exchange", more: ["exchange": "t7"])
        try script.move(7_77, from: "a1", to: "b1", at: moment("2026-11-06T09:00:00Z"), "mistake", category: "food")
        try script.move(
            7_77, from: "b1", to: "a1", at: moment("2026-12-01T09:00:00Z"), "mistake", more: ["reverses": "t9"])
        let row = try script.move(
            400_00, from: "world-RUB", to: "a1", at: moment("2026-12-01T10:00:00Z"), "wrong",
            more: ["occurredAt": "2026-11-07T09:00:00Z", "import": "i"])
        try script.move(
            400_00, from: "a1", to: "world-RUB", at: moment("2026-12-01T11:00:00Z"), "wrong",
            more: ["occurredAt": "2026-11-07T09:00:00Z", "import": "i", "reverses": row])
        return script
    }

    private static func withHouse(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        let events = try script().events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events)
            try await body(house)
        }
    }

    /// Returns the rows as text: `expense food:cafe 2 0.00 50.00`.
    private static func texts(_ rows: [HistorySignal.ReportRow]?) -> [String] {
        (rows ?? []).map { row in
            (["\(row.line)", row.key ?? "-", "\(row.depth)"] + row.amounts.map(\.decimalText)).joined(separator: " ")
        }
    }

    private static func report(
        _ kind: HistorySignal.ReportKind, depth: Int? = nil, compare: HistorySignal.ReportComparison? = nil,
        account: String? = nil, filter: String? = nil
    ) throws -> HistorySignal.Report {
        HistorySignal.Report(
            kind: kind, from: try day("2026-10-01"), to: try day("2026-12-31"), depth: depth, compare: compare,
            account: account, filter: filter)
    }

    // MARK: Kinds

    @Test(arguments: StoreKind.allCases) func balancesAreThoseAtTheEndsOfPeriods(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let answer = try await house.send(try Self.report(.balance))
            #expect(answer.periods.map(\.key) == ["2026-10", "2026-11", "2026-12"])
            #expect(answer.currencies.map(\.currency) == [.yen, .rubles])
            #expect(Self.texts(answer.currencies[0].rows) == ["balance a3 1 0 90 90"])
            #expect(
                Self.texts(answer.currencies[1].rows) == [
                    "balance a1 1 970.00 627.23 635.00", "balance a2 1 0.00 200.00 200.00",
                ])
            #expect(answer.currencies[1].rows.map(\.name) == ["main", "savings"])
            #expect(answer.currencies[1].rows.allSatisfy { $0.total == nil })
            #expect(Self.texts(answer.currencies[1].totals) == ["balance - 0 970.00 827.23 835.00"])
            #expect(answer.currencies[1].totals[0].average.decimalText == "877.41")
        }
    }

    @Test(arguments: StoreKind.allCases) func incomeAndExpensesAreByCategory(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let answer = try await house.send(try Self.report(.income))
            // The exchange is neither, so there is nothing in yen.
            let report = try #require(answer.currencies.first)
            #expect(answer.currencies.count == 1 && report.currency == .rubles)
            #expect(
                Self.texts(report.rows) == [
                    "income job 1 1000.00 0.00 0.00", "expense food 1 30.00 70.00 0.00",
                    "expense food:cafe 2 0.00 50.00 0.00", "expense - 1 0.00 5.00 0.00",
                ])
            #expect(
                Self.texts(report.totals) == [
                    "income - 0 1000.00 0.00 0.00", "expense - 0 30.00 75.00 0.00", "net - 0 970.00 -75.00 0.00",
                ])
            #expect(report.rows.map { $0.total?.decimalText } == ["1000.00", "100.00", "50.00", "5.00"])
            #expect(report.rows.map(\.name) == ["job", "food", "cafe", nil])
        }
    }

    @Test(arguments: StoreKind.allCases) func spendingHasSharesAndLevels(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let report = try #require(try await house.send(try Self.report(.spending)).currencies.first)
            #expect(
                Self.texts(report.rows) == [
                    "expense food 1 30.00 70.00 0.00", "expense food:cafe 2 0.00 50.00 0.00",
                    "expense - 1 0.00 5.00 0.00",
                ])
            #expect(report.rows.map(\.sharePercent) == [95.24, 47.62, 4.76])
            #expect(Self.texts(report.totals) == ["expense - 0 30.00 75.00 0.00"])
            let top = try #require(try await house.send(try Self.report(.spending, depth: 1)).currencies.first)
            #expect(Self.texts(top.rows) == ["expense food 1 30.00 70.00 0.00", "expense - 1 0.00 5.00 0.00"])
        }
    }

    @Test(arguments: StoreKind.allCases) func cashFlowLeadsFromOpeningToClosing(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let answer = try await house.send(try Self.report(.cashflow, account: "a1"))
            let report = try #require(answer.currencies.first)
            let expected = [
                "opening a1 1 0.00 970.00 627.23", "moneyIn a1 1 1000.00 0.00 7.77",
                "moneyOut a1 1 30.00 342.77 0.00", "net a1 1 970.00 -342.77 7.77",
                "closing a1 1 970.00 627.23 635.00",
            ]
            #expect(answer.currencies.count == 1 && Self.texts(report.rows) == expected)
            #expect(
                Self.texts(report.totals)
                    == expected.map { $0.replacing(" a1 1 ", with: " - 0 ") })
            #expect(report.rows.map { $0.total?.decimalText } == [nil, "1007.77", "372.77", "635.00", nil])
        }
    }

    @Test(arguments: StoreKind.allCases) func netWorthIsTheSumOfAccounts(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let answer = try await house.send(try Self.report(.networth, compare: .previous))
            #expect(answer.comparedPeriods?.map(\.key) == ["2026-09", "2026-10", "2026-11"])
            let report = try #require(answer.currencies.last)
            #expect(report.rows.isEmpty)
            #expect(
                Self.texts(report.totals) == [
                    "balance - 0 970.00 827.23 835.00", "change - 0 970.00 -142.77 7.77",
                ])
            #expect(report.totals[0].compared?.map(\.decimalText) == ["0.00", "970.00", "827.23"])
            #expect(report.totals[1].compared?.map(\.decimalText) == ["0.00", "970.00", "-142.77"])
        }
    }

    @Test(arguments: StoreKind.allCases) func daysAreThoseOfTheUser(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            try await house.setZone("Asia/Tokyo", of: "anna")
            let report = try #require(try await house.send(try Self.report(.income)).currencies.first)
            #expect(Self.texts(report.rows).first == "income job 1 0.00 1000.00 0.00")
        }
    }

    @Test(arguments: StoreKind.allCases) func withoutDaysThereAreSixPeriodsUpToToday(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let answer = try await house.send(HistorySignal.Report(kind: .balance))
            #expect(answer.by == .month && answer.periods.count == 6)
            // The clock of the house stands still on this day.
            #expect(answer.periods.last?.last == (try Self.day("2026-11-21")))
            #expect(answer.periods.first?.first == (try Self.day("2026-06-01")))
        }
    }

    // MARK: Filters

    @Test(arguments: StoreKind.allCases) func filtersNarrowIncomeAndSpending(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let days = (try Self.day("2026-10-01"), try Self.day("2026-12-31"))
            for (asked, sum) in [
                (HistorySignal.Report(kind: .spending, from: days.0, to: days.1, text: "bre"), "20.00"),
                (HistorySignal.Report(kind: .spending, from: days.0, to: days.1, category: "food"), "50.00"),
                (HistorySignal.Report(kind: .spending, from: days.0, to: days.1, minAmount: "30"), "80.00"),
                (HistorySignal.Report(kind: .spending, from: days.0, to: days.1, maxAmount: "5"), "5.00"),
                (HistorySignal.Report(kind: .spending, from: days.0, to: days.1, counterparty: "b1"), "50.00"),
            ] {
                let report = try #require(try await house.send(asked).currencies.first)
                #expect(report.totals.first?.total?.decimalText == sum, "\(asked)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func aSavedFilterMayAskForWhatIsUsuallyLeftOut(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            _ = try await house.send(
                HistorySignal.SaveFilter(name: "own", from: "2026-11-01", to: "2026-11-04", own: true), key: "1")
            _ = try await house.send(HistorySignal.SaveFilter(name: "gone", undone: true), key: "2")
            _ = try await house.send(HistorySignal.SaveFilter(name: "came", type: .income), key: "3")
            // Without days of its own, the report ends with those of the filter.
            let own = try await house.send(HistorySignal.Report(kind: .spending, filter: "own"))
            #expect(own.periods.last?.last == (try Self.day("2026-11-04")))
            #expect(own.currencies.first?.totals.first?.total?.decimalText == "200.00")
            let gone = try await house.send(try Self.report(.spending, filter: "gone"))
            #expect(gone.currencies.first?.totals.first?.total?.decimalText == "407.77")
            #expect(try await house.send(try Self.report(.spending, filter: "came")).currencies.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func aQueryNarrowsWhatCounts(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            func sum(_ query: String) async throws -> String? {
                let asked = HistorySignal.Report(
                    kind: .spending, from: try Self.day("2026-10-01"), to: try Self.day("2026-11-30"), query: query)
                return try await house.send(asked).currencies.first?.totals.first?.total?.decimalText
            }
            #expect(try await sum("cat:food") == "100.00")
            #expect(try await sum("cat:food not:cat:food:cafe amt:>20") == "30.00")
            #expect(try await sum("is:own") == "260.00")
            #expect(try await sum("cat:none -thing") == nil)
            // Without days of its own, the report ends with those of the query.
            let ended = try await house.send(HistorySignal.Report(kind: .spending, query: "date:2026-10"))
            #expect(ended.periods.last?.last == (try Self.day("2026-10-31")))
        }
    }

    // MARK: Refusals

    @Test(arguments: StoreKind.allCases) func whatDoesNotGoTogetherIsRefused(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            func fault(_ asked: HistorySignal.Report) async throws -> String {
                let fault = try #require(try await house.fault(of: asked))
                return "\(fault.code) \(fault.field ?? "-")"
            }
            for kind in [HistorySignal.ReportKind.balance, .cashflow, .networth] {
                #expect(try await fault(.init(kind: kind, depth: 1)) == "invalidArgument depth")
                #expect(try await fault(.init(kind: kind, text: "x")) == "invalidArgument text")
                #expect(try await fault(.init(kind: kind, minAmount: "1")) == "invalidArgument minAmount")
                #expect(try await fault(.init(kind: kind, maxAmount: "1")) == "invalidArgument maxAmount")
                #expect(try await fault(.init(kind: kind, category: "x")) == "invalidArgument category")
                #expect(try await fault(.init(kind: kind, counterparty: "b1")) == "invalidArgument counterparty")
                #expect(try await fault(.init(kind: kind, filter: "x")) == "invalidArgument filter")
                #expect(try await fault(.init(kind: kind, query: "x")) == "invalidArgument query")
            }
            #expect(try await fault(.init(kind: .income, query: "foo:bar")) == "invalidArgument query")
            #expect(try await fault(.init(kind: .income, query: "acct:b1")) == "notFound query")
            #expect(try await fault(.init(kind: .income, depth: 0)) == "invalidArgument depth")
            #expect(try await fault(.init(kind: .income, depth: 51)) == "invalidArgument depth")
            #expect(try await fault(.init(kind: .income, minAmount: "a lot")) == "invalidArgument minAmount")
            let (early, late) = (try Self.day("1990-01-01"), try Self.day("2026-01-01"))
            #expect(try await fault(.init(kind: .income, from: late, to: early)) == "invalidArgument to")
            #expect(try await fault(.init(kind: .income, by: .day, from: early, to: late)) == "invalidArgument by")
            #expect(try await fault(.init(kind: .income, filter: "none")) == "notFound filter")
            #expect(try await fault(.init(kind: .balance, account: "b1")) == "notFound account")
        }
    }

    /// A report must fit a message.
    @Test(arguments: StoreKind.allCases) func tooManyCategoriesAreRefused(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("a1", of: "anna")
        let time = try Self.moment("2026-11-02T09:00:00Z")
        for number in 0..<1_001 {
            try script.move(
                1, from: "a1", to: "world-RUB", at: time, category: "c\(number % 10):\(number)")
        }
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            let fault = try await house.fault(of: HistorySignal.Report(kind: .spending))
            #expect(fault?.code == .limitExceeded && fault?.message.contains("smaller depth") == true)
            let report = try await house.send(HistorySignal.Report(kind: .spending, depth: 1)).currencies.first
            #expect(report?.rows.count == 10 && report?.totals.first?.total?.minorUnits == 1_001)
        }
    }

    /// Rows and columns together are limited, too.
    @Test func tooManyAmountsAreRefused() async throws {
        var script = LedgerScript()
        try script.openAccount("a1", of: "anna")
        let time = try Self.moment("2026-11-02T09:00:00Z")
        for number in 0..<300 { try script.move(1, from: "a1", to: "world-RUB", at: time, category: "c\(number)") }
        try await HistoryHouse.with(.sqlite) { house in
            try await house.follow(script.events)
            func asked(_ last: String) throws -> HistorySignal.Report {
                HistorySignal.Report(
                    kind: .spending, by: .day, from: try Self.day("2026-11-01"), to: try Self.day(last))
            }
            #expect(try await house.fault(of: try asked("2027-02-07")) == nil)
            #expect(try await house.fault(of: try asked("2027-02-08"))?.code == .limitExceeded)
        }
    }

    // MARK: Others

    @Test(arguments: StoreKind.allCases) func anotherUserSeesNothing(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            for report in HistorySignal.ReportKind.allCases {
                let mine = try await house.send(try Self.report(report))
                _ = try await house.send(
                    HistorySignal.SetCategory(id: "t3", category: "gift"), as: "boris", key: "\(report)")
                let his = try await house.send(try Self.report(report), as: "boris")
                let text = String(decoding: try JSONEncoding.encode(his), as: UTF8.self)
                #expect(["a1", "a2", "cafe", "main", "savings"].allSatisfy { !text.contains($0) }, "\(text)")
                #expect(try await house.send(try Self.report(report)) == mine)
                #expect(try await house.send(try Self.report(report), as: "nobody").currencies.isEmpty)
            }
            let his = try await house.send(try Self.report(.income), as: "boris")
            #expect(his.currencies.map(\.currency) == [.rubles])
            #expect(Self.texts(his.currencies[0].rows) == ["income gift 1 0.00 50.00 0.00"])
            #expect(try await house.fault(of: try Self.report(.income), as: nil)?.code == .unauthenticated)
        }
    }

    /// New rows, categories and rules are in the next report.
    @Test(arguments: StoreKind.allCases) func aReportIsOfTheNewestBooks(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            var script = try Self.script()
            try await house.follow(script.events)
            _ = try await house.send(try Self.report(.spending))
            let count = script.events.count
            try script.move(
                1_00, from: "a1", to: "world-RUB", at: try Self.moment("2026-12-02T09:00:00Z"), "taxi",
                more: ["occurredAt": "2026-10-10T09:00:00Z"])
            try await house.follow(script.events(after: count))
            _ = try await house.send(HistorySignal.AddRule(contains: "taxi", category: "rides:taxi"), key: "1")
            let report = try #require(try await house.send(try Self.report(.spending)).currencies.first)
            #expect(Self.texts(report.rows).contains("expense rides:taxi 2 1.00 0.00 0.00"))
            _ = try await house.send(HistorySignal.SetCategory(id: "t5", category: "rides:tram"), key: "2")
            let again = try #require(try await house.send(try Self.report(.spending)).currencies.first)
            #expect(Self.texts(again.rows).contains("expense rides 1 1.00 5.00 0.00"))
            #expect(!Self.texts(again.rows).contains { $0.hasPrefix("expense - ") })
        }
    }

    /// Sums beyond 64 bits stay at the largest that fits.
    @Test(arguments: StoreKind.allCases) func hugeSumsDoNotWrapAround(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("a1", of: "anna")
        try script.openAccount("a2", of: "anna")
        let time = try Self.moment("2026-11-02T09:00:00Z")
        for account in ["a1", "a2"] { try script.move(.max - 1, from: "world-RUB", to: account, at: time) }
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            let worth = try await house.send(try Self.report(.networth))
            #expect(worth.currencies.first?.totals.first?.amounts.last?.minorUnits == .max)
            let spent = try await house.send(try Self.report(.income))
            #expect(spent.currencies.first?.totals.last?.total?.minorUnits == .max)
        }
    }
}
