import Coordination
import Foundation
import Sodium
import Synchronization
import TestSupport
import Testing

@testable import AuthService

@Suite struct ArgonPasswordHasherTests {
    @Test func hashesAtTheStrengthThatIsRecommended() async throws {
        let hasher = ArgonPasswordHasher(
            cost: ArgonPasswordHasher.recommendedCost, threads: HashingThreads(count: 1))
        let hash = try await hasher.hash(AuthHouse.password, for: .known)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await hasher.verify(AuthHouse.password, against: hash, for: .known))
        #expect(try await !hasher.verify(AuthHouse.password + " ", against: hash, for: .known))
        #expect(!hasher.needsRehash(hash))
    }

    @Test func wantsHashesOfOtherParametersMadeAnew() async throws {
        let threads = HashingThreads(count: 2)
        let weak = ArgonPasswordHasher(cost: .init(operations: 1, memoryBytes: 8192), threads: threads)
        let other = ArgonPasswordHasher(cost: .init(operations: 1, memoryBytes: 16_384), threads: threads)
        let hash = try await weak.hash("x", for: .known)
        #expect(other.needsRehash(hash))
        #expect(try await other.verify("x", against: hash, for: .known), "an old hash still counts")
        #expect(other.needsRehash("nonsense"))
        #expect(try await !other.verify("x", against: "nonsense", for: .known))
    }

    @Test func refusesWorkBeyondItsQueue() async throws {
        let threads = HashingThreads(count: 1)
        let (entered, entry) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await threads.run(for: .stranger) {
                    entry.yield()
                    gate.wait()
                }
                return false
            }
            for await _ in entered { break }
            for _ in 0...HashingThreads.mostWaiting {
                group.addTask {
                    do {
                        try await threads.run(for: .stranger) {}
                        return false
                    } catch let fault as Fault {
                        // The refusal proves that the queue is full.
                        gate.open()
                        return fault.code == .overloaded && fault.retryAfterMilliseconds != nil
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 1)
    }

    /// Among many known users, a stranger still gets a turn.
    @Test func theKnownShutOutNoStranger() async throws {
        let threads = HashingThreads(count: 1)
        let (entered, entry) = AsyncStream.makeStream(of: Void.self)
        let (gate, order) = (Gate(), Order())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await threads.run(for: .stranger) {
                    entry.yield()
                    gate.wait()
                }
            }
            for await _ in entered { break }
            for asker in [PasswordAsker.stranger] + Array(repeating: .known, count: 8) {
                group.addTask { try await threads.run(for: asker) { order.add(asker) } }
            }
            try await eventually("all wait") {
                threads.waiting(for: .known) == 8 && threads.waiting(for: .stranger) == 1
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.askers.firstIndex(of: .stranger) == HashingThreads.knownInARow)
    }

    /// A known user is neither refused nor delayed by any number of strangers.
    @Test func strangersKeepNobodyWaitingWhoIsKnown() async throws {
        let threads = HashingThreads(count: 1)
        let (entered, entry) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await threads.run(for: .stranger) {
                    entry.yield()
                    gate.wait()
                }
            }
            for await _ in entered { break }
            let (refused, refusal) = AsyncStream.makeStream(of: Void.self)
            for _ in 0...HashingThreads.mostWaiting {
                group.addTask {
                    do {
                        try await threads.run(for: .stranger) { order.add(.stranger) }
                    } catch {
                        refusal.yield()
                    }
                }
            }
            for await _ in refused { break }
            group.addTask {
                // The queue of known users has taken it before the gate opens.
                async let known: Void = threads.run(for: .known) { order.add(.known) }
                try await eventually("it waits") { threads.waiting(for: .known) == 1 }
                gate.open()
                try await known
            }
            try await group.waitForAll()
        }
        #expect(order.askers.first == .known)
        #expect(order.askers.count == HashingThreads.mostWaiting + 1)
    }
}

/// A gate that blocks a thread until it is opened.
private final class Gate: Sendable {
    private let pipe = Pipe()

    func wait() { _ = pipe.fileHandleForReading.availableData }

    func open() { try? pipe.fileHandleForWriting.close() }
}

/// The order in which callers were served.
private final class Order: Sendable {
    private let noted = Mutex<[PasswordAsker]>([])

    var askers: [PasswordAsker] { noted.withLock { $0 } }

    func add(_ asker: PasswordAsker) { noted.withLock { $0.append(asker) } }
}
