import Coordination
import Foundation
import Sodium
import Testing

@testable import AuthService

@Suite struct ArgonPasswordHasherTests {
    @Test func hashesAtTheStrengthThatIsRecommended() async throws {
        let hasher = ArgonPasswordHasher(
            cost: ArgonPasswordHasher.recommendedCost, threads: HashingThreads(count: 1))
        let hash = try await hasher.hash(AuthHouse.password)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await hasher.verify(AuthHouse.password, against: hash))
        #expect(try await !hasher.verify(AuthHouse.password + " ", against: hash))
        #expect(!hasher.needsRehash(hash))
    }

    @Test func wantsHashesOfOtherParametersMadeAnew() async throws {
        let threads = HashingThreads(count: 2)
        let weak = ArgonPasswordHasher(cost: .init(operations: 1, memoryBytes: 8192), threads: threads)
        let other = ArgonPasswordHasher(cost: .init(operations: 1, memoryBytes: 16_384), threads: threads)
        let hash = try await weak.hash("x")
        #expect(other.needsRehash(hash))
        #expect(try await other.verify("x", against: hash), "an old hash still counts")
        #expect(other.needsRehash("nonsense"))
        #expect(try await !other.verify("x", against: "nonsense"))
    }

    @Test func refusesWorkBeyondItsQueue() async throws {
        let threads = HashingThreads(count: 1)
        let (entered, entry) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await threads.run {
                    entry.yield()
                    gate.wait()
                }
                return false
            }
            for await _ in entered { break }
            for _ in 0...HashingThreads.mostWaiting {
                group.addTask {
                    do {
                        try await threads.run {}
                        return false
                    } catch let fault as Fault {
                        // Whoever is refused proves that the queue is full.
                        gate.open()
                        return fault.code == .overloaded && fault.retryAfterMilliseconds != nil
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 1)
    }
}

/// Holds a thread back until it is opened.
private final class Gate: Sendable {
    private let pipe = Pipe()

    func wait() { _ = pipe.fileHandleForReading.availableData }

    func open() { try? pipe.fileHandleForWriting.close() }
}
