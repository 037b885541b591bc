import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

/// Auth as a process: sessions, their ends, and password guessing.
@Suite(.bank("auth", "ledger")) struct AuthSystemTests {
    private func login(_ login: String, _ password: String, _ bank: Bank) async throws -> WireReply {
        try await bank.ask("auth.login", #""login":"\#(login)","password":"\#(password)""#)
    }

    private func refresh(_ token: String, _ bank: Bank) async throws -> WireReply {
        try await bank.ask("auth.refresh", #""refreshToken":"\#(token)""#)
    }

    @Test func whoRegisteredSignsInByEmailAndByUserName() async throws {
        let bank = try SharedBank.current()
        let registered = try await bank.ask(
            "auth.register",
            #""email":"Anna.Smith@example.org","password":"correct horse battery","name":"Anna","username":"anna.s""#)
        let user = try #require(registered.text("user", "id"), "\(registered)")
        #expect(registered.text("user", "email") == "Anna.Smith@example.org")
        for name in ["anna.smith@EXAMPLE.org", "anna.s"] {
            let reply = try await login(name, "correct horse battery", bank)
            #expect(reply.text("user", "id") == user, "\(reply)")
            let token = try #require(reply.text("session", "token"))
            #expect(try await bank.ask("auth.me", as: token).text("user", "id") == user)
            #expect(try await bank.ask("ledger.accounts", as: token).result != nil)
        }
        #expect(!registered.description.contains("correct horse"))
    }

    @Test func unknownUsersAndWrongPasswordsAreToldTheSame() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let wrong = try await login(person.email, "not the password", bank)
        let unknown = try await login("x\(person.email)", "not the password", bank)
        let noEmail = try await login("no email at all", "not the password", bank)
        #expect(wrong.code == "invalidCredentials")
        #expect(wrong.description == unknown.description)
        #expect(wrong.description == noEmail.description)
    }

    @Test func aRefreshTokenWorksOnceAndUsingItAgainEndsTheSession() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let first = person.signedIn.session.refreshToken
        let refreshed = try await refresh(first, bank)
        let (token, second) = (
            try #require(refreshed.text("session", "token")), try #require(refreshed.text("session", "refreshToken"))
        )
        #expect(second != first && token != person.session)
        #expect(refreshed.text("session", "id") == person.signedIn.session.id, "the same session goes on")
        #expect(try await bank.ask("auth.me", as: token).result != nil)

        let stolen = try await refresh(first, bank)
        #expect(stolen.code == "unauthenticated", "\(stolen)")
        #expect(try await bank.ask("auth.me", as: token).code == "unauthenticated", "the session has ended")
        #expect(try await refresh(second, bank).code == "unauthenticated", "for whoever holds the newer one, too")
        try await eventually("the ledger knows") {
            try await bank.ask("ledger.accounts", as: token).code == "unauthenticated"
        }
        #expect(try await login(person.email, person.password, bank).result != nil, "signing in again is possible")
    }

    @Test func aSessionEndedFromAnotherDeviceStopsWorkingEverywhere() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let other = try await login(person.email, person.password, bank)
        let (id, token) = (
            try #require(other.text("session", "id")), try #require(other.text("session", "token"))
        )
        #expect(try await bank.ask("auth.endSession", #""id":"\#(id)""#, as: person.session).result != nil)
        #expect(try await bank.ask("auth.me", as: token).code == "unauthenticated")
        try await eventually("the ledger knows") {
            try await bank.ask("ledger.accounts", as: token).code == "unauthenticated"
        }
        #expect(try await bank.ask("ledger.accounts", as: person.session).result != nil)
        let stranger = try await bank.person()
        let foreign = try await bank.ask(
            "auth.endSession", #""id":"\#(person.signedIn.session.id)""#, as: stranger.session)
        #expect(foreign.code == "notFound", "\(foreign)")
        #expect(try await bank.ask("auth.me", as: person.session).result != nil)
    }

    @Test func aChangedPasswordEndsAllOtherSessions() async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let other = try #require(try await login(person.email, person.password, bank).text("session", "token"))
        let changed = try await bank.ask(
            "auth.changePassword", #""current":"\#(person.password)","new":"a new sentence of words""#,
            as: person.session)
        #expect(changed.result != nil, "\(changed)")
        #expect(try await bank.ask("auth.me", as: other).code == "unauthenticated")
        #expect(try await bank.ask("auth.me", as: person.session).result != nil)
        #expect(try await login(person.email, person.password, bank).code == "invalidCredentials")
        #expect(try await login(person.email, "a new sentence of words", bank).result != nil)
    }

    @Test func aRegistrationSentAgainIsNoWayAroundOneTimeCodes() async throws {
        let bank = try SharedBank.current()
        let key = Bank.newKey()
        let params = #""email":"\#(key.lowercased())@example.org","password":"correct horse battery""#
        let token = try #require(try await bank.ask("auth.register", params, key: key).text("session", "token"))
        #expect(try await bank.ask("auth.register", params, key: key).result != nil, "as long as there are no codes")
        let begun = try await bank.ask("auth.totp.begin", #""password":"correct horse battery""#, as: token)
        let app = try AuthenticatorApp(secret: try #require(begun.text("secret"), "\(begun)"))
        let code = app.code(at: WallClock.system.now())
        #expect(try await bank.ask("auth.totp.confirm", #""code":"\#(code)""#, as: token).result != nil)
        let again = try await bank.ask("auth.register", params, key: key)
        #expect(again.code == "codeRequired" && again.result == nil, "\(again)")
    }

    @Test func theCountOfGuessesSurvivesKillAndRestart() async throws {
        let bank = try await Bank.opened(["auth"])
        let person = try await bank.person()
        for _ in 0..<5 { #expect(try await login(person.email, "a guess of mine", bank).code == "invalidCredentials") }
        try await bank.house.kill("auth")
        try await bank.house.start("auth")
        // Five failures have no consequence. After them even the right password has to wait: a second at first, doubled
        // with each further failure, until the wait is longer than a guess takes here.
        var (reply, guesses) = (try await login(person.email, "a guess of mine", bank), 1)
        while reply.code == "invalidCredentials", guesses < 8 {
            (reply, guesses) = (try await login(person.email, "a guess of mine", bank), guesses + 1)
        }
        #expect(reply.code == "tooManyAttempts" && reply.isRetryable == true, "\(reply)")
        let wait = reply.node.member("error")?.member("data")?.member("retryAfterMs")?.int64
        #expect(wait.map { (1...Int64(1000 << guesses)).contains($0) } == true, "\(reply)")
        // Other people, and existing sessions, are not affected.
        #expect(try await bank.ask("auth.me", as: person.session).result != nil)
        #expect(try await login("x\(person.email)", "a guess of mine", bank).code == "invalidCredentials")
        try await eventually("the owner gets in after the wait") {
            try await login(person.email, person.password, bank).result != nil
        }
        await bank.close()
    }

    @Test func sessionsAndPeopleSurviveKillAndRestart() async throws {
        let bank = try await Bank.opened(["auth"])
        let person = try await bank.person()
        try await bank.house.kill("auth")
        try await bank.house.start("auth")
        #expect(try await bank.ask("auth.me", as: person.session).text("user", "id") == person.id)
        #expect(try await refresh(person.signedIn.session.refreshToken, bank).result != nil)
        await bank.close()
    }
}
