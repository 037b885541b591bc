import Coordination
import Foundation
import Testing

@testable import GatewayService

/// `gateway history --chart`.
@Suite struct HistoryChartTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
    }

    private static func row(_ key: String?, _ income: String, _ expense: String, _ currency: String = "RUB") -> String {
        let money = { (amount: String) in #"{"amount":"\#(amount)","currency":"\#(currency)"}"# }
        return (key.map { #"{"key":"\#($0)","# } ?? "{")
            + #""currency":"\#(currency)","income":\#(money(income)),"expense":\#(money(expense)),"count":1}"#
    }

    private func answer(_ rows: [String]) {
        fixture.services.answer("history.summary", json: #"{"rows":[\#(rows.joined(separator: ","))]}"#)
    }

    private let days = [row("2026-11-10", "0.00", "40.50"), row("2026-11-05", "100.00", "0.00")]

    @Test func theBalanceIsTheSumOfAllDays() async throws {
        answer(days)
        let outcome = await fixture.run("history", "--account", "main", "--chart", "balance", "--to", "2026-11-12")
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("Balance of main\nat the end of each day (UTC)\nbalance, RUB\n"))
        #expect(
            outcome.output.hasSuffix(
                "balance in RUB: first 100 (2026-11-05), last 59.5 (2026-11-12), lowest 59.5 (2026-11-10), highest 100 "
                    + "(2026-11-05), change -40.5\u{A0}%.\n"), "\(outcome.output)")
        let asked = try #require(fixture.services.calls(of: "history.summary").first?.parameters)
        #expect(asked == #"{"by":"day","account":"a1b2c3d4e5f6","to":"2026-11-12","limit":1000}"#)
    }

    @Test func unitsAreWrittenAsAmountsAre() async throws {
        answer(days)
        let outcome = await fixture.run("--lang", "ru", "history", "--account", "main", "--chart", "balance")
        #expect(outcome.output.contains("\nостаток, ₽\n") && !outcome.output.contains("RUB"), "\(outcome)")
    }

    @Test(arguments: [
        (["2026-11-10", "2026-11-05"], "day", "2026-11-10"), (["2026-11", "2026-10"], "month", "2026-11"),
        (["music", nil], "category", "music"),
    ])
    func aSummarySaysWhatItsRowsAreOf(_ keys: [String?], _ column: String, _ first: String) async throws {
        answer(keys.map { Self.row($0, "0.00", "5.00") })
        let outcome = await fixture.run("history", "summary", column)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let head = try #require(lines.firstIndex { $0.hasPrefix(column) }, "\(outcome)")
        #expect(lines[head + 1].hasPrefix(first), "\(outcome)")
    }

    @Test func whatWasBeforeCountsAndPagesAreJoined() async throws {
        fixture.services.answer("history.summary") { [days] call in
            call.parameters.contains("cursor")
                ? #"{"rows":[\#(days[1])]}"# : #"{"rows":[\#(days[0])],"nextCursor":"c"}"#
        }
        let outcome = await fixture.run(
            "history", "--chart", "balance", "--from", "2026-11-09", "--to", "2026-11-10", "--json")
        #expect(
            outcome.output
                == #"{"currency":"RUB","points":[{"date":"2026-11-09","balance":{"amount":"100.00","currency":"RUB"}},"#
                + #"{"date":"2026-11-10","balance":{"amount":"59.50","currency":"RUB"}}]}"# + "\n", "\(outcome)")
        let calls = fixture.services.calls(of: "history.summary")
        #expect(calls.count == 2 && calls.allSatisfy { !$0.parameters.contains("from") })
    }

    @Test func spendingIsToldByCategoryTheLargestFirst() async throws {
        answer([
            Self.row("food", "5.00", "300.00"), Self.row("rent", "0.00", "1000.00"), Self.row(nil, "0.00", "0.50"),
        ])
        let outcome = await fixture.run("history", "--chart", "spending", "--from", "2026-11-01", "--ascii")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(3) == ["Spending by category", "from 2026-11-01, without transfers to yourself", "sum, RUB"],
            "\(outcome)")
        #expect(lines[3].hasPrefix("rent   ####") && lines[4].hasPrefix("food   ###") && lines[5].hasPrefix("(none) "))
        let asked = try #require(fixture.services.calls(of: "history.summary").first?.parameters)
        #expect(asked.contains(#""type":"expense""#) && asked.contains(#""by":"category""#))
        #expect(asked.contains(#""own":false"#) && asked.contains(#""undone":false"#))
        _ = await fixture.run("history", "--chart", "spending", "--with-own", "--with-undone")
        let all = try #require(fixture.services.calls(of: "history.summary").last?.parameters)
        #expect(!all.contains("own") && !all.contains("undone"))
        let income = await fixture.run("history", "--chart", "spending", "--type", "income", "--plain").output
        #expect(income.hasPrefix("income in RUB: first 5 (food)"), "\(income)")
    }

    @Test func manyCategoriesBecomeOne() async throws {
        answer((1...20).map { Self.row("category \($0)", "0.00", "\($0).00") })
        let output = await fixture.run("history", "--chart", "spending").output
        #expect(output.contains("category 20") && output.contains("6 others") && !output.contains("category 6 "))
    }

    @Test func aPictureAloneMeansTheBalance() async throws {
        answer(days)
        let file = fixture.directory + "/a.svg"
        #expect(await fixture.run("history", "--svg", file).code == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<title id=\"title\">Balance</title>"))
        #expect(fixture.services.calls(of: "history.transactions").isEmpty)
    }

    @Test func oneCurrencyIsDrawn() async {
        answer([Self.row("2026-11-05", "100.00", "0.00"), Self.row("2026-11-05", "7.00", "0.00", "USD")])
        let several = await fixture.run("history", "--chart", "balance")
        #expect(several.code == 2 && several.errors.contains("RUB, USD"), "\(several)")
        let dollars = await fixture.run("history", "--chart", "balance", "--currency", "USD", "--plain")
        #expect(dollars.output.hasPrefix("balance in USD: first 7 (2026-11-05)"), "\(dollars)")
        #expect(await fixture.run("history", "--chart", "balance", "--currency", "EUR").code == 5)
        answer([])
        #expect(await fixture.run("history", "--chart", "spending").code == 5)
    }

    @Test func whatBelongsToAListDoesNotGoWithAChart() async {
        for flags in [["--limit", "5"], ["--all"], ["--cursor", "c"]] {
            #expect(await fixture.run(["history", "--chart", "balance"] + flags).code == 2)
        }
        #expect(await fixture.run("history", "--currency", "RUB").code == 2)
        #expect(fixture.services.calls(of: "history.summary").isEmpty)
    }
}
