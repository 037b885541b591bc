import Reasons

/// The right to write a service's database: an exclusive lock on `<data>/<service>/<service>.writer.lock`.
///
/// Several generations of a service may inherit the same sockets at once, but the database must have only one writer.
/// The lock is held as long as this value lives.
public final class WriterLock: Sendable {
    /// The time that a service waits for its predecessor, which may be draining (5 s by default) or ending.
    public static let defaultPatience: Duration = .seconds(10)

    private let lock: FileLock

    private init(_ lock: consuming FileLock) { self.lock = lock }

    /// Takes the lock, and retries every 20 ms while a predecessor holds it. The directory of the service must exist.
    ///
    /// - Throws: ``HostingError`` `alreadyRunning` when `patience` runs out, `system`; `CancellationError`.
    public static func acquire(
        service: String, dataDirectory: String, patience: Duration = defaultPatience
    ) async throws -> WriterLock {
        let path = "\(DataLayout(root: dataDirectory).directory(of: service))/\(service).writer.lock"
        let deadline = ContinuousClock.now + patience
        while true {
            if let lock = try FileLock.tryAcquire(path) { return WriterLock(lock) }
            guard ContinuousClock.now < deadline else {
                throw FileLock.held(
                    path, .dataInUse, .dataInUseBy, ["service": .text(service), "path": .text(dataDirectory)])
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
