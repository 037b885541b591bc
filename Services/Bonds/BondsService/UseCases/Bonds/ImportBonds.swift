import Coordination
import Domain
import Signals

/// Imports bonds with their quotes and terms, all or none. All users see them, because market data are no secret.
struct ImportBonds: UseCase {
    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `permissionDenied` (a bond of another), `amountOverflow`.
    func answer(_ signal: BondsSignal.Import, context: SignalContext) async throws -> BondsSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        let drafts = try ImportRules.drafts(of: signal.activities, field: "activities")
        return try await store.add(drafts, for: signal, by: user, context: context)
    }
}

extension BondsStore {
    /// Stores drafts for a signal, all or none, once per idempotency key.
    func add<S: Signal>(
        _ drafts: [BondDraft], for signal: S, by user: String, context: SignalContext
    ) async throws -> BondsSignal.ImportAnswer where S.Answer == BondsSignal.ImportAnswer {
        // Quotes are written in blocks of thousands.
        let weight = drafts.reduce(1) { $0 + 2 + $1.quotes.count / 256 }
        return try await once(signal, by: user, context: context, weight: weight) { bonds in
            let imported = try drafts.map { try bonds.add($0, by: user) }
            try bonds.tell(changeOf: imported.map(\.isin), to: user)
            return BondsSignal.ImportAnswer(bonds: imported)
        }
    }
}
