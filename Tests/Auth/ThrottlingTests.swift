import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import AuthService

@Suite struct ThrottlingTests {
    /// Fails until the login is throttled.
    private func exhaust(_ login: String, in house: AuthHouse) async throws {
        for _ in 0..<FailedAttempts.freeCount {
            #expect(try await house.fault(of: house.login(login, "wrong password 1"))?.code == .invalidCredentials)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func knownAndUnknownLoginsAreThrottledAlike(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            var answers: [[Fault?]] = []
            for login in ["anna@example.org", "anna", "nobody@example.org", "nobody", "?!"] {
                var faults: [Fault?] = []
                for _ in 0..<12 {
                    faults.append(try await house.fault(of: house.login(login, "wrong password 1")))
                }
                answers.append(faults)
            }
            #expect(Set(answers).count == 1)
            #expect(answers[0][5]?.code == .tooManyAttempts)
            #expect(answers[0][5]?.retryAfterMilliseconds == 1000)
            #expect(answers[0][5]?.isRetryable == true)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func theWaitDoublesUpToAQuarterOfAnHour(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            try await exhaust("anna", in: house)
            var waits: [Int] = []
            for _ in 0..<13 {
                let wait = try #require(
                    try await house.fault(of: house.login("anna"))?.retryAfterMilliseconds,
                    "the right one has to wait, too")
                waits.append(wait / 1000)
                house.clock.advance(by: .milliseconds(wait))
                #expect(
                    try await house.fault(of: house.login("anna", "wrong password 1"))?.code == .invalidCredentials)
            }
            #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func attemptsWithinTheWaitDoNotProlongIt(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            try await exhaust("anna", in: house)
            house.hasher.forget()
            for _ in 0..<50 { _ = try await house.fault(of: house.login("anna", "wrong password 1")) }
            #expect(house.hasher.verifications == 0, "they are not even looked at")
            house.clock.advance(by: .seconds(1))
            #expect(try await house.fault(of: house.login("anna")) == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func successForgetsTheFailures(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            for _ in 0..<3 {
                for _ in 0..<(FailedAttempts.freeCount - 1) {
                    _ = try await house.fault(of: house.login("anna", "wrong password 1"))
                }
                #expect(try await house.fault(of: house.login("anna")) == nil)
            }
        }
    }

    @Test func aDayLaterAllIsForgotten() {
        let start = Instant(milliseconds: 1_795_000_000_000)
        var attempts = FailedAttempts.none
        for _ in 0..<20 { attempts = attempts.failed(at: start) }
        #expect(attempts.wait(at: start) == .seconds(900))
        #expect(attempts.failed(at: start + .seconds(86_401)).count == 1)
        #expect(attempts.wait(at: start + .seconds(-86_400)) == .seconds(900), "a clock set back waits no longer")
    }

    @Test(arguments: StoreKind.allCases)
    func manyGuessesAtOnceAreCountedOneByOne(kind: StoreKind) async throws {
        try await AuthHouse.with(kind) { house in
            _ = try await house.registerAnna()
            house.hasher.forget()
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<30 {
                    group.addTask { _ = try? await house.fault(of: house.login("anna", "guess number \(index)")) }
                }
            }
            #expect(house.hasher.verifications == FailedAttempts.freeCount)
        }
    }

    @Test func survivesARestart() async throws {
        try await TemporaryDatabase.with { database in
            let clock = SteppedClock()
            try await AuthHouse.with(database, clock: clock) { house in
                _ = try await house.registerAnna()
                try await exhaust("anna", in: house)
                try await exhaust("nobody", in: house)
            }
            try await AuthHouse.with(database, clock: clock) { house async throws in
                for login in ["anna", "nobody"] {
                    #expect(try await house.fault(of: house.login(login))?.code == .tooManyAttempts)
                }
            }
        }
    }

    @Test func attemptsAreLetThroughInTheOrderTheyCameAndNotWithoutEnd() async throws {
        let turns = AttemptTurns()
        let key = LoginKey(login: "anna")
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (entered, entry) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = turns.take(key) {
            entry.yield()
            for await _ in gate { break }
        }
        for await _ in entered { break }
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0...AttemptTurns.mostWaiting {
                group.addTask {
                    do {
                        try await turns.take(key) {}
                        return false
                    } catch {
                        // The first to be refused proves that all others wait: now they may go on.
                        opening.finish()
                        return (error as? Fault)?.code == .overloaded
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try await first
        #expect(refused == 1)
        try await turns.take(key) {}
    }
}
