import Coordination
import Domain
import Foundation
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import AuthService

/// A request repeated with its key gets its stored answer, whatever has changed since. Secrets in requests and answers
/// are not stored.
@Suite struct RepeatedRequestTests {
    private let new = "another harbour lamp 8"

    // MARK: Sessions

    @Test(arguments: StoreKind.allCases)
    func aSessionThatWasEndedIsAnsweredAsEnded(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let other = try await house.send(house.login()).session
            let end = AuthSignal.EndSession(id: other.id)
            for _ in 0..<2 { #expect(try await house.send(end, as: session, key: "end").done) }
            #expect(try await house.fault(of: end, as: session, key: "another")?.code == .notFound)
            #expect(try await house.eventTypes().filter { $0 == "auth.sessionEnded" }.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSessionThatBeganSinceIsNotEndedWithTheOthers(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let other = try await house.send(house.login()).session
            #expect(try await house.send(AuthSignal.EndOtherSessions(), as: session, key: "all").ended == 1)
            let since = try await house.send(house.login()).session
            #expect(try await house.send(AuthSignal.EndOtherSessions(), as: session, key: "all").ended == 1)
            #expect(house.revoked.ids == [other.id])
            let alive = try await house.send(AuthSignal.Sessions(), as: session).sessions.map(\.id)
            #expect(Set(alive) == [session.id, since.id])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSessionThatBeganSinceIsNotEndedByTheOperator(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            #expect(try await house.send(AuthSignal.EndSessions(login: "anna"), key: "all").ended == 1)
            _ = try await house.send(house.login())
            let again = AuthSignal.EndSessions(login: "anna@example.org")
            #expect(try await house.send(again, key: "all").ended == 1)
            #expect(house.revoked.ids == [session.id])
        }
    }

    // MARK: People

