import Coordination
import Reasons
import Signals

/// Forgets a layout of the caller.
struct ForgetLayout: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict` (the key
    ///   was used for something else), `notFound`.
    func answer(
        _ signal: HistorySignal.ForgetStatementLayout, context: SignalContext
    ) async throws -> HistorySignal.LayoutAnswer {
        let userID = try context.caller.requireUser().userID
        return try await store.once(signal, by: userID, context: context) { transaction in
            var layouts = try transaction.reading.layouts(of: userID)
            guard let index = layouts.firstIndex(where: { $0.name == signal.name }) else {
                throw Fault(.notFound, .noSuchLayout, field: "name")
            }
            let forgotten = layouts.remove(at: index)
            try transaction.setLayouts(layouts, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .layouts))
            return HistorySignal.LayoutAnswer(layout: forgotten)
        }
    }
}
