import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import Testing

@testable import GatewayCommands
@testable import GatewayService

/// `gateway report`: what is asked, the table, the chart, and the files.
@Suite struct ReportCommandTests {
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        try await fixture.signIn()
        fixture.services.answer("ledger.accounts", json: GatewayFixture.accounts)
    }

    private static let rubles = Currency(code: "RUB")
    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private static func row(
        _ line: HistorySignal.ReportLine, _ amounts: [String], key: String? = nil, name: String? = nil, depth: Int = 0,
        compared: [String]? = nil, total: String? = nil, share: Double? = nil, code: String = "RUB"
    ) throws -> HistorySignal.ReportRow {
        let currency = try #require(Currency(code: code))
        func money(_ text: String) throws -> Money { try Money(decimal: text, currency: currency) }
        return HistorySignal.ReportRow(
            line: line, key: key, name: name, depth: depth, amounts: try amounts.map(money),
            compared: try compared?.map(money), total: try total.map(money), average: try money(amounts[0]),
            sharePercent: share)
    }

    private static func periods(_ keys: [String]) throws -> [HistorySignal.ReportPeriod] {
        try keys.map { key in
            HistorySignal.ReportPeriod(key: key, first: try day(key + "-01"), last: try day(key + "-28"))
        }
    }

    private func answer(
        _ kind: HistorySignal.ReportKind, _ currencies: [HistorySignal.CurrencyReport],
        keys: [String] = ["2026-10", "2026-11"], compared: [String]? = nil
    ) throws {
        let answer = HistorySignal.ReportAnswer(
            kind: kind, by: .month, periods: try Self.periods(keys),
            comparedPeriods: try compared.map(Self.periods), currencies: currencies)
        let json = String(decoding: try JSONEncoding.encode(answer), as: UTF8.self)
        fixture.services.answer("history.report", json: json)
    }

    private static func spending(_ name: String = "cafe") throws -> HistorySignal.CurrencyReport {
        HistorySignal.CurrencyReport(
            currency: try #require(rubles),
            rows: [
                try row(
                    .expense, ["1030.00", "70.00"], key: "food", name: "food", depth: 1, total: "1100.00",
                    share: 91.67),
                try row(
                    .expense, ["0.00", "50.00"], key: "food:\(name)", name: name, depth: 2, total: "50.00",
                    share: 4.17),
                try row(.expense, ["100.00", "0.00"], depth: 1, total: "100.00", share: 8.33),
            ], totals: [try row(.expense, ["1130.00", "70.00"], total: "1200.00")])
    }

    private static func yen() throws -> HistorySignal.CurrencyReport {
        HistorySignal.CurrencyReport(
            currency: try #require(Currency(code: "JPY")), rows: [],
            totals: [try row(.expense, ["5", "0"], total: "5", code: "JPY")])
    }

    // MARK: Asking

    @Test func flagsBecomeParameters() async throws {
        try answer(.spending, [try Self.spending()])
        let outcome = await fixture.run(
            "report", "spending", "--by", "quarter", "--from", "2026-01-01", "--to", "2026-11-30", "--depth", "2",
            "--compare", "year", "--account", "main", "--text", "tea", "--min-amount", "5", "--category", "food")
        #expect(outcome.code == 0, "\(outcome)")
        let asked = try #require(fixture.services.calls(of: "history.report").first?.parameters)
        #expect(
            asked
                == #"{"kind":"spending","by":"quarter","from":"2026-01-01","to":"2026-11-30","depth":2,"#
                + #""compare":"year","account":"a1b2c3d4e5f6","text":"tea","minAmount":"5","category":"food"}"#)
    }

    @Test func daysMayBeWords() async throws {
        try answer(.income, [])
        _ = await fixture.run("report", "income", "--from", "last-month", "--to", "last-month")
        let asked = try #require(fixture.services.calls(of: "history.report").first?.parameters)
        #expect(asked == #"{"kind":"income","from":"2026-10-01","to":"2026-10-31"}"#)
    }

    @Test(arguments: [
        (["report"], "balance"), (["report", "weather"], "balance"),
        (["report", "income", "--by", "decade"], "quarter"),
        (["report", "income", "--from", "some day"], "--from must be a day"),
        (["report", "income", "--csv", "-", "--html", "-"], "Only one thing"),
        (["report", "income", "--csv", "-", "--json"], "Only one thing"),
        (["report", "income", "--csv", "a.csv", "--chart"], "--csv does not go with it"),
    ])
    func whatIsWrittenWronglyIsRefused(arguments: [String], words: String) async throws {
        let outcome = await fixture.run(arguments)
        #expect(outcome.code == 2 && outcome.errors.contains(words), "\(outcome)")
        #expect(fixture.services.calls(of: "history.report").isEmpty)
    }

    // MARK: Table

    @Test func spendingIsATreeWithPeriodsAsColumns() async throws {
        try answer(.spending, [try Self.spending()])
        let outcome = await fixture.run("report", "spending")
        #expect(
            outcome.output
                == """
                Spending by month  2026-10-01 to 2026-11-28

                RUB
                name     2026-10  2026-11     total    share   average
                food    1 030.00    70.00  1 100.00  91.67 %  1 030.00
                  cafe      0.00    50.00     50.00   4.17 %      0.00
                (none)    100.00     0.00    100.00   8.33 %    100.00
                total   1 130.00    70.00  1 200.00           1 130.00

                without transfers between your own accounts and without reversed transactions

                """.replacing(/(\d) (?=%|\d{3}\.)/) { "\($0.1)\u{A0}" }, "\(outcome.output)")
    }

    @Test func russianHasItsWords() async throws {
        try answer(.spending, [try Self.spending()])
        let outcome = await fixture.run("report", "spending", "--lang", "ru")
        #expect(outcome.output.hasPrefix("Расходы по месяцам  с 01.10.2026 по 28.11.2026\n\n₽\n"), "\(outcome)")
        #expect(outcome.output.contains("итого") && !outcome.output.contains("total"), "\(outcome)")
    }

    @Test func aNarrowTerminalKeepsTheNewestPeriods() async throws {
        let keys = (1...6).map { "2026-0\($0)" }
        let amounts = keys.indices.map { "\($0 + 1)000.00" }
        let report = HistorySignal.CurrencyReport(
            currency: try #require(Self.rubles),
            rows: [try Self.row(.balance, amounts, key: "a1", name: "main", depth: 1)],
            totals: [try Self.row(.balance, amounts)])
        try answer(.balance, [report], keys: keys)
        let outcome = await fixture.run("report", "balance", width: 40, isTerminal: true)
        let lines = outcome.output.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 40 }, "\(outcome.output)")
        let heading = try #require(lines.first { $0.contains("name") })
        #expect(heading.contains("2026-06") && heading.contains("2026-05") && !heading.contains("2026-01"))
        #expect(lines.joined(separator: " ").contains("not shown: average, 2026-01"), "\(outcome.output)")
    }

    @Test func comparisonsShowTheChange() async throws {
        let report = HistorySignal.CurrencyReport(
            currency: try #require(Self.rubles), rows: [],
            totals: [
                try Self.row(.balance, ["10.00", "7.50"], compared: ["0.00", "10.00"]),
                try Self.row(.change, ["10.00", "-2.50"], compared: ["1.00", "10.00"], total: "7.50"),
            ])
        try answer(.networth, [report], compared: ["2026-09", "2026-10"])
        let outcome = await fixture.run("report", "networth", "--compare", "previous")
        #expect(outcome.output.contains("vs 2026-09") && outcome.output.contains("vs 2026-10"), "\(outcome)")
        let line = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("net worth") })
        #expect(
            line.split(separator: " ").map(String.init).dropFirst(2).prefix(4) == ["10.00", "+10.00", "7.50", "-2.50"])
    }

    @Test func cashFlowNamesEachAccountOnce() async throws {
        func lines(_ key: String?, _ name: String?, depth: Int) throws -> [HistorySignal.ReportRow] {
            try [
                Self.row(.opening, ["0.00", "5.00"], key: key, name: name, depth: depth),
                Self.row(.moneyIn, ["7.00", "0.00"], key: key, name: name, depth: depth, total: "7.00"),
                Self.row(.moneyOut, ["2.00", "1.00"], key: key, name: name, depth: depth, total: "3.00"),
                Self.row(.net, ["5.00", "-1.00"], key: key, name: name, depth: depth, total: "4.00"),
                Self.row(.closing, ["5.00", "4.00"], key: key, name: name, depth: depth),
            ]
        }
        let report = HistorySignal.CurrencyReport(
            currency: try #require(Self.rubles),
            rows: try lines("a1", "cash", depth: 1) + lines("a2", "cash", depth: 1),
            totals: try lines(nil, nil, depth: 0))
        try answer(.cashflow, [report])
        let outcome = await fixture.run("report", "cashflow")
        let names = outcome.output.split(separator: "\n").map(String.init)
        #expect(names.filter { $0.hasPrefix("cash a") } == ["cash a1", "cash a2"], "\(outcome.output)")
        #expect(names.filter { $0.contains("opening balance") }.count == 3 && names.contains("all accounts"))
    }

    @Test func programsGetTheAnswerAsItCame() async throws {
        try answer(.spending, [try Self.spending(), try Self.yen()])
        let outcome = await fixture.run("report", "spending", "--json")
        let whole = try JSONDocument(text: outcome.output).root.decode(HistorySignal.ReportAnswer.self)
        #expect(whole.currencies.count == 2)
        let one = await fixture.run("report", "spending", "--json", "--currency", "JPY")
        let yen = try JSONDocument(text: one.output).root.decode(HistorySignal.ReportAnswer.self)
        #expect(yen.currencies == [try Self.yen()] && yen.periods == whole.periods)
    }

    @Test func linesOfJSONAreCurrencies() async throws {
        try answer(.spending, [try Self.spending(), try Self.yen()])
        let outcome = await fixture.run("report", "spending", "--jsonl")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let reports = try lines.map { try JSONDocument(text: $0).root.decode(HistorySignal.CurrencyReport.self) }
        #expect(reports == [try Self.spending(), try Self.yen()], "\(outcome)")
    }

    @Test func nothingIsSaidPlainly() async throws {
        try answer(.income, [])
        let outcome = await fixture.run("report", "income")
        #expect(outcome.code == 0 && outcome.output.contains("nothing found"), "\(outcome)")
        let chart = await fixture.run("report", "income", "--chart")
        #expect(chart.code != 0 && chart.errors.contains("nothing to draw"), "\(chart)")
    }

    // MARK: Charts

    @Test func aChartIsOfOneCurrency() async throws {
        try answer(.spending, [try Self.spending(), try Self.yen()])
        let both = await fixture.run("report", "spending", "--chart")
        #expect(both.code == 2 && both.errors.contains("--currency RUB"), "\(both)")
        let one = await fixture.run("report", "spending", "--chart", "--currency", "RUB")
        #expect(one.code == 0 && one.output.contains("2026-10") && one.output.contains("█"), "\(one)")
        let file = fixture.directory + "/spending.svg"
        let picture = await fixture.run("report", "spending", "--currency", "RUB", "--svg", file)
        #expect(picture.code == 0, "\(picture)")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("<svg"))
    }

    // MARK: Files

    @Test func csvHasTheWordsOfTheWire() async throws {
        try answer(.spending, [try Self.spending("=cmd()")])
        let outcome = await fixture.run("report", "spending", "--csv", "-", "--lang", "ru")
        let lines = outcome.output.components(separatedBy: "\r\n")
        #expect(
            lines == [
                "currency,line,level,key,name,2026-10,2026-11,total,average,share percent",
                "RUB,expense,1,food,food,1030.00,70.00,1100.00,1030.00,91.67",
                "RUB,expense,2,food:=cmd(),'=cmd(),0.00,50.00,50.00,0.00,4.17",
                "RUB,expense,1,,,100.00,0.00,100.00,100.00,8.33",
                "RUB,expense,total,,,1130.00,70.00,1200.00,1130.00,", "",
            ])
    }

    @Test func filesAreWrittenWholeOrNotAtAll() async throws {
        try answer(.spending, [try Self.spending()])
        let (csv, html) = (fixture.directory + "/a.csv", fixture.directory + "/a.html")
        let outcome = await fixture.run("report", "spending", "--csv", csv, "--html", html)
        #expect(outcome.code == 0 && outcome.output.contains("wrote \(csv)"), "\(outcome)")
        #expect(try String(contentsOfFile: csv, encoding: .utf8).hasPrefix("currency,line"))
        let again = await fixture.run("report", "spending", "--csv", csv)
        #expect(again.code == 2 && again.errors.contains("is there already"), "\(again)")
        let replaced = await fixture.run("report", "spending", "--csv", csv, "--replace", "--json")
        #expect(replaced.code == 0 && replaced.output.contains(#""mediaType":"text/csv"#), "\(replaced)")
    }

    /// A page of its own loads nothing and runs nothing, whatever categories are called.
    @Test func thePageIsSelfContained() async throws {
        try answer(.spending, [try Self.spending("<script>alert('1')</script>")])
        let outcome = await fixture.run("report", "spending", "--html", "-")
        let page = outcome.output
        #expect(
            page.hasPrefix("<!doctype html>\n<html lang=\"en\">") && page.hasSuffix("</body></html>\n"), "\(outcome)")
        #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;") && !page.contains("<script"))
        #expect(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"))
        for word in ["http://", "https://", "href=", "src=", "@import", "url("] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("<td>1 030.00</td>".replacing(" ", with: "\u{A0}")), "\(page)")
        #expect(page.contains("<svg") && page.contains("<tr class=\"sum\">"))
    }
}
