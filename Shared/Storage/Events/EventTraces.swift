import Coordination
import Synchronization

/// Remembers which requests the newest events are consequences of, where that is kept: in memory, for whoever reads the
/// events soon. A restart forgets it, as services forget their spans then.
final class EventTraces: Sendable {
    /// Consecutive events of one request.
    struct Entry: Sendable {
        let sequences: ClosedRange<Int64>
        let trace: TraceContext
    }

    /// So many requests are remembered, the newest.
    static let capacity = 1024

    private struct Ring {
        var entries: [Entry] = []
        /// Where the next goes when all places are taken: that of the oldest.
        var next = 0
    }

    private let ring = Mutex(Ring())

    /// Remembers what a commit has written.
    func add(_ entries: [Entry]) {
        ring.withLock { ring in
            for entry in entries {
                if ring.entries.count < Self.capacity {
                    ring.entries.append(entry)
                } else {
                    ring.entries[ring.next] = entry
                    ring.next = (ring.next + 1) % Self.capacity
                }
            }
        }
    }

    /// Says of each event of a page what it is a consequence of, where that is remembered.
    func mark(_ page: inout [Event]) {
        guard let first = page.first?.sequence, let last = page.last?.sequence else { return }
        let here = ring.withLock { ring in ring.entries.filter { $0.sequences.overlaps(first...last) } }
        guard !here.isEmpty else { return }
        for index in page.indices {
            page[index].trace = here.first { $0.sequences.contains(page[index].sequence) }?.trace
        }
    }
}
