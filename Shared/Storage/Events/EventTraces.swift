import Coordination
import Synchronization

/// A ring buffer of the sampled requests that caused the newest events. It is held in memory, for services that read
/// the events soon. A restart clears it, as it clears the spans of services.
final class EventTraces: Sendable {
    /// Consecutive events that one request caused.
    struct Entry: Sendable {
        let sequences: ClosedRange<Int64>
        let trace: TraceContext
    }

    /// The number of requests kept: the newest.
    static let capacity = 1024

    private struct Ring {
        var entries: [Entry] = []
        /// The index of the oldest entry, which the next one overwrites once the buffer is full.
        var next = 0
    }

    private let ring = Mutex(Ring())

    /// Adds the entries of a commit.
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

    /// Sets the trace of each event of a page, where it is known.
    func mark(_ page: inout [Event]) {
        guard let first = page.first?.sequence, let last = page.last?.sequence else { return }
        let here = ring.withLock { ring in ring.entries.filter { $0.sequences.overlaps(first...last) } }
        guard !here.isEmpty else { return }
        for index in page.indices {
            page[index].trace = here.first { $0.sequences.contains(page[index].sequence) }?.trace
        }
    }
}
