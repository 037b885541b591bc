import Coordination
import Domain
import Signals
import Sodium
import TestSupport
import Testing

@testable import AuthService

/// Deliberate failures neither lock an owner out nor yield more guesses.
@Suite struct LockOutTests {
    /// Guesses whenever the wait ends, from one process after another, until strangers have the longest wait.
    private func besiege(_ login: String, _ house: AuthHouse, processes: ClosedRange<Int32> = 1...60) async throws {
        for process in processes {
            for _ in 0..<FailedAttempts.freeCount {
                _ = try await house.fault(of: house.login(login, "wrong password 1"), from: process)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aKnownDeviceGetsInWhateverOthersDo(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let registered = try await house.registerAnna()
            let cookie = try #require(registered.deviceCookie)
            try await besiege("anna", house)
            try await besiege("anna@example.org", house)
            #expect(try await house.fault(of: house.login("anna"), from: 900)?.code == .tooManyAttempts)
            let again = try await house.send(house.login("anna", cookie: cookie), from: 900)
            #expect(again.user.id == registered.user.id)
            #expect(
                try await house.fault(of: house.login("anna"), from: 900)?.code == .tooManyAttempts,
                "that the owner got in gives strangers no new guesses")
            let renewed = try #require(again.deviceCookie)
            #expect(try await house.fault(of: house.login("anna@example.org", cookie: renewed), from: 901) == nil)
        }
    }

    /// A process that guesses delays only itself. Another process signs in for the first time on a new machine.
    @Test(arguments: StoreKind.allCases)
    func aProcessThatGuessesWaitsByItself(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            try await besiege("anna", house, processes: 1...1)
            #expect(try await house.fault(of: house.login("anna"), from: 1)?.code == .tooManyAttempts)
            #expect(try await house.fault(of: house.login("anna"), from: 2) == nil)
        }
    }

