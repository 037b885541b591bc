import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct NoteUsesTests {
    private func lastUse(of session: String, seenBy other: AuthSignal.Session, _ house: AuthHouse) async throws
        -> Instant?
    {
        try await house.send(AuthSignal.Sessions(), as: other).sessions.first { $0.id == session }?.lastUsedAt
    }

    private func uses(_ session: String, _ lastUsedAt: Instant) -> AuthSignal.NoteUses {
        AuthSignal.NoteUses(uses: [AuthSignal.Use(session: session, lastUsedAt: lastUsedAt)])
    }

    @Test(arguments: StoreKind.allCases)
    func aLastUseNeverMovesBackNorPastNow(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let other = try await house.send(house.login()).session
            let begun = house.clock.now
            house.clock.advance(by: .seconds(300))
            let steps: [(told: Duration, noted: Int, seen: Duration)] = [
                (.seconds(-10), 0, .zero), (.seconds(200), 1, .seconds(200)), (.seconds(200), 0, .seconds(200)),
                (.seconds(100), 0, .seconds(200)), (.seconds(4_000), 1, .seconds(300)),
            ]
            for step in steps {
                let answer = try await house.send(uses(session.id, begun + step.told), asService: "ledger")
                #expect(answer.noted == step.noted, "\(step)")
                #expect(try await lastUse(of: session.id, seenBy: other, house) == begun + step.seen, "\(step)")
            }
            #expect(try await house.fault(of: AuthSignal.Refresh(refreshToken: session.refreshToken)) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func whatHasEndedOrIsUnknownIsPassedOver(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let ended = try await house.send(house.login()).session
            _ = try await house.send(AuthSignal.Logout(), as: ended)
            house.clock.advance(by: .seconds(60))
            let told = [ended.id, "nobody", "", session.id].map {
                AuthSignal.Use(session: $0, lastUsedAt: house.clock.now)
            }
            #expect(try await house.send(AuthSignal.NoteUses(uses: told), asService: "history").noted == 1)
            #expect(try await house.send(AuthSignal.NoteUses(uses: []), asService: "history").noted == 0)
            let kept = try #require(try await house.store.read { try $0.session(id: ended.id) })
            #expect(kept.lastUsedAt == kept.createdAt && kept.endedAt != nil)
        }
    }

    @Test func onlyServicesTell() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let session = try await house.registerAnna().session
            let signal = uses(session.id, house.clock.now)
            #expect(try await house.fault(of: signal)?.code == .unauthenticated)
            #expect(try await house.fault(of: signal, as: session)?.code == .permissionDenied)
        }
    }

    @Test func oneRequestTellsSoManyAndNoMore() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let most = (0..<AuthSignal.NoteUses.mostUses).map {
                AuthSignal.Use(session: "s\($0)", lastUsedAt: house.clock.now)
            }
            let answer = try await house.send(AuthSignal.NoteUses(uses: most), asService: "ledger")
            #expect(answer.noted == 0)
            let fault = await #expect(throws: Fault.self) {
                try await house.send(AuthSignal.NoteUses(uses: most + most.prefix(1)), asService: "ledger")
            }
            #expect(fault?.code == .invalidArgument && fault?.field == "uses")
        }
    }
}
