import Coordination
import Signals

/// Audits all stored data. The answer has totals only, nothing personal.
struct AuditLedger: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`.
    func answer(_ signal: LedgerSignal.Check, context: SignalContext) async throws -> LedgerSignal.CheckAnswer {
        if case .anonymous = context.caller { throw Fault.unauthenticated(.needsSession) }
        return try await dependencies.store.check()
    }
}
