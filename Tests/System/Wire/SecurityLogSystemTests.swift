import Domain
import Glibc
import Hosting
import Identity
import Signals
import StrictJSON
import TestSupport
import Testing

/// The security log and the lock-out, through the real executables.
@Suite struct SecurityLogSystemTests {
    private func lines(_ bank: Bank, of service: String) -> [JSONNode] {
        bank.house.log(of: service).split(separator: "\n").compactMap { try? JSONDocument(text: String($0)).root }
            .filter { $0.member("message")?.string == "security" }
    }

    private func outcomes(_ bank: Bank, _ method: String, of service: String = "auth") -> [String] {
        lines(bank, of: service).filter { $0.member("signal.kind")?.string == method }
            .compactMap { $0.member("outcome")?.string }
    }

    private func login(_ bank: Bank, _ person: Person, _ password: String, cookie: String? = nil) async throws
        -> WireReply
    {
        let cookie = cookie.map { #","deviceCookie":"\#($0)""# } ?? ""
        return try await bank.ask("auth.login", #""login":"\#(person.email)","password":"\#(password)"\#(cookie)"#)
    }

    @Test func theLogTellsOfEverySignInAndOfForgedTokensAndNoSecret() async throws {
        let bank = try await Bank.opened(environment: ["KOPILKA_LOG": "info"])
        let person = try await bank.person()
        #expect(try await login(bank, person, person.password).result != nil)
        try await eventually("the guesses have to wait") {
            try await login(bank, person, "a guess of mine").code == "tooManyAttempts"
        }
        let reset = try await bank.ask(
            "auth.issueReset", #""login":"\#(person.email)""#, as: bank.house.operatorToken(for: .auth))
        let resetCode = try #require(reset.text("resetCode"), "\(reset)")
        let forged = TokenIssuer(key: TokenSigningKey(), clock: .system).issue(
            userID: person.id, sessionID: person.signedIn.session.id
        ).token
        let began = ContinuousClock.now
        for _ in 0..<2000 { _ = try await bank.ask("ledger.accounts", as: forged) }
        let minutes = Int((ContinuousClock.now - began) / .seconds(60)) + 2
        #expect(try await bank.ask("auth.logout", as: person.session).result != nil)

        let signIns = outcomes(bank, "auth.login")
        #expect(signIns.first == "done" && signIns.filter { $0 == "invalidCredentials" }.count >= 5)
        #expect(signIns.contains("tooManyAttempts"), "\(signIns)")
        for method in ["auth.register", "auth.issueReset", "auth.logout"] {
            #expect(outcomes(bank, method) == ["done"], "\(method)")
        }
        let refused = outcomes(bank, "ledger.accounts", of: "ledger")
        #expect((1...SecurityLog.mostRefused * minutes).contains(refused.count), "\(refused.count)")
        #expect(Set(refused) == ["unauthenticated"])
        let methods: Set = ["auth.register", "auth.login", "auth.issueReset", "auth.logout"]
        let all = lines(bank, of: "auth").filter { methods.contains($0.member("signal.kind")?.string ?? "") }
        #expect(all.allSatisfy { $0.member("who")?.string == person.id })
        #expect(all.allSatisfy { $0.member("peer.uid")?.int64 == Int64(geteuid()) })
        #expect(all.allSatisfy { $0.member("peer.pid")?.int64 == Int64(getpid()) })
        let log = bank.house.log(of: "auth") + bank.house.log(of: "ledger")
        for secret in [
            person.password, "a guess of mine", person.email, person.session, person.signedIn.session.refreshToken,
            resetCode, forged, try #require(person.signedIn.deviceCookie),
        ] {
            #expect(!log.contains(secret))
        }
        // The owner learns of the failures without reading any log.
        let events = try await bank.ask("auth.events", #""after":0"#, as: try await freshSession(bank, person))
        #expect(events.description.contains("auth.signInsFailed"), "\(events)")
        await bank.close()
    }

    private func freshSession(_ bank: Bank, _ person: Person) async throws -> String {
        let reply = try await login(bank, person, person.password, cookie: person.signedIn.deviceCookie)
        return try #require(reply.text("session", "token"), "\(reply)")
    }

    @Test func aKnownDeviceSignsInWhileStrangersGuess() async throws {
        let bank = try await Bank.opened(["auth"])
        let person = try await bank.person()
        try await eventually("strangers have to wait") {
            try await login(bank, person, "a guess of mine").code == "tooManyAttempts"
        }
        let known = try await login(bank, person, person.password, cookie: person.signedIn.deviceCookie)
        #expect(known.text("user", "id") == person.id, "\(known)")
        await bank.close()
    }

    @Test func registrationsAreBounded() async throws {
        let bank = try await Bank.opened(["auth"], environment: ["KOPILKA_REGISTRATIONS": "6"])
        for _ in 0..<3 { _ = try await bank.person() }
        let reply = try await bank.ask(
            "auth.register", #""email":"one.more@example.org","password":"correct horse battery""#)
        #expect(reply.code == "tooManyAttempts" && reply.isRetryable == true, "\(reply)")
        await bank.close()
    }
}
