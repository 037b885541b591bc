import Coordination
import Domain
import Hosting
import Signals
import Synchronization
import TestSupport
import Testing

@testable import GatewaySession
@testable import GatewayWeb

/// Tokens of a user in the session of a browser.
@Suite struct BrowserSessionPlaceTests {
    private let clock = SteppedClock(at: GatewayFixture.now)
    private let directory = TemporaryDirectory()

    private func sessions(_ change: (inout BrowserSessions.Limits) -> Void = { _ in }) throws -> BrowserSessions {
        var limits = BrowserSessions.Limits()
        change(&limits)
        let file = try SealedSessionFile(directory: #require(AbsolutePath(directory.file("web"))))
        return try BrowserSessions(file: file, clock: clock.wallClock, limits: limits)
    }

    private func stored(_ token: String, of id: String = "s1", for seconds: Int = 900) -> StoredSession {
        StoredSession(
            user: AuthSignal.User(id: "u1", name: "Anna", email: "anna@example.org"),
            session: AuthSignal.Session(
                id: id, userId: "u1", token: token, refreshToken: "refresh-\(token)",
                expiresAt: clock.now + .seconds(seconds)))
    }

    @Test func aSignInIsPendingUntilTheBrowserGetsItsNewCookie() throws {
        let all = try sessions()
        let guest = all.begin()
        let place = BrowserSessionPlace(guest.session, in: all)
        #expect(try place.load() == nil && place.takeNewCookie() == nil)
        let anna = stored("1")
        try place.begin(anna)
        // The tree already acts for the person; the old cookie still leads to it, and has no secrets.
        #expect(try place.load() == anna)
        #expect(all.session(ofCookie: guest.cookie)?.isSignedIn == false && place.session == guest.session.id)

        let new = try #require(try place.takeNewCookie())
        #expect(try place.takeNewCookie() == nil)
        #expect(all.session(ofCookie: guest.cookie) == nil)
        #expect(all.session(ofCookie: new.cookie)?.id == new.session.id && place.session == new.session.id)
        #expect(try place.load() == anna && new.session.isSignedIn)

        // A renewed token needs no new cookie; another sign-in does.
        let renewed = stored("2")
        try place.save(renewed)
        #expect(try place.takeNewCookie() == nil && place.load() == renewed)
        try place.begin(stored("3", of: "s2"))
        let second = try #require(try place.takeNewCookie())
        #expect(all.session(ofCookie: new.cookie) == nil && all.session(ofCookie: second.cookie) != nil)
    }

    @Test func signingOutEndsTheCookieAndWhatWasPending() throws {
        let all = try sessions()
        let place = BrowserSessionPlace(all.begin().session, in: all)
        try place.begin(stored("1"))
        try place.save(stored("2"))
        #expect(try place.load()?.session.token == "2")
        place.remove()
        // A refresh that was on its way does not bring it back.
        #expect(throws: Fault.self) { try place.save(stored("3")) }
        #expect(try place.load() == nil && place.takeNewCookie() == nil && all.count == 0)

        let other = BrowserSessionPlace(all.begin().session, in: all)
        try other.begin(stored("1"))
        let cookie = try #require(try other.takeNewCookie()).cookie
        other.remove()
        #expect(all.session(ofCookie: cookie) == nil)
        #expect(throws: Fault.self) { try other.save(stored("2")) }
        #expect(try other.load() == nil && other.takeNewCookie() == nil)
        // A second sign-in in the same tree is a new session again.
        try other.begin(stored("2"))
        let next = try #require(try other.takeNewCookie())
        #expect(all.session(ofCookie: next.cookie)?.isSignedIn == true)
    }

    @Test func aSessionSurvivesARestartAndAnEndedOneDoesNot() async throws {
        let all = try sessions()
        let (first, second) = (
            BrowserSessionPlace(all.begin().session, in: all), BrowserSessionPlace(all.begin().session, in: all)
        )
        try first.begin(stored("1"))
        try second.begin(stored("2"))
        let (kept, ended) = (
            try #require(try first.takeNewCookie()).cookie, try #require(try second.takeNewCookie()).cookie
        )
        // They are written without waiting for the minute, as if the process were killed now.
        try await eventually("both are written") {
            let after = try sessions()
            return after.session(ofCookie: kept) != nil && after.session(ofCookie: ended) != nil
        }
        second.remove()
        try await eventually("the end is written") { try sessions().session(ofCookie: ended) == nil }
        let after = try sessions()
        let place = BrowserSessionPlace(try #require(after.session(ofCookie: kept)), in: after)
        #expect(try place.load()?.session.token == "1")
        #expect(try place.takeNewCookie() == nil)
        // Nothing of the token stands in the file.
        #expect(!directory.read("web/web-sessions").contains("refresh-1"))
    }

    @Test func aSessionThatIsOverLosesItsTokens() throws {
        let all = try sessions()
        let place = BrowserSessionPlace(all.begin().session, in: all)
        try place.begin(stored("1"))
        _ = try place.takeNewCookie()
        clock.advance(by: .seconds(8 * 86_400))
        #expect(try place.load() == nil)
        #expect(throws: Fault.self) {
            all.removeDead()
            try place.save(stored("2"))
        }
    }

    @Test func tooManySessionsAreRefusedAtTheSignIn() throws {
        let all = try sessions { $0.signedIn = 1 }
        let (first, second) = (
            BrowserSessionPlace(all.begin().session, in: all), BrowserSessionPlace(all.begin().session, in: all)
        )
        // Both sign in before either has its cookie: the second then gets none.
        try first.begin(stored("1"))
        try second.begin(stored("2"))
        _ = try first.takeNewCookie()
        #expect(throws: BrowserSessionError.tooMany) { try second.takeNewCookie() }
        #expect(try second.load() == nil)
        let fault = #expect(throws: Fault.self) { try second.begin(stored("3")) }
        #expect(fault?.code == .overloaded)
    }

    @Test func manyPagesRefreshOnce() async throws {
        let services = ScriptedServices()
        services.answer("auth.refresh") { call in
            "{\"session\":\(GatewayFixture.session(expiresAt: GatewayFixture.now + .seconds(900), number: 2))}"
        }
        let all = try sessions()
        let place = BrowserSessionPlace(all.begin().session, in: all)
        try place.begin(stored("token-1", for: 0))
        _ = try place.takeNewCookie()
        let keeper = SessionKeeper(place: place, clock: clock.wallClock, caller: services, profile: nil)
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 { group.addTask { try await keeper.token(within: .seconds(60)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens == Array(repeating: "token-2", count: 32))
        #expect(services.calls(of: "auth.refresh").count == 1)
        #expect(try place.load()?.session.refreshToken == "refresh-2")
    }

    @Test func aLockThatIsNotReleasedIsAFaultAndACancelledWaitEnds() async throws {
        let all = try sessions()
        let place = BrowserSessionPlace(all.begin().session, in: all)
        try await place.locked(patience: .seconds(1)) {
            let fault = await #expect(throws: Fault.self) {
                try await place.locked(patience: .milliseconds(20)) {}
            }
            #expect(fault?.code == .unavailable)
            let waiting = Task { try await place.locked(patience: .seconds(600)) {} }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        // It is free again, also after a failure inside.
        await #expect(throws: WaitedInVain.self) {
            try await place.locked(patience: .zero) { throw WaitedInVain(description: "inside") }
        }
        try await place.locked(patience: .zero) {}
    }
}
