import Coordination
import Signals

/// Reads all the books and tells what is out of balance; totals only, nothing of anybody.
struct AuditLedger: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`.
    func answer(_ signal: LedgerSignal.Check, context: SignalContext) async throws -> LedgerSignal.CheckAnswer {
        if case .anonymous = context.caller { throw Fault.unauthenticated(.needsSession) }
        return try await dependencies.store.check()
    }
}
