import Coordination
import Domain
import Identity
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct SessionTests {
    private func refresh(_ session: AuthSignal.Session) -> AuthSignal.Refresh {
        AuthSignal.Refresh(refreshToken: session.refreshToken)
    }

    @Test(arguments: StoreKind.allCases)
    func refreshTradesATokenForNewSecrets(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            var session = try await house.registerAnna().session
            for _ in 0..<3 {
                house.clock.advance(by: .seconds(600))
                let next = try await house.send(refresh(session)).session
                #expect(next.id == session.id)
                #expect(next.userId == session.userId)
                #expect(next.token != session.token)
                #expect(next.refreshToken != session.refreshToken)
                #expect(next.expiresAt == session.expiresAt + .seconds(600))
                session = next
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func usingARefreshTokenTwiceEndsTheSession(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let first = try await house.registerAnna().session
            let second = try await house.send(refresh(first), key: "a").session
            #expect(try await house.fault(of: refresh(first), key: "b")?.code == .unauthenticated)
            #expect(house.revoked.ids == [first.id])
            #expect(try await house.fault(of: refresh(second))?.code == .unauthenticated)
            let ended = try await house.facts("auth.sessionEnded", as: AuthEvent.SessionEnded.self)
            #expect(
                ended == [.init(userId: first.userId, sessionId: first.id, expiresAt: second.expiresAt)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func withoutAKeyASecondUseEndsTheSessionToo(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let first = try await house.registerAnna().session
            _ = try await house.send(refresh(first))
            #expect(try await house.fault(of: refresh(first))?.code == .unauthenticated)
            #expect(house.revoked.ids == [first.id])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theClientThatDidNotHearTheAnswerMayAskAgain(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let first = try await house.registerAnna().session
            let unheard = try await house.send(refresh(first), key: "a").session
            let heard = try await house.send(refresh(first), key: "a").session
            #expect(heard.refreshToken != unheard.refreshToken)
            _ = try await house.send(refresh(heard), key: "b")
            #expect(house.revoked.ids.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesWhatIsNoRefreshTokenWithoutEndingAnything(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let wrong = [
                "", "x", session.id, session.id + ".", session.token, session.refreshToken + "x",
                session.id + "." + String(repeating: "0", count: 26),
                "nobody" + session.refreshToken.drop { $0 != "." },
                String(repeating: "x", count: 100_000),
            ]
            var faults: Set<Fault?> = []
            for text in wrong { faults.insert(try await house.fault(of: AuthSignal.Refresh(refreshToken: text))) }
            #expect(faults.count == 1)
            #expect(faults.first??.code == .unauthenticated)
            #expect(try await house.fault(of: refresh(session)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keepsNoRefreshTokenInTheClear(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let kept = try #require(try await house.store.read { try $0.session(id: session.id) })
            #expect(kept.refreshDigest.count == 32)
            #expect(!String(describing: kept).contains(session.refreshToken))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anIdleSessionEndsAfterTwoWeeksAndAnyAfterThirtyDays(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            var session = try await house.registerAnna().session
            let idle = try await house.send(house.login()).session
            for _ in 0..<2 {
                house.clock.advance(by: .seconds(13 * 86_400))
                session = try await house.send(refresh(session)).session
            }
            #expect(try await house.fault(of: refresh(idle))?.code == .unauthenticated)
            #expect(try await house.send(AuthSignal.Sessions(), as: session).sessions.map(\.id) == [session.id])
            house.clock.advance(by: .seconds(4 * 86_400))
            #expect(try await house.fault(of: refresh(session))?.code == .unauthenticated)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func logoutEndsTheSessionThatAsks(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let other = try await house.send(house.login()).session
            #expect(try await house.send(AuthSignal.Logout(), as: session).done)
            #expect(house.revoked.ids == [session.id])
            #expect(try await house.fault(of: refresh(session))?.code == .unauthenticated)
            #expect(try await house.fault(of: refresh(other)) == nil)
            #expect(try await house.send(AuthSignal.Logout(), as: session).done, "once more is as good")
            #expect(try await house.eventTypes().filter { $0 == "auth.sessionEnded" }.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func endsASessionOfOnesOwnOnly(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna().session
            let second = try await house.send(house.login()).session
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password)
            ).session
            #expect(try await house.fault(of: AuthSignal.EndSession(id: anna.id), as: boris)?.code == .notFound)
            #expect(try await house.fault(of: AuthSignal.EndSession(id: "nothing"), as: boris)?.code == .notFound)
            #expect(try await house.send(AuthSignal.EndSession(id: second.id), as: anna).done)
            #expect(house.revoked.ids == [second.id])
            #expect(try await house.fault(of: AuthSignal.EndSession(id: second.id), as: anna)?.code == .notFound)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theOperatorEndsAllSessionsOfAPerson(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let sessions = [try await house.registerAnna().session, try await house.send(house.login()).session]
            #expect(try await house.send(AuthSignal.EndSessions(login: "ANNA@example.org")).ended == 2)
            #expect(house.revoked.ids == Set(sessions.map(\.id)))
            for session in sessions {
                #expect(try await house.fault(of: refresh(session))?.code == .unauthenticated)
            }
            #expect(try await house.send(AuthSignal.EndSessions(login: "anna")).ended == 0)
            #expect(try await house.send(house.login()).session.userId == sessions[0].userId, "signing in is open")
            #expect(try await house.fault(of: AuthSignal.EndSessions(login: "nobody"))?.code == .notFound)
            #expect(try await house.fault(of: AuthSignal.EndSessions(login: " "))?.code == .emptyField)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theEndOfOtherSessionsIsTold(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna().session
            func told() async throws -> [AuthEvent.OtherSessionsEnded] {
                try await house.facts("auth.otherSessionsEnded", as: AuthEvent.OtherSessionsEnded.self)
            }
            _ = try await house.send(AuthSignal.EndOtherSessions(), as: anna)
            #expect(try await told().isEmpty, "there were none")
            let second = try await house.send(house.login()).session
            _ = try await house.send(AuthSignal.EndSession(id: second.id), as: anna)
            for _ in 0..<2 { _ = try await house.send(house.login()).session }
            _ = try await house.send(AuthSignal.EndOtherSessions(), as: anna)
            #expect(try await told().map(\.count) == [1, 2])
            #expect(try await told().allSatisfy { $0.sessionId == anna.id })
            // A session that ends itself is not reported.
            _ = try await house.send(AuthSignal.EndSession(id: anna.id), as: anna)
            #expect(try await told().count == 2)
        }
    }

    @Test func nobodyAndServicesHaveNoSessions() async throws {
        try await AuthHouse.with(.inMemory) { house in
            #expect(try await house.fault(of: AuthSignal.Me())?.code == .unauthenticated)
            #expect(try await house.fault(of: AuthSignal.Sessions())?.code == .unauthenticated)
            #expect(try await house.fault(of: AuthSignal.Logout())?.code == .unauthenticated)
            #expect(try await house.fault(of: AuthSignal.EndSession(id: "x"))?.code == .unauthenticated)
            let change = AuthSignal.ChangePassword(current: "", new: "")
            #expect(try await house.fault(of: change)?.code == .unauthenticated)
            let me = try #require(house.service.handler(for: AuthSignal.Me.self))
            await #expect(throws: Fault.self) {
                try await me(AuthSignal.Me(), SignalContext(caller: .service("ledger")))
            }
        }
    }

    @Test func answersTheKeyThatTokensAreCheckedWith() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let keys = try await house.send(AuthSignal.Keys()).keys
            #expect(keys == [AuthSignal.Key(id: house.issuer.publicKey.id, key: house.issuer.publicKey.text)])
        }
    }

    @Test func endedSessionsAreRefusedAgainAfterARestart() async throws {
        try await TemporaryDatabase.with { database in
            let clock = SteppedClock()
            var ended = ""
            try await AuthHouse.with(database, clock: clock) { house in
                let session = try await house.registerAnna().session
                _ = try await house.send(AuthSignal.Logout(), as: session)
                ended = session.id
            }
            try await AuthHouse.with(database, clock: clock) { house in #expect(house.revoked.ids == [ended]) }
            clock.advance(by: .seconds(901))
            try await AuthHouse.with(database, clock: clock) { house in #expect(house.revoked.ids.isEmpty) }
        }
    }
}
