import Domain
import Signals

extension LedgerTransaction {
    /// Revokes a mandate and writes the event.
    /// - Returns: The revoked mandate.
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

    /// Returns a mandate as its owner sees it now.
    func shown(_ mandate: Mandate) throws -> LedgerSignal.Mandate {
        LedgerSignal.Mandate(mandate, at: now, in: try zone(of: mandate.owner))
    }
}
