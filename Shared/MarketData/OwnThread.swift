import Hosting

/// A thread of its own for long work, so that it blocks neither the sockets nor Swift's thread pool.
public enum OwnThread {
    /// Runs `body` and returns its result.
    public static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            BackgroundThread.start(named: "long-work") { continuation.resume(returning: body()) }
        }
    }
}
