import CProcess
import Glibc

/// A detached POSIX thread for work that must not run on Swift's shared pool: blocking reads, and forks whose child
/// should die with its parent.
public enum BackgroundThread {
    /// Runs `body` on a new thread: pthread_create(3).
    ///
    /// - Parameter name: Shown by `ps -T` and `perf`. The first 15 bytes count.
    /// - Precondition: The system can create another thread.
    public static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Work(name: name, body: body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                kopilka_name_thread(String(work.name.prefix(15)))
                work.body()
                return nil
            }, box.toOpaque())
        precondition(failure == 0, "a process that can not start a thread can not serve: \(failure)")
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
