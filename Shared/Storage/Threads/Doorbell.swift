import Glibc

/// Wakes a thread that waits for work; each ring lets one thread go on. `sem_init(3)`
public final class Doorbell: Sendable {
    // A POSIX semaphore is made to be used by many threads at once, and the address never changes.
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    /// A doorbell that nobody has rung.
    public init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Lets one waiting thread, or the next that comes to wait, go on. `sem_post`
    public func ring() { sem_post(semaphore) }

    /// Blocks the thread until somebody rings. `sem_wait`
    public func wait() {
        while sem_wait(semaphore) != 0 {
            precondition(errno == EINTR, "Waiting for a semaphore failed, which only a bug can cause.")
        }
    }
}
