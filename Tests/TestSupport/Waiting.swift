import Glibc
import Hosting

/// A condition that did not come true in time.
public struct WaitedInVain: Error, CustomStringConvertible {
    /// What was waited for.
    public let description: String

    /// Names what was waited for.
    public init(description: String) { self.description = description }
}

/// Waits until `condition` holds, asking again every few milliseconds.
///
/// - Throws: ``WaitedInVain`` after `limit`; whatever the condition throws.
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

/// Runs blocking code on a thread of its own, away from Swift's pool.
public func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        BackgroundThread.start(named: "test") { continuation.resume(with: Result { try body() }) }
    }
}
