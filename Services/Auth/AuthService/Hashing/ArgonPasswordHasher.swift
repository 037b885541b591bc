import Coordination
import Sodium

/// A password hasher with Argon2id from libsodium, on threads of its own.
///
/// A hash takes some twenty milliseconds and megabytes of memory. Neither Swift's thread pool nor the socket thread can
/// spare them.
final class ArgonPasswordHasher: PasswordHashing {
    /// 19 MiB of memory, two passes, one lane.
    /// - Source: OWASP Password Storage cheat sheet, m=19456 (KiB), t=2, p=1.
    static let recommendedCost = PasswordHash.Cost(operations: 2, memoryBytes: 19_456 << 10)

    private let cost: PasswordHash.Cost
    private let threads: HashingThreads

    init(cost: PasswordHash.Cost, threads: HashingThreads) {
        self.cost = cost
        self.threads = threads
    }

    func hash(_ password: String, for asker: PasswordAsker) async throws -> String {
        let cost = cost
        return try await run(for: asker) { () throws(SodiumError) in
            try PasswordHash.hash(Array(password.utf8), cost: cost)
        }
    }

    func verify(_ password: String, against hash: String, for asker: PasswordAsker) async throws -> Bool {
        try await run(for: asker) { () throws(SodiumError) in
            try PasswordHash.verify(Array(password.utf8), against: hash)
        }
    }

    /// Runs work on the hashing threads.
    ///
    /// - Throws: ``Fault`` `overloaded` when the queue is full or memory is exhausted. Neither counts as a failed
    ///   attempt.
    private func run<Value: Sendable>(
        for asker: PasswordAsker, _ work: @escaping @Sendable () throws(SodiumError) -> Value
    ) async throws -> Value {
        do {
            return try await threads.run(for: asker, work)
        } catch is SodiumError {
            throw Fault(.overloaded, .tooBusy, retryAfterMilliseconds: 1000)
        }
    }

    func needsRehash(_ hash: String) -> Bool { PasswordHash.needsRehash(hash, cost: cost) }
}
