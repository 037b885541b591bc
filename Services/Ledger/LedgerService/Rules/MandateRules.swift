import Domain
import Signals

extension LedgerTransaction {
    /// Takes a mandate back, and tells others.
    /// - Returns: The mandate after it.
    @discardableResult
    func revoke(_ mandate: Mandate) throws -> LedgerSignal.Mandate {
        var mandate = mandate
        mandate.revokedAt = now
        try put(mandate)
        let told = try shown(mandate)
        try tell(
            "ledger.mandateRevoked", about: mandate.id,
            LedgerEvent.MandateRevoked(userId: mandate.owner, mandate: told))
        return told
    }

    /// A mandate as it is now for its owner.
    func shown(_ mandate: Mandate) throws -> LedgerSignal.Mandate {
        LedgerSignal.Mandate(mandate, at: now, in: try zone(of: mandate.owner))
    }
}
