import Coordination
import Signals

/// Clears history and waits until it has read all events again, up to the newest event known at the beginning.
///
/// Until then lists are incomplete and grow from the oldest movement on.
struct RebuildHistory: UseCase {
    let store: any HistoryStore
    let progress: ReadingProgress
    let tree: any Transmitter

    /// - Throws: ``Fault`` `unavailable` when ledger cannot be reached, without any change; `cancelled` when the caller
    ///   stops waiting, while the rebuild continues.
    func answer(_ signal: HistorySignal.Rebuild, context: SignalContext) async throws -> HistorySignal.RebuildAnswer {
        // Makes sure that the events can be read again before anything is deleted.
        _ = try await tree.newestEvent(
            of: LedgerSignal.self, context: context.onward(), within: HistoryUseCases.ledgerLimit)
        let updates = progress.updates()
        let handled = try await store.write(deadline: nil, weight: 1) { transaction in
            let last = try transaction.reading.lastSequence()
            try transaction.clear()
            return last
        }
        let target = max(handled, progress.newestKnown)
        if let answer = try await answer(ifReached: target) { return answer }
        for await reached in updates {
            context.progress?.report(min(1, Double(reached) / Double(target)))
            // Checked in the store, because a page from before the rebuild may still have reported its progress.
            if reached >= target, let answer = try await answer(ifReached: target) { return answer }
        }
        throw Fault(.cancelled, .rebuildGoesOn)
    }

    private func answer(ifReached target: Int64) async throws -> HistorySignal.RebuildAnswer? {
        try await store.read { reading in
            let last = try reading.lastSequence()
            guard last >= target else { return nil }
            return HistorySignal.RebuildAnswer(events: last, transactions: try reading.movementCount())
        }
    }
}
