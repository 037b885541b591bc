import Glibc
import Synchronization

/// Holds a thread up until it is opened; for threads that are not Swift's.
final class Gate: Sendable {
    private let isOpen = Atomic(false)
    private let hasVisitor = Atomic(false)

    /// Blocks the thread until the gate is open.
    func pass() {
        hasVisitor.store(true, ordering: .releasing)
        while !isOpen.load(ordering: .acquiring) { usleep(200) }
    }

    /// Opens it for good.
    func open() { isOpen.store(true, ordering: .releasing) }

    /// Returns when somebody stands at the gate.
    func waitForVisitor() async {
        while !hasVisitor.load(ordering: .acquiring) { await Task.yield() }
    }
}