    /// A new process for each guess yields no more guesses than the total limit.
    @Test(arguments: StoreKind.allCases)
    func newProcessesBringNoNewGuessesWithoutEnd(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            house.hasher.forget()
            for process in Int32(1)...200 {
                _ = try await house.fault(of: house.login("anna", "wrong password 1"), from: process)
            }
            #expect(house.hasher.verifications == AttemptCounters.freeCountOfAll)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCookieIsGoodForItsUserAloneAndBringsNoMoreGuesses(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            let boris = try await house.send(
                AuthSignal.Register(email: "boris@example.org", password: AuthHouse.password))
            let (own, foreign) = (try #require(anna.deviceCookie), try #require(boris.deviceCookie))
            try await besiege("anna", house)
            for cookie in [foreign, "", "x", String(own.dropLast()), String(repeating: "A", count: 75), own + "A"] {
                let fault = try await house.fault(of: house.login("anna", cookie: cookie), from: 900)
                #expect(fault?.code == .tooManyAttempts, "\(cookie)")
            }
            house.hasher.forget()
            for _ in 0..<20 {
                _ = try await house.fault(of: house.login("anna", "wrong password 1", cookie: own), from: 900)
            }
            #expect(house.hasher.verifications == FailedAttempts.freeCount)
            #expect(try await house.fault(of: house.login("anna", cookie: own))?.code == .tooManyAttempts)
            // A cookie with an unknown login is treated like no cookie.
            let nobody = try await house.fault(of: house.login("nobody", cookie: own), from: 900)
            #expect(nobody?.code == .invalidCredentials)
        }
    }

    /// A device keeps its counter when its cookie is renewed: neither a sign-in nor a failure resets it.
    @Test func aRenewedCookieIsTheSameDevice() throws {
        let cookies = DeviceCookies(key: .random(count: SecretBox.keyCount))
        let first = try cookies.cookie(of: "u1", device: nil)
        let device = try #require(try cookies.device(in: first, of: "u1"))
        let renewed = try cookies.cookie(of: "u1", device: device)
        #expect(renewed != first)
        #expect(try cookies.device(in: renewed, of: "u1") == device)
        #expect(try cookies.device(in: renewed, of: "u2") == nil)
        #expect(try DeviceCookies(key: .random(count: SecretBox.keyCount)).device(in: first, of: "u1") == nil)
    }

    /// Failures in a stolen session cannot keep the owner from changing the password in another.
    @Test(arguments: StoreKind.allCases)
    func wrongPasswordsInOneSessionKeepNoOtherWaiting(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let stolen = try await house.registerAnna().session
            let own = try await house.send(house.login()).session
            let guess = AuthSignal.ChangePassword(current: "wrong password 1", new: "a new sentence of words")
            for _ in 0...FailedAttempts.freeCount { _ = try await house.fault(of: guess, as: stolen) }
            #expect(try await house.fault(of: guess, as: stolen)?.code == .tooManyAttempts)
            let change = AuthSignal.ChangePassword(current: AuthHouse.password, new: "a new sentence of words")
            #expect(try await house.fault(of: change, as: own) == nil)
        }
    }

    /// A code of 80 bits cannot be guessed, so deliberate failures must not block it.
    @Test(arguments: StoreKind.allCases)
    func theRightResetCodeDoesNotWait(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let session = try await house.registerAnna().session
            let (_, recoveryCodes) = try await house.enrol(session)
            func reset(_ recoveryCode: String) -> AuthSignal.ResetPassword {
                AuthSignal.ResetPassword(login: "anna", recoveryCode: recoveryCode, new: "a new sentence of words")
            }
            for process in Int32(1)...60 {
                _ = try await house.fault(of: reset("aaaa-aaaa-aaaa-aaaa"), from: process)
            }
            house.hasher.forget()
            #expect(try await house.fault(of: reset("aaaa-aaaa-aaaa-aaaa"), from: 99)?.code == .tooManyAttempts)
            #expect(house.hasher.hashes == 0, "a wait spares the hashing")
            #expect(try await house.fault(of: reset(recoveryCodes[0]), from: 99) == nil)
            #expect(try await house.fault(of: reset(recoveryCodes[0]), from: 100) != nil, "it works once")
        }
    }

    /// The queue of a login has one place for each process, however much the process sends.
    @Test func aFullQueueOfOneProcessRefusesNobodyElse() async throws {
        let turns = AttemptTurns()
        let login = LoginKey(login: "anna")
        @Sendable func keys(_ process: Int32) -> [LoginKey] {
            [LoginKey(login: "anna", from: RequestPeer.process(userID: 1000, processID: process)), login]
        }
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (entered, entry) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = turns.take(keys(1)) {
            entry.yield()
            for await _ in gate { break }
        }
        for await _ in entered { break }
        let (refused, refusal) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0...AttemptTurns.mostWaiting {
                group.addTask {
                    do { try await turns.take(keys(1)) {} } catch { refusal.yield() }
                }
            }
            for await _ in refused { break }
            group.addTask {
                async let other: Void = turns.take(keys(2)) {}
                try await eventually("the other waits for its turn") { await turns.waiting(by: login) == 1 }
                opening.finish()
                try await other
            }
            try await group.waitForAll()
        }
        try await first
    }

    @Test(arguments: StoreKind.allCases)
    func theOwnerIsToldOfFailuresAboveABoundAndNobodyElse(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            let anna = try await house.registerAnna()
            func told() async throws -> [AuthEvent.SignInsFailed] {
                try await house.facts("auth.signInsFailed", as: AuthEvent.SignInsFailed.self)
            }
            for process in Int32(1)...4 {
                _ = try await house.fault(of: house.login("anna", "wrong password 1"), from: process)
            }
            _ = try await house.fault(of: house.login("nobody", "wrong password 1"))
            #expect(try await told().isEmpty)
            for process in Int32(5)...60 {
                _ = try await house.fault(of: house.login("anna", "wrong password 1"), from: process)
            }
            #expect(
                try await told()
                    == [5, 20].map {
                        AuthEvent.SignInsFailed(userId: anna.user.id, count: $0, by: .password)
                    })
            for _ in 0..<5 {
                _ = try await house.fault(of: AuthSignal.BeginTOTP(password: "wrong password 1"), as: anna.session)
            }
            #expect(
                try await told().last == AuthEvent.SignInsFailed(userId: anna.user.id, count: 5, by: .passwordAgain))
            for process in Int32(1)...5 {
                let reset = AuthSignal.ResetPassword(
                    login: "anna", resetCode: "aaaa-aaaa-aaaa-aaaa", new: "a new sentence of words")
                _ = try await house.fault(of: reset, from: process)
            }
            #expect(try await told().last == AuthEvent.SignInsFailed(userId: anna.user.id, count: 5, by: .resetCode))
        }
    }
}
