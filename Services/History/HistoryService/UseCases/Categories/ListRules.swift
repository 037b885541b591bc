import Coordination
import Signals

/// Lists the rules of the caller in the order of evaluation.
struct ListRules: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: HistorySignal.Rules, context: SignalContext) async throws -> HistorySignal.RuleList {
        let userID = try context.caller.requireUser().userID
        return HistorySignal.RuleList(try await store.read { try $0.rules(of: userID) })
    }
}
