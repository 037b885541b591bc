import Coordination
import Domain
import Drawing
import GatewayWords
import MicroHTTPD
import Signals
import StrictJSON
import Synchronization
import Testing

@testable import GatewayScenes
@testable import GatewayWeb

/// Files that people take from the page: statements and charts.
@Suite @MainActor struct WebDownloadTests {
    private static let account = "a1b2c3d4e5f6"

    /// A face whose history writes statements of two parts.
    private static func fixture(part: String = "rows") throws -> WebFaceFixture {
        let fixture = try WebFaceFixture()
        fixture.services.answer("history.statement") { call in
            let asked = try JSONDocument(text: call.parameters).root.decode(HistorySignal.Statement.self)
            let answer = HistorySignal.StatementAnswer(
                mediaType: "text/html", content: asked.cursor == nil ? "first \(part)\n" : "last\n",
                nextCursor: asked.cursor == nil ? "next" : nil)
            return String(decoding: try JSONEncoding.encode(answer), as: UTF8.self)
        }
        return fixture
    }

    @Test func aStatementIsAFileOfTheAccountAndPeriod() async throws {
        let fixture = try Self.fixture()
        let browser = try await fixture.browser(of: "anna")
        let file = await browser.get(
            "/statement?account=\(Self.account)&from=2026-11-01&to=2026-11-15&format=ofx")
        #expect(file.status == 200 && file.html == "first rows\nlast\n")
        #expect(file.header("Content-Type") == "application/x-ofx")
        #expect(
            file.header("Content-Disposition")
                == "attachment; filename=\"kopilka-a1b2c3d4e5f6-2026-11-01-2026-11-15.ofx\"")
        #expect(file.header("X-Content-Type-Options") == "nosniff" && file.header("Cache-Control") == "no-store")
        let asked = try #require(fixture.services.calls(of: "history.statement").first)
        #expect(asked.parameters.contains(Self.account) && asked.context.session == "anna-1")

