import Synchronization

/// The quotes of the bonds that were looked at last, so that charts do not read them from the disk each time.
final class QuoteCache: Sendable {
    private struct Entry {
        let version: Int64
        let columns: QuoteColumns
        var usedAt: Int
    }

    private struct State {
        var entries: [Int64: Entry] = [:]
        var uses = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: How many quotes stay in memory, 24 bytes each; those of the bond in use always do.
    init(capacity: Int = 12_000_000) { self.capacity = capacity }

    /// The quotes of a bond as they were in this version.
    func columns(of bond: Int64, version: Int64) -> QuoteColumns? {
        state.withLock { state in
            guard let entry = state.entries[bond], entry.version == version else { return nil }
            state.uses += 1
            state.entries[bond]?.usedAt = state.uses
            return entry.columns
        }
    }

    /// Keeps the quotes of a bond, and lets others go when there are too many.
    func keep(_ columns: QuoteColumns, of bond: Int64, version: Int64) {
        state.withLock { state in
            state.uses += 1
            state.entries[bond] = Entry(version: version, columns: columns, usedAt: state.uses)
            var total = state.entries.values.reduce(0) { $0 + $1.columns.count }
            while total > capacity,
                let oldest = state.entries.filter({ $0.key != bond }).min(by: { $0.value.usedAt < $1.value.usedAt })
            {
                total -= oldest.value.columns.count
                state.entries[oldest.key] = nil
            }
        }
    }
}
