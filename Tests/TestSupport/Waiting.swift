import Glibc
import Hosting

/// A condition that did not come true in time.
public struct WaitedInVain: Error, CustomStringConvertible {
    /// The name of the condition.
    public let description: String

    /// Creates the error with the name of the condition.
    public init(description: String) { self.description = description }
}

/// Waits until `condition` holds and checks it every few milliseconds.
///
/// - Throws: ``WaitedInVain`` after `limit`; the error that the condition throws.
public func eventually(
    _ what: String, within limit: Duration = .seconds(180), _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now.advanced(by: limit)
    while true {
        if try await condition() { return }
        guard ContinuousClock.now < deadline else {
            throw WaitedInVain(description: "\(what) did not come true within \(limit)")
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Runs blocking code on a thread of its own, outside Swift's thread pool.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        BackgroundThread.start(named: "test") { continuation.resume(with: Result { try body() }) }
    }
}