        // The usual period is that of the command: the month until today.
        let usual = await browser.get("/statement?account=\(Self.account)")
        let today = GatewayFixture.now.dayInUTC
        let name = "kopilka-\(Self.account)-\(today.description.prefix(8))01-\(today).csv"
        #expect(usual.header("Content-Disposition") == "attachment; filename=\"\(name)\"")
    }

    @Test func theBooksAreAFileForTheProgramThatReadsIt() async throws {
        let fixture = try Self.fixture()
        fixture.services.answer("history.journal") { call in
            let asked = try JSONDocument(text: call.parameters).root.decode(HistorySignal.Journal.self)
            let answer = HistorySignal.StatementAnswer(
                mediaType: "text/html", content: asked.cursor == nil ? "first\n" : "last\n",
                nextCursor: asked.cursor == nil ? "next" : nil)
            return String(decoding: try JSONEncoding.encode(answer), as: UTF8.self)
        }
        let browser = try await fixture.browser(of: "anna")
        let whole = await browser.get("/journal?from=&to=&format=hledger")
        #expect(whole.status == 200 && whole.html == "first\nlast\n")
        #expect(whole.header("Content-Type") == "text/plain; charset=utf-8")
        #expect(whole.header("Content-Disposition") == "attachment; filename=\"kopilka-books.journal\"")
        let year = await browser.get("/journal?from=2026-01-01&format=beancount")
        #expect(
            year.header("Content-Disposition") == "attachment; filename=\"kopilka-books-2026-01-01.beancount\"")
        let asked = try #require(fixture.services.calls(of: "history.journal").last)
        #expect(asked.parameters == #"{"format":"beancount","from":"2026-01-01","cursor":"next"}"#)
        for query in ["", "format=exe", "format=hledger&from=yesterday", "format=hledger&format=beancount"] {
            #expect(await browser.get("/journal?" + query).status == 400, "\(query)")
        }
        #expect(await FormBrowser(fixture).get("/journal?format=hledger").location == "/sign-in")
        try await eventuallyOnMain("the accounts are there") {
            await browser.get("/history").html.contains(#"action="/journal""#)
        }
        #expect(await !browser.get("/accounts/\(Self.account)").html.contains("/journal"))
    }

    @Test func theFormComesBackWithLedger() async throws {
        let fixture = try Self.fixture()
        let isDown = Mutex(true)
        fixture.services.answer("ledger.accounts") { _ in
            if isDown.withLock({ $0 }) { throw Fault(.unavailable, "Ledger restarts.") }
            return GatewayFixture.accounts
        }
        let browser = try await fixture.browser(of: "anna")
        #expect(!(await browser.get("/history").html.contains(#"action="/statement""#)))
        isDown.withLock { $0 = false }
        try await eventuallyOnMain("the form is there again") {
            await browser.get("/history").html.contains(">savings</option>")
        }
    }

    @Test func theFormOffersTheAccountsAndFormats() async throws {
        let fixture = try Self.fixture()
        let browser = try await fixture.browser(of: "anna")
        // The form goes without the accounts, and so it is not there, when ledger takes longer than two seconds.
        try await eventuallyOnMain("the accounts are there") {
            await browser.get("/history").html.contains(">savings</option>")
        }
        let all = await browser.get("/history").html
        #expect(all.contains(#"action="/statement""#) && all.contains(">savings</option>"))
        for format in ["csv", "json", "ofx", "qif"] { #expect(all.contains(#"<option value="\#(format)">"#)) }
        for path in ["/history?account=\(Self.account)", "/accounts/\(Self.account)"] {
            let one = await browser.get(path).html
            #expect(one.contains(#"name="account" value="\#(Self.account)""#), "\(path)")
        }
        #expect(await !browser.get("/settings").html.contains("/statement"))
    }

    @Test(arguments: [
        "", "account=", "account=a&from=yesterday", "account=a&to=2026-02-30", "account=a&format=exe",
        "account=a&format=", "account=a&account=b",
    ])
    func malformedWishesAreRefused(query: String) async throws {
        let fixture = try Self.fixture()
        let browser = try await fixture.browser(of: "anna")
        #expect(await browser.get("/statement?" + query).status == 400)
        #expect(fixture.services.calls(of: "history.statement").isEmpty)
    }

    @Test func faultsAndStrangersGetNoFile() async throws {
        let fixture = try Self.fixture()
        #expect(await FormBrowser(fixture).get("/statement?account=a").location == "/sign-in")
        let browser = try await fixture.browser(of: "anna")
        fixture.services.refuse("history.statement", Fault(.notFound, "There is no such account."))
        let none = await browser.get("/statement?account=other")
        #expect(none.status == 404 && none.header("Content-Disposition") == nil)
        fixture.services.refuse("history.statement", Fault.unauthenticated("The session has ended."))
        fixture.services.refuse("auth.refresh", Fault.unauthenticated("The session has ended."))
        #expect(await browser.get("/statement?account=a").location == "/sign-in")
        #expect(await browser.get("/history").location == "/sign-in")
    }

    @Test func statementsAreBounded() async throws {
        let fixture = try Self.fixture(part: String(repeating: "x", count: 40_000))
        let browser = try await fixture.browser(of: "anna")
        let long = await browser.get("/statement?account=a")
        #expect(long.status == 413 && long.header("Content-Disposition") == nil)
        #expect(long.html.contains("shorter period") && fixture.face.statementsUnderWay == 0)
    }

    @Test(arguments: [
        "../../etc/passwd", "a\"; filename=\"b", "счёт", "a\r\nb", String(repeating: "x", count: 500), "",
    ])
    func namesOfFilesAreHarmless(name: String) throws {
        let header = WebFace.file([], "text/csv", named: name, "csv").headers[1]
        #expect(header.value.wholeMatch(of: /attachment; filename="kopilka-[A-Za-z0-9-]{0,60}\.csv"/) != nil)
    }

    @Test func aChartIsAPicture() throws {
        let chart = ChartBlock(rows: nil) { _ in
            Chart(
                title: "Balance", series: [Series("a", .line([Point(0, 1), Point(1, 2)]))], horizontal: .numbers(nil))
        }
        let screen = Screen(.blank, panes: [Pane("line", .blank, blocks: [.gap, .chart(chart)])])
        let file = try #require(try WebFace.picture(of: "line-1", on: screen, in: .english))
        #expect(VisitedPage(file).header("Content-Type") == "image/svg+xml")
        #expect(VisitedPage(file).html.contains("<svg"))
        for name in ["line-0", "line-2", "other-1", ""] {
            #expect(try WebFace.picture(of: name, on: screen, in: .english) == nil)
        }
    }
}
