import Coordination
import Domain
import Reasons
import Signals

/// Grants a service a mandate for an account, in place of its previous one.
struct GrantMandate: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `currencyMismatch`, `accountClosed`, `limitExceeded`, `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.GrantMandate, context: SignalContext) async throws -> LedgerSignal.MandateAnswer
    {
        let user = try context.caller.requireUser().userID
        let services = dependencies.debitors
        guard services.contains(signal.service) else {
            throw Fault.invalidArgument(
                "service", .notAGrantedService, ["services": .text(services.sorted().joined(separator: ", "))])
        }
        try LedgerLimits.check(signal.amount)
        return try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await dependencies.store.once(signal, by: user, context: context) { transaction in
                LedgerSignal.MandateAnswer(mandate: try grant(signal, of: user, proved: proof, in: transaction))
            }
        }
    }

    private func grant(
        _ signal: LedgerSignal.GrantMandate, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> LedgerSignal.Mandate {
        guard let account = transaction.account(signal.account), account.owner == user else {
            throw Fault.noAccount(field: "account")
        }
        guard signal.amount.currency == account.currency else {
            throw Fault(
                .currencyMismatch, .amountInOtherCurrency,
                ["accountCurrency": .text(account.currency.code), "currency": .text(signal.amount.currency.code)],
                field: "amount.currency")
        }
        guard account.status != .closed else {
            throw Fault(.accountClosed, .accountIsClosed, field: "account")
        }
        let before = try transaction.liveMandate(of: signal.service, for: account.id)
        if before == nil,
            try transaction.mandates(of: user, live: true, limit: LedgerLimits.mandatesPerUser).count
                >= LedgerLimits.mandatesPerUser
        {
            throw Fault.tooMany(.mandates, LedgerLimits.mandatesPerUser)
        }
        try LimitRules.require(
            proof, for: signal.amount, from: account, .toGrant, ["service": .text(signal.service)])
        let now = transaction.now
        if let before { try transaction.revoke(before) }
        let zone = try transaction.zone(of: user)
        // Earlier debits still count, so that a new mandate gives no second allowance.
        let kept = before.flatMap { $0.period == signal.per ? $0 : nil }
        let counted =
            kept?.counted.current(at: now, in: zone) ?? CountedPeriod(signal.per.calendar, at: now, in: zone)
        let mandate = Mandate(
            id: dependencies.makeID(), owner: user, service: signal.service, account: account.id, amount: signal.amount,
            period: signal.per, grantedAt: now, spent: kept?.spent(at: now, in: zone) ?? 0,
            spentSince: counted.first, spentUntil: counted.end)
        try transaction.put(mandate)
        let told = try transaction.shown(mandate)
        try transaction.tell(
            "ledger.mandateGranted", about: mandate.id, LedgerEvent.MandateGranted(userId: user, mandate: told))
        return told
    }
}