    @Test(arguments: StoreKind.allCases)
    func aZoneThatWasSetSinceIsNotSetBack(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let moscow = AuthSignal.SetZone(zone: "Europe/Moscow")
            let first = try await house.send(moscow, as: session, key: "zone")
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Almaty"), as: session)
            #expect(try await house.send(moscow, as: session, key: "zone") == first)
            #expect(try await house.send(AuthSignal.Me(), as: session).user.zone == "Asia/Almaty")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aUserNameIsAnsweredWithTheUserAsItWas(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let register = AuthSignal.Register(email: "anna@example.org", password: AuthHouse.password)
            let session = try await house.send(register).session
            let signal = AuthSignal.SetUsername(username: "anna")
            let first = try await house.send(signal, as: session, key: "name")
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Almaty"), as: session)
            #expect(try await house.send(signal, as: session, key: "name") == first)
            #expect(first.user.zone == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func zonesThatWereTakenOverAreAnsweredAsTheyWere(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let signal = AuthSignal.AdoptZones(zones: [AuthSignal.KeptZone(user: anna.user.id, zone: "Asia/Omsk")])
            for _ in 0..<2 {
                let answer = try await house.send(signal, asService: "subscriptions", key: "zones")
                #expect(answer.adopted == 1)
            }
            #expect(try await house.send(signal, asService: "subscriptions").adopted == 0)
        }
    }

    // MARK: Passwords

    @Test(arguments: StoreKind.allCases)
    func aPasswordThatWasChangedIsAnsweredAsChanged(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let change = AuthSignal.ChangePassword(current: AuthHouse.password, new: new)
            // More often than the free failures: none is counted.
            for _ in 0...FailedAttempts.freeCount + 1 {
                #expect(try await house.send(change, as: session, key: "change").done)
            }
            #expect(try await house.eventTypes().filter { $0 == "auth.passwordChanged" }.count == 1)
            let other = AuthSignal.ChangePassword(current: AuthHouse.password, new: "a third harbour lamp 9")
            #expect(try await house.fault(of: other, as: session, key: "change")?.code == .conflict)
            #expect(try await house.fault(of: house.login("anna", new)) == nil)
            _ = try await house.send(AuthSignal.ChangePassword(current: new, new: other.new), as: session)
            let fault = try await house.fault(of: change, as: session, key: "change")
            #expect(fault?.code == .conflict, "it is not said to be the password, which it is no more")
        }
    }

    /// Hashing takes long, and in the meantime a connection may break and the request be sent again.
    @Test func aPasswordThatIsBeingChangedIsAnsweredAsChanged() async throws {
        try await AuthHouse.with(.inMemory) { house in
            let session = try await house.registerAnna().session
            let change = AuthSignal.ChangePassword(current: AuthHouse.password, new: new)
            let store = try #require(house.store as? InMemoryAuthStore)
            let repetition = Mutex<Task<AuthSignal.Done, any Error>?>(nil)
            let lookups = store.lookups
            house.hasher.interruptVerification {
                repetition.withLock { $0 = Task { try await house.send(change, as: session, key: "change") } }
                try await eventually("the key is looked up again") { store.lookups == lookups + 2 }
            }
            #expect(try await house.send(change, as: session, key: "change").done)
            let second = try #require(repetition.withLock { $0 })
            #expect(try await second.value.done)
            #expect(try await house.eventTypes().filter { $0 == "auth.passwordChanged" }.count == 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func guessingPasswordsByAKnownKeyIsThrottled(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let change = AuthSignal.ChangePassword(current: AuthHouse.password, new: new)
            _ = try await house.send(change, as: session, key: "change")
            let guess = AuthSignal.ChangePassword(current: "x", new: "a third harbour lamp 9")
            for _ in 0..<FailedAttempts.freeCount {
                #expect(try await house.fault(of: guess, as: session, key: "change")?.code == .conflict)
            }
            #expect(try await house.fault(of: guess, as: session, key: "change")?.code == .tooManyAttempts)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aFirstPasswordIsAnsweredAsItWasSet(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await TelegramRoom(house).signIn()
            let set = AuthSignal.SetPassword(email: "anna@example.org", new: AuthHouse.password)
            let first = try await house.send(set, as: session, key: "set")
            #expect(first.user.email == "anna@example.org")
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Almaty"), as: session)
            house.clock.advance(by: AuthSession.longestFreshness)
            #expect(try await house.send(set, as: session, key: "set") == first)
            let other = AuthSignal.SetPassword(email: "anna@example.org", new: new)
            #expect(try await house.fault(of: other, as: session, key: "set")?.code == .conflict)
        }
    }

    /// Keys are stored with a fast hash of their request, which must not cover a password.
    @Test func nothingOfAPasswordIsKeptWithAKey() async throws {
        try await TemporaryDatabase.with { database in
            let change = AuthSignal.ChangePassword(current: AuthHouse.password, new: new)
            var user = ""
            try await AuthHouse.with(database) { house in
                let session = try await house.registerAnna().session
                user = session.userId
                _ = try await house.send(change, as: session, key: "change")
            }
            let context = SignalContext(idempotencyKey: "change")
            let kept = AuthSignal.ChangePassword(current: "", new: "")
            let content = try Data(contentsOf: URL(fileURLWithPath: database.path))
            let whole = try #require(try KeyedRequest(change, caller: user, context: context))
            #expect(content.range(of: Data(whole.digest)) == nil)
            let bare = try #require(try KeyedRequest(kept, caller: user, context: context))
            #expect(content.range(of: Data(bare.digest)) != nil, "the key itself is kept")
        }
    }

    // MARK: Ways to sign in

    @Test(arguments: StoreKind.allCases)
    func codesThatWereTurnedOffAreAnsweredAsOff(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let (_, codes) = try await house.enrol(session)
            func disable(_ code: String) -> AuthSignal.DisableTOTP {
                AuthSignal.DisableTOTP(password: AuthHouse.password, code: code)
            }
            let wrong = try await house.fault(of: disable("no code"), as: session, key: "off")
            #expect(wrong?.code == .wrongCode, "it is counted, and the key stays free")
            for _ in 0..<2 { #expect(try await house.send(disable(codes[0]), as: session, key: "off").done) }
            #expect(try await house.eventTypes().filter { $0 == "auth.totpDisabled" }.count == 1)
            let stranger = AuthSignal.DisableTOTP(password: "wrong password 1", code: codes[0])
            #expect(try await house.fault(of: stranger, as: session, key: "off")?.code == .invalidCredentials)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aTelegramAccountThatWasLinkedSinceStaysLinked(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let room = TelegramRoom(house)
            try await room.link(TelegramRoom.anna, to: session)
            let unlink = AuthSignal.UnlinkTelegram(password: AuthHouse.password)
            #expect(try await house.send(unlink, as: session, key: "unlink").done)
            #expect(try await house.send(unlink, as: session, key: "unlink").done)
            try await room.link(TelegramRoom.boris, to: session)
            #expect(try await house.send(unlink, as: session, key: "unlink").done)
            #expect(try await house.send(AuthSignal.TelegramStatus(), as: session).isLinked)
        }
    }

    // MARK: Keys

    @Test(arguments: StoreKind.allCases)
    func aKeyOfOtherContentIsAConflict(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            _ = try await house.send(AuthSignal.SetZone(zone: "Asia/Almaty"), as: session, key: "one")
            for other in [AuthSignal.SetZone(zone: "Asia/Tokyo"), .init(zone: "Asia/Almaty", ifUnset: true)] {
                #expect(try await house.fault(of: other, as: session, key: "one")?.code == .conflict)
            }
            let unlike = AuthSignal.EndOtherSessions()
            #expect(try await house.fault(of: unlike, as: session, key: "one")?.code == .conflict)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aKeyThatWasRefusedIsFree(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let register = AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password)
            let boris = try await house.send(register).session
            _ = try await house.registerAnna()
            let taken = AuthSignal.SetUsername(username: "anna")
            #expect(try await house.fault(of: taken, as: boris, key: "name")?.code == .usernameTaken)
            let free = try await house.send(AuthSignal.SetUsername(username: "boris"), as: boris, key: "name")
            #expect(free.user.username == "boris")
        }
    }
}
