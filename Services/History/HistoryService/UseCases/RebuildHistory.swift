import Coordination
import Signals

/// Forgets everything and waits until it has been read again, up to the newest event known at the beginning.
///
/// Lists are short meanwhile; they grow from the oldest on.
struct RebuildHistory: UseCase {
    let store: any HistoryStore
    let progress: ReadingProgress
    let tree: any Transmitter

    /// - Throws: ``Fault`` `unavailable` when ledger cannot be reached: nothing is changed; `cancelled` for one who
    ///   does not wait: it goes on all the same.
    func answer(_ signal: HistorySignal.Rebuild, context: SignalContext) async throws -> HistorySignal.RebuildAnswer {
        // Nothing is forgotten that cannot be read again.
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
            // Asked again, as a page from before may still have made itself heard.
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
