import Glibc
import Synchronization

/// A gate that blocks threads until it is opened; for threads outside of Swift's pool.
final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let hasVisitor = Atomic(false)

    /// Blocks the thread until the gate is open.
    func pass() {
        hasVisitor.store(true, ordering: .releasing)
        while !isOpen.load(ordering: .acquiring) { usleep(200) }
    }

    /// Opens the gate permanently.
    func open() { isOpen.store(true, ordering: .releasing) }

    /// Returns when a thread waits at the gate.
    func waitForVisitor() async {
        while !hasVisitor.load(ordering: .acquiring) { await Task.yield() }
    }
}
