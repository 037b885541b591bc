import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// Attacks on `gateway web` as a process, with real services.
@Suite struct WebAttackSystemTests {
    private static func port(of page: ServedPage) throws -> Int {
        try #require(PageVisitor(link: page.link)).port
    }

    private static func sessions(of person: Person, _ bank: Bank) async throws -> Set<String> {
        let reply = try await bank.ask("auth.sessions", as: person.session)
        return Set(reply.result?.member("sessions")?.elements.compactMap { $0.member("id")?.string } ?? [])
    }

    /// A session of the page that is ended from the command line is over for whoever holds its cookie.
    @Test func aSessionEndedOnTheCommandLineLeadsTheThiefToSigningIn() async throws {
        let bank = try await Bank.opened(["auth", "ledger", "history"])
        let person = try await bank.person()
        _ = try await bank.account(of: person, with: "100.00")
        let page = try await ServedPage(["--listen", "127.0.0.1:0"], in: bank.house)
        let known = try await Self.sessions(of: person, bank)
        var thief = try #require(PageVisitor(link: page.link))
        let signedIn = try await thief.send(
            "/sign-in", ["field.login": person.email, "field.password": person.password])
        #expect(signedIn.location == "/", "\(signedIn.head)")
        let before = try await thief.get("/history")
        #expect(before.status == 200, "\(before.head)")

        let after = try await Self.sessions(of: person, bank)
        let ofPage = try #require(after.subtracting(known).first)
        let password = try bank.house.directory.write(person.password, to: "password")
        let login = try await bank.house.run("gateway", ["login", person.email, "--password-file", password])
        try #require(login.status == .exited(0), "\(login)")
        let ended = try await bank.house.run("gateway", ["sessions", "end", ofPage])
        #expect(ended.status == .exited(0), "\(ended)")

        for path in ["/", "/history", "/accounts/open"] {
            try await eventually("\(path) leads to signing in") { [stolen = thief] in
                var visitor = stolen
                var (target, steps) = (Optional(path), 0)
                while let next = target, next != "/sign-in", steps < 6 {
                    (target, steps) = (try await visitor.get(next).location, steps + 1)
                }
                return target == "/sign-in"
            }
        }
        #expect(try await page.stop() == .exited(0))
        await bank.close()
    }

    @Test(arguments: [
        "GARBAGE\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nabcde",
        "POST /sign-in HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET  /  HTTP/1.1\r\n\r\n",
    ])
    func garbageBehindARequestHurtsNobody(garbage: String) async throws {
        let page = try await ServedPage(["--listen", "127.0.0.1:0"])
        let port = try Self.port(of: page)
        let answers = try await onThread {
            guard let stream = RawStream(port: port) else { throw WaitedInVain(description: "nobody listens") }
            let request = "GET /no/such/page HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
            stream.write(Array((request + garbage + request).utf8))
            return String(decoding: stream.read(.max, within: .seconds(60)), as: UTF8.self)
        }
        // The first is answered; nothing behind the garbage is taken for a request of this house that succeeds.
        #expect(answers.hasPrefix("HTTP/1.1 404 "), "\(answers)")
        #expect(!answers.contains("HTTP/1.1 200 ") && !answers.contains("HTTP/1.1 303 "), "\(answers)")
        #expect(try await page.ask().output == "404")
        #expect(try await page.stop() == .exited(0))
    }

    /// Headers and bodies that never end: others are answered meanwhile, and quickly.
    @Test func slowHeadersAndBodiesDoNotHoldOthersUp() async throws {
        let page = try await ServedPage(["--listen", "127.0.0.1:0"])
        let port = try Self.port(of: page)
        let slow = try await onThread {
            Held(
                (0..<400).compactMap { number -> RawStream? in
                    let stream = RawStream(port: port)
                    let body =
                        "POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nSec-Fetch-Site: same-origin\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nticket="
                    stream?.write(Array((number.isMultiple(of: 2) ? "GET / HTTP/1.1\r\nHost: 12" : body).utf8))
                    return stream
                })
        }
        #expect(slow.count == 400)
        var visitor = try #require(PageVisitor(link: page.link))
        for _ in 0..<20 {
            let begun = ContinuousClock.now
            #expect(try await visitor.get("/sign-in").status == 200)
            // Whoever waits for a slow one waits half a minute for its header, or two for its body.
            #expect(ContinuousClock.now - begun < .seconds(20))
        }
        #expect(try await page.stop() == .exited(0))
        withExtendedLifetime(slow) {}
    }
}
