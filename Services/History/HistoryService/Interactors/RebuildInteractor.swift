import Coordination

/// What reading everything again gave.
struct RebuildReport: Hashable, Sendable {
    let events: Int64
    let movements: Int64
}

/// Forgets everything and waits until it has been read again, up to the newest event known at the beginning.
///
/// Lists are short meanwhile; they grow from the oldest on.
struct RebuildInteractor: Interactor {
    let store: any HistoryStore
    let progress: ReadingProgress
    let ledger: any LedgerHead

    /// - Throws: ``Fault`` `unavailable` when ledger cannot be reached: nothing is changed; `cancelled` for one who does
    ///   not wait: it goes on all the same.
    func execute(_ request: Void, context: SignalContext) async throws -> RebuildReport {
        // Nothing is forgotten that cannot be read again.
        _ = try await ledger.newestSequence()
        let updates = progress.updates()
        let handled = try await store.write(weight: 1) { transaction in
            let last = try transaction.lastSequence()
            try transaction.clear()
            return last
        }
        let target = max(handled, progress.newestKnown)
        if let report = try await report(ifReached: target) { return report }
        for await reached in updates {
            context.progress?.report(min(1, Double(reached) / Double(target)))
            // Asked again, as a page from before may still have made itself heard.
            if reached >= target, let report = try await report(ifReached: target) { return report }
        }
        throw Fault(.cancelled, "Nobody waits for the rebuild any more; it goes on.")
    }

    private func report(ifReached target: Int64) async throws -> RebuildReport? {
        try await store.read { reading in
            let last = try reading.lastSequence()
            return last < target ? nil : RebuildReport(events: last, movements: try reading.movementCount())
        }
    }
}
