import Glibc

/// A POSIX thread for blocking work, which must never run on Swift's pool of threads.
enum WorkerThread {
    /// Runs `body` on a new thread, which ends with it. The thread blocks all signals of the process.
    ///
    /// - Throws: ``StorageError`` `system` when no thread can be created. `pthread_create`
    static func start(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var everySignal = sigset_t()
        var before = sigset_t()
        sigfillset(&everySignal)
        pthread_sigmask(SIG_BLOCK, &everySignal, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                work.body()
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            throw StorageError(.system, "A thread could not be started: \(String(cString: strerror(result))).")
        }
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
