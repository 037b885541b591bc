import Hosting

/// Work that takes long, on a thread of its own: neither the socket's nor those of Swift's pool.
public enum OwnThread {
    /// Runs `body` and brings back what it returned.
    public static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            BackgroundThread.start(named: "long-work") { continuation.resume(returning: body()) }
        }
    }
}
