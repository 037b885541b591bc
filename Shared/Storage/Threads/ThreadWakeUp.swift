import Glibc

/// A wake-up for threads that wait for work. Each call of `wake` releases one thread. `sem_init(3)`
public final class ThreadWakeUp: Sendable {
    // A POSIX semaphore may be used by many threads at once, and its address never changes.
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    /// Creates a wake-up that is not pending.
    public init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Releases one waiting thread, or the next one that waits. `sem_post`
    public func wake() { sem_post(semaphore) }

    /// Blocks the thread until `wake` is called. `sem_wait`
    public func wait() {
        while sem_wait(semaphore) != 0 {
            precondition(errno == EINTR, "Waiting for a semaphore failed, which only a bug can cause.")
        }
    }
}
