import Coordination
import Domain
import Signals

/// Lists the mandates of the user: the live ones, newest first, then the last ended ones.
struct ListMandates: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: LedgerSignal.Mandates, context: SignalContext) async throws -> LedgerSignal.MandateList {
        let user = try context.caller.requireUser().userID
        let now = dependencies.clock.now()
        return try await dependencies.store.read { reading in
            let mandates =
                try reading.mandates(of: user, live: true, limit: LedgerLimits.mandatesPerUser)
                + reading.mandates(of: user, live: false, limit: LedgerLimits.pastPerList)
            let zone = try reading.zone(of: user)
            return LedgerSignal.MandateList(
                mandates: mandates.map { LedgerSignal.Mandate($0, at: now, in: zone) })
        }
    }
}

/// Revokes a mandate.
struct RevokeMandate: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func answer(
        _ signal: LedgerSignal.RevokeMandate, context: SignalContext
    ) async throws -> LedgerSignal.MandateAnswer {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.once(signal, by: user, context: context) { transaction in
            guard let mandate = try transaction.mandate(signal.id), mandate.owner == user else {
                throw Fault(.notFound, .noMandate, field: "id")
            }
            return LedgerSignal.MandateAnswer(
                mandate: mandate.isLive ? try transaction.revoke(mandate) : try transaction.shown(mandate))
        }
    }
}
