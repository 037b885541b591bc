import Coordination
import Signals

/// Lets attempts with a common counter through one at a time.
///
/// Otherwise a caller that sends many passwords at once would have all of them checked before the first failure counts.
actor AttemptTurns {
    /// The most attempts that may wait for one key.
    static let mostWaiting = 32

    private var waiting: [LoginKey: [CheckedContinuation<Void, Never>]] = [:]

    /// Runs `body` when it has its turn for each of `keys`, taken in order. A process with many requests thus waits for
    /// itself and takes one place among all others.
    /// - Throws: ``Fault`` `overloaded` when too many wait; the error that `body` throws.
    func take<Value: Sendable>(_ keys: [LoginKey], _ body: @Sendable () async throws -> Value) async throws -> Value {
        guard let key = keys.first else { return try await body() }
        return try await take(key) { try await take(Array(keys.dropFirst()), body) }
    }

    /// Runs `body` when no other attempt on `key` is under way.
    /// - Throws: ``Fault`` `overloaded` when too many wait; the error that `body` throws.
    func take<Value: Sendable>(_ key: LoginKey, _ body: @Sendable () async throws -> Value) async throws -> Value {
        if let others = waiting[key] {
            guard others.count < Self.mostWaiting else {
                throw Fault(.overloaded, .tooManySignInsByName, retryAfterMilliseconds: 1000)
            }
            // The previous attempt hands the turn over, so the entry stays.
            await withCheckedContinuation { waiting[key, default: []].append($0) }
        } else {
            waiting[key] = []
        }
        defer { pass(key) }
        return try await body()
    }

    /// Returns the number of attempts that wait for a key.
    func waiting(by key: LoginKey) -> Int { waiting[key]?.count ?? 0 }

    private func pass(_ key: LoginKey) {
        guard var others = waiting[key], !others.isEmpty else {
            waiting[key] = nil
            return
        }
        let next = others.removeFirst()
        waiting[key] = others
        next.resume()
    }
}
