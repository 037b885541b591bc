import Coordination
import Domain
import Identity
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct RegisterUserTests {
    @Test(arguments: StoreKind.allCases) func theFirstSessionHasADeviceToo(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            func register(_ device: String) -> AuthSignal.Register {
                AuthSignal.Register(email: "a@example.org", password: AuthHouse.password, device: device)
            }
            let long = try await house.fault(of: register(String(repeating: "x", count: 101)))
            #expect(long?.code == .invalidArgument && long?.field == "device")
            let session = try await house.send(register("kitchen"), key: "k").session
            let again = try await house.send(register("hall"), key: "k").session
            let sessions = try await house.send(AuthSignal.Sessions(), as: session).sessions
            let devices = Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0.device) })
            #expect(devices == [session.id: "kitchen", again.id: "hall"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func makesAUserAndASession(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let answer = try await house.send(
                AuthSignal.Register(email: "Anna@Example.org", password: AuthHouse.password, username: "anna"))
            #expect(answer.user.email == "Anna@Example.org")
            #expect(answer.user.name == "Anna@Example.org", "the email when no name was given")
            #expect(answer.user.username == "anna")
            #expect(answer.session.userId == answer.user.id)
            #expect(answer.session.expiresAt - house.clock.now == TokenIssuer.lifetime)
            #expect(try await house.eventTypes() == ["auth.userRegistered", "auth.signedIn"])
            let me = try await house.send(AuthSignal.Me(), as: answer.session)
            #expect(me.user == answer.user)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func refusesTakenNamesAfterHashingJustTheSame(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            house.hasher.forget()
            let sameEmail = AuthSignal.Register(email: "ANNA@example.org", password: AuthHouse.password)
            #expect(try await house.fault(of: sameEmail)?.code == .emailTaken)
            let sameName = AuthSignal.Register(email: "b@example.org", password: AuthHouse.password, username: "anna")
            #expect(try await house.fault(of: sameName)?.code == .usernameTaken)
            let both = AuthSignal.Register(email: "anna@example.org", password: AuthHouse.password, username: "anna")
            #expect(try await house.fault(of: both)?.code == .emailTaken)
            #expect(house.hasher.hashes == 3)
            #expect(try await house.eventTypes().count == 2, "a refused registration leaves no trace")
        }
    }

    struct Bad: Sendable {
        let signal: AuthSignal.Register
        let code: FaultCode
        let field: String
    }

    static let bad: [Bad] = [
        Bad(signal: .init(email: "", password: ""), code: .emptyField, field: "email"),
        Bad(signal: .init(email: "  ", password: "short"), code: .emptyField, field: "email"),
        Bad(signal: .init(email: "nobody", password: ""), code: .emptyField, field: "password"),
        Bad(signal: .init(email: "a@b.org", password: "short", name: " "), code: .emptyField, field: "name"),
        Bad(signal: .init(email: "a@b.org", password: "short", username: ""), code: .emptyField, field: "username"),
        Bad(signal: .init(email: "nobody", password: "short", username: "A"), code: .invalidEmail, field: "email"),
        Bad(
            signal: .init(email: "a@b.org", password: "short", username: "Anna"), code: .invalidArgument,
            field: "username"),
        Bad(signal: .init(email: "a@b.org", password: "short", name: "a\nb"), code: .invalidArgument, field: "name"),
        Bad(
            signal: .init(email: "a@b.org", password: "short", name: String(repeating: "ж", count: 101)),
            code: .invalidArgument, field: "name"),
        Bad(signal: .init(email: "a@b.org", password: "short12"), code: .weakPassword, field: "password"),
        Bad(signal: .init(email: "a@b.org", password: "Password"), code: .weakPassword, field: "password"),
        Bad(signal: .init(email: "anna.long@b.org", password: "ANNA.long"), code: .weakPassword, field: "password"),
        Bad(
            signal: .init(email: "a@b.org", password: String(repeating: "x y", count: 400)), code: .invalidArgument,
            field: "password"),
    ]

    @Test(arguments: RegisterUserTests.bad)
    func refusesBadFieldsInTheOrderOfTheContract(bad: Bad) async throws {
        try await AuthHouse.with(.inMemory) { house in
            let fault = try #require(try await house.fault(of: bad.signal))
            #expect(fault.code == bad.code)
            #expect(fault.field == bad.field)
            #expect(!fault.message.contains(bad.signal.password) || bad.signal.password.isEmpty)
            #expect(house.hasher.hashes == 0)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func sentAgainWithItsKeyItSignsTheSameUserIn(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let signal = AuthSignal.Register(email: "anna@example.org", password: AuthHouse.password, name: "Anna")
            let first = try await house.send(signal, key: "attempt-1")
            let again = try await house.send(signal, key: "attempt-1")
            #expect(again.user == first.user)
            #expect(again.session.id != first.session.id)
            #expect(again.session.refreshToken != first.session.refreshToken)
            #expect(try await house.eventTypes().filter { $0 == "auth.userRegistered" }.count == 1)
            #expect(
                try await house.fault(of: signal)?.code == .emailTaken, "without the key it is another registration")
        }
    }

    /// The password and the key of a registration must not be enough where a sign-in requires a code.
    @Test(arguments: StoreKind.allCases)
    func sentAgainItIsNoWayAroundOneTimeCodes(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let signal = AuthSignal.Register(email: "anna@example.org", password: AuthHouse.password)
            let session = try await house.send(signal, key: "k").session
            _ = try await house.send(AuthSignal.BeginTOTP(password: AuthHouse.password), as: session)
            #expect(try await house.fault(of: signal, key: "k") == nil, "codes that nobody has confirmed are not on")
            let (app, _) = try await house.enrol(session)
            let before = try await house.store.read { try $0.sessions(of: session.userId).count }
            let fault = try #require(try await house.fault(of: signal, key: "k"))
            #expect(fault.code == .codeRequired && fault.reason == "registeredAndCodesOn")
            let guess = AuthSignal.Register(email: "anna@example.org", password: "another password 9")
            #expect(try await house.fault(of: guess, key: "k")?.code == .conflict, "it tells nobody that codes are on")
            #expect(try await house.store.read { try $0.sessions(of: session.userId).count } == before)
            let disable = AuthSignal.DisableTOTP(password: AuthHouse.password, code: app.code(at: house.clock.now))
            _ = try await house.send(disable, as: session)
            #expect(try await house.fault(of: signal, key: "k") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aKeyUsedForSomethingElseIsAConflict(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let email = "anna@example.org"
            _ = try await house.send(AuthSignal.Register(email: email, password: AuthHouse.password), key: "k")
            let others = [
                AuthSignal.Register(email: "other@example.org", password: AuthHouse.password),
                AuthSignal.Register(email: email, password: AuthHouse.password, name: "Anna"),
                AuthSignal.Register(email: email, password: "another password 9"),
            ]
            for other in others { #expect(try await house.fault(of: other, key: "k")?.code == .conflict) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func guessingPasswordsByAKnownKeyIsThrottled(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let email = "anna@example.org"
            _ = try await house.send(AuthSignal.Register(email: email, password: AuthHouse.password), key: "1")
            let guess = AuthSignal.Register(email: email, password: "another password 9")
            for _ in 0..<FailedAttempts.freeCount {
                #expect(try await house.fault(of: guess, key: "1")?.code == .conflict)
            }
            #expect(try await house.fault(of: guess, key: "1")?.code == .tooManyAttempts)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func ofManyAtOnceOneGetsTheName(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let signal = AuthSignal.Register(email: "anna@example.org", password: AuthHouse.password)
                        return try await house.fault(of: signal) == nil
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(made == 1)
        }
    }
}
