import Coordination
import MicroHTTPD
import StrictJSON
import TestSupport
import Testing

@testable import GatewayWeb

/// Attacks on the assembled face: what strangers, other pages and thieves send.
@Suite @MainActor struct WebAttackTests {
    private static let payment = ["field.to": "a1b9z8y7x6w5", "field.amount": "5", "field.description": ""]

    // MARK: Other sites

    @Test func aFormOfAnotherSiteChangesNothing() async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        let ticket = try #require(await browser.get("/transfer").ticket(to: "/transfer"))
        let fields = Self.payment.merging(["ticket": ticket, "do": "enter"]) { $1 }
        for origin in [
            [], [("origin", "http://evil.example")], [("sec-fetch-site", "cross-site")],
            [("sec-fetch-site", "same-site"), ("origin", "http://127.0.0.1:8080")], [("origin", "null")],
            [("sec-fetch-site", "same-origin"), ("origin", "http://127.0.0.1:8081")],
        ] as [[(String, String)]] {
            #expect(await browser.post("/transfer", fields, origin: origin).status == 403, "\(origin)")
        }
        let forged = await browser.request("GET", "/transfer", [], [], host: "evil.example")
        #expect(forged.status == 421)
        #expect(fixture.services.calls(of: "ledger.transfer").isEmpty)
        // The same form of the page itself is taken: ledger is asked for a preview.
        #expect(await browser.post("/transfer", fields).status == 303)
        #expect(!fixture.services.calls(of: "ledger.transfer").isEmpty)
    }

    @Test(arguments: ["/", "/history", "/transfer", "/settings", "/sign-in", "/none/such/page/here"])
    func noPageCanBeFramedOrKept(path: String) async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        let page = await browser.get(path)
        #expect(page.header("X-Frame-Options") == "DENY" && page.header("Cache-Control") == "no-store")
        #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
        // A frame that asks in spite of that gets nothing.
        let framed = await browser.get(
            path,
            [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "iframe")])
        #expect(framed.status == 403)
    }

    // MARK: Sessions

    @Test func aStolenCookieIsWorthNothingAfterSigningOut() async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        let thief = FormBrowser(fixture, cookie: browser.cookie)
        let stolen = await thief.get("/history")
        #expect(stolen.html.contains("secret of anna"))
        let ticket = try #require(await browser.get("/").ticket(to: "/sign-out"))
        #expect(await browser.post("/sign-out", ["ticket": ticket]).location == "/sign-in")
        for path in ["/", "/history", "/settings"] {
            let page = await thief.get(path)
            #expect(page.location == "/sign-in" && !page.html.contains("secret"))
        }
        let form = stolen.ticket(to: "/history") ?? ""
        #expect(await thief.post("/history", ["ticket": form, "do": "perform.income"]).location == "/sign-in")
        #expect(await thief.get("/events").status == 403)
    }

    /// Auth has ended the session, such as by `gateway sessions end`: the page notices at its next question.
    @Test func aSessionThatAuthHasEndedLeadsToSigningIn() async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        #expect(await browser.get("/").status == 200)
        let ended = Fault.unauthenticated("The session has ended.")
        for method in ["ledger.accounts", "history.transactions", "auth.refresh"] {
            fixture.services.refuse(method, ended)
        }
        for path in ["/accounts/a1b2c3d4e5f6", "/history"] {
            var target: String? = path
            var steps = 0
            while let next = target, next != "/sign-in" || steps == 0, steps < 8 {
                let page = await browser.get(next)
                #expect(!page.html.contains("secret"))
                (target, steps) = (page.location, steps + 1)
            }
            #expect(target == "/sign-in", "\(path)")
        }
        #expect(fixture.sessions.count <= 1)
        #expect(await browser.get("/sign-in").status == 200)
    }

    @Test func ticketsBelongToTheirSessionAddressAndScreen() async throws {
        let fixture = try WebFaceFixture()
        let (anna, boris) = (try await fixture.browser(of: "anna"), try await fixture.browser(of: "boris"))
        let ticket = try #require(await anna.get("/transfer").ticket(to: "/transfer"))
        _ = await boris.get("/transfer")
        let recording = await anna.get("/record").ticket(to: "/record") ?? ""
        let number = ticket.prefix { $0 != "." }
        let code = ticket.dropFirst(number.count)
        func refused(_ browser: FormBrowser, _ ticket: String) async -> Bool {
            let fields = Self.payment.merging(["ticket": ticket, "do": "enter"]) { $1 }
            let answer = await browser.post("/transfer", fields)
            return answer.status == 303 && answer.location == "/transfer"
                && fixture.services.calls(of: "ledger.transfer").isEmpty
        }
        #expect(await refused(boris, ticket))
        #expect(await refused(anna, recording))
        let later = "\((UInt64(number) ?? 0) + 1)\(code)"
        for forged in ["", ".", "\(number).", "0\(ticket)", later, "\(ticket)A", "1.AA"] {
            #expect(await refused(anna, forged), "\(forged)")
        }
        // What was pressed before makes it old.
        _ = await anna.post("/transfer", ["ticket": ticket, "do": "enter", "field.to": "savings"])
        let before = fixture.services.calls(of: "ledger.transfer").count
        let fields = Self.payment.merging(["ticket": ticket, "do": "enter"]) { $1 }
        #expect(await anna.post("/transfer", fields).location == "/transfer")
        #expect(fixture.services.calls(of: "ledger.transfer").count == before)
        #expect(await anna.get("/transfer").html.contains("out of date"))
    }

    @Test func pagesOfTwoPeopleAreNeverMixed() async throws {
        let fixture = try WebFaceFixture()
        let (anna, boris) = (try await fixture.browser(of: "anna"), try await fixture.browser(of: "boris"))
        for path in ["/history", "/history?row=t1", "/history", "/"] {
            // At the same time, and again, so that kept pages are used.
            for _ in 0..<3 {
                async let first = anna.get(path)
                async let second = boris.get(path)
                let (ofAnna, ofBoris) = await (first, second)
                #expect(!ofAnna.html.contains("boris") && ofAnna.html.contains("anna"), "\(path)")
                #expect(!ofBoris.html.contains("anna") && ofBoris.html.contains("boris"), "\(path)")
            }
        }
        // The one cookie does not come along with the other's language or window.
        let guest = FormBrowser(fixture)
        #expect(await guest.get("/history").location == "/sign-in")
    }

    @Test func strangersPushNobodyOut() async throws {
        let fixture = try WebFaceFixture(sessions: { $0.guests = 20 }, trees: 4)
        let browser = try await fixture.browser(of: "anna")
        for _ in 0..<60 { #expect(await FormBrowser(fixture).get("/sign-in").status == 200) }
        #expect(fixture.sessions.count <= 21 && fixture.face.treeCount <= 8)
        #expect(await browser.get("/history").html.contains("secret of anna"))
        // A stranger without a cookie who asks for more than signing in gets no session at all.
        let before = fixture.sessions.count
        #expect(await FormBrowser(fixture).get("/history").location == "/sign-in")
        #expect(fixture.sessions.count == before)
    }

    @Test func aNetworkThatGuessesIsSlowedDownAndOthersAreNot() async throws {
        let fixture = try WebFaceFixture()
        fixture.services.refuse("auth.login", Fault.unauthenticated("The login or password is wrong."))
        let guesser = FormBrowser(fixture)
        for _ in 0..<10 {
            #expect(await guesser.send("/sign-in", ["field.login": "anna", "field.password": "guess"]).status == 303)
        }
        let refused = await guesser.send("/sign-in", ["field.login": "anna", "field.password": "guess"])
        #expect(refused.status == 429 && refused.header("Retry-After").flatMap { Int($0) } ?? 0 > 0)
        #expect(fixture.services.calls(of: "auth.login").count == 10)
        let other = FormBrowser(fixture)
        other.peer = "192.0.2.7"
        #expect(await other.send("/sign-in", ["field.login": "anna", "field.password": "guess"]).status == 303)
        #expect(fixture.services.calls(of: "auth.login").count == 11)
    }

    // MARK: Forms

    @Test func whatIsTooLargeIsRefused() async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        let long = String(repeating: "a", count: 65_536)
        #expect(await browser.post("/history", ["ticket": long]).status == 413)
        #expect(await browser.post("/settings/preferences", ["a": long]).status == 413)
        let names = Dictionary(uniqueKeysWithValues: (0..<300).map { ("f\($0)", "") })
        #expect(await browser.post("/history", names).status == 415)
        let ticket = try #require(await browser.get("/import").ticket(to: "/import"))
        let fields = ["ticket": ticket, "do": "fill"]
        func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 65, count: count) }
        let most = WebFace.Limits().fileBytes
        #expect(await browser.upload("/import", fields, file: "a.csv", bytes(most)).status == 413)
        #expect(await browser.upload("/import", fields, file: "a.csv", bytes(100)).status == 303)
        // Other addresses take no such bodies.
        let other = await browser.upload("/settings/codes", fields, file: "a.csv", bytes(70_000))
        #expect(other.status == 413)
    }

    @Test(arguments: [
        "/..%2f..%2fetc/passwd", "/%2e%2e/etc", "/accounts/..", "/accounts/%2e%2e/close", "//evil.example/",
        "/history/", "/%00", "/accounts/a%00b", "/accounts/a%5cb", "/accounts/%ff", "/accounts/%", "/a/b/c/d/e",
        "/accounts/a%2fb", "/transactions/%0d%0aSet-Cookie:x",
    ])
    func pathTricksLeadNowhere(path: String) async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        for answer in [await browser.get(path), await browser.post(path, ["do": "enter"])] {
            #expect(answer.status == 404 || answer.status == 400, "\(path): \(answer.status)")
            #expect(answer.headers.allSatisfy { !$0.value.contains("\r") && !$0.value.contains("\n") })
        }
    }

    @Test func whatIsNotOnThePageIsRefused() async throws {
        let fixture = try WebFaceFixture()
        let browser = try await fixture.browser(of: "anna")
        for (path, fields, button) in [
            ("/history", ["row": "gone"], "perform.retry"), ("/history", [:], "open.gone"),
            ("/history", [:], "perform.steal"), ("/history", [:], "credential"), ("/history", [:], "span"),
            ("/transfer", ["field.from": "7 stolen"], "enter"), ("/transfer", [:], "perform.yes"),
            ("/", ["row": String(repeating: "x", count: 5_000)], "enter"),
        ] as [(String, [String: String], String)] {
            let answer = await browser.send(path, fields, button)
            #expect(answer.status == 303 && answer.location == path, "\(path) \(button)")
            #expect(await browser.get(path).html.contains("nothing was done"), "\(path) \(button)")
        }
        // Fields that the form does not have are not read.
        _ = await browser.send("/transfer", ["field.to": "savings", "field.owner": "u2", "session": "x"], "fill")
        #expect(fixture.services.calls(of: "ledger.transfer").allSatisfy { !$0.parameters.contains("u2") })
    }

    /// The name of an upload is a name: the page reads no file of its machine, whatever the form says.
    @Test func noFormReadsAFileOfThisMachine() async throws {
        let fixture = try WebFaceFixture()
        let directory = TemporaryDirectory()
        let path = try directory.write("date,amount\n2026-11-01,hidden-in-a-file\n", to: "secret.csv")
        let browser = try await fixture.browser(of: "anna")
        for button in ["enter", "perform.look", "fill"] {
            _ = await browser.send("/import", ["field.file": path], button)
            #expect(await !browser.get("/import").html.contains("hidden-in-a-file"))
        }
        let ticket = try #require(await browser.get("/import").ticket(to: "/import"))
        let answer = await browser.upload("/import", ["ticket": ticket, "do": "enter"], file: path, Array("mine".utf8))
        #expect(answer.status == 303)
        _ = await browser.get("/import")
        #expect(fixture.services.calls.allSatisfy { !$0.parameters.contains("hidden-in-a-file") })
        #expect(fixture.services.calls.contains { $0.parameters.contains("bWluZQ") })
    }
}
