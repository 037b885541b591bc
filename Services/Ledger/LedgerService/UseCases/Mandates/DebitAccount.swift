import Coordination
import Domain
import Reasons
import Signals

/// Debits an account by a mandate of the calling service.
struct DebitAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `permissionDenied`, `conflict`,
    ///   `currencyMismatch`, `accountClosed`, `accountFrozen`, `insufficientFunds`, `limitExceeded`, `amountOverflow`.
    func answer(_ signal: LedgerSignal.Debit, context: SignalContext) async throws -> LedgerSignal.DebitAnswer {
        let service = try context.caller.requireService()
        guard (signal.mandate == nil) != (signal.account == nil) else {
            throw Fault.invalidArgument("mandate", .oneOfAccountNeeded, ["other": "account"])
        }
        guard context.idempotencyKey != nil else {
            throw Fault.invalidArgument("_meta.idempotencyKey", .keyNeeded)
        }
        try TransferRules.check(TransferOrder(signal, from: ""))
        return try await dependencies.store.once(signal, by: "service:\(service)", context: context) { transaction in
            let mandate = try mandate(of: service, signal, in: transaction)
            // The mandate is checked with the limits, after the state of the account.
            let record = try TransferRules.post(
                TransferOrder(signal, from: mandate.account), of: mandate.owner, in: transaction,
                allowance: .mandate(mandate))
            let debited = mandate.debited(
                signal.amount.minorUnits, at: record.bookedAt, in: try transaction.zone(of: mandate.owner))
            try transaction.put(debited)
            return LedgerSignal.DebitAnswer(
                transfer: LedgerSignal.Transfer(record), mandate: try transaction.shown(debited))
        }
    }

    private func mandate(
        of service: String, _ signal: LedgerSignal.Debit, in transaction: any LedgerTransaction
    ) throws -> Mandate {
        let mandate =
            if let id = signal.mandate {
                try transaction.mandate(id)
            } else {
                try transaction.liveMandate(of: service, for: signal.account ?? "")
            }
        guard let mandate, mandate.service == service, mandate.isLive else {
            throw Fault(.permissionDenied, .serviceHasNoMandate)
        }
        return mandate
    }
}

extension TransferOrder {
    fileprivate init(_ signal: LedgerSignal.Debit, from account: String) {
        self.init(
            kind: .withdrawal, from: account, to: Account.worldID(of: signal.amount.currency), amount: signal.amount,
            description: signal.description ?? "", category: signal.category)
    }
}

extension Caller {
    /// Returns the name of the calling service.
    /// - Throws: ``Fault`` `unauthenticated` without a caller, `permissionDenied` for a user.
    func requireService() throws(Fault) -> String {
        switch self {
        case .service(let name): return name
        case .anonymous: throw Fault.unauthenticated(.needsServiceToken)
        case .user, .operator:
            throw Fault(.permissionDenied, .onlyServicesWithMandate)
        }
    }
}
