import Coordination
import Domain
import Reasons
import Signals

/// Exchanges money between two own accounts of different currencies: two records in one transaction, each against a
/// `world` account.
struct ExchangeMoney: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`, `accountFrozen`, `rateMissing`,
    ///   `insufficientFunds`, `limitExceeded`, `amountOverflow`, `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.Exchange, context: SignalContext) async throws -> LedgerSignal.ExchangeAnswer {
        let user = try context.caller.requireUser().userID
        try LedgerLimits.check(signal.amount)
        if let days = signal.maxAgeDays, !(0...LedgerLimits.rateAgeDays).contains(days) {
            throw Fault.invalidArgument(
                "maxAgeDays", .mustBeBetween, ["least": 0, "most": .number(LedgerLimits.rateAgeDays)])
        }
        let store = dependencies.store
        if signal.dryRun ?? false {
            return try await store.write(deadline: context.deadline, weight: 2) { transaction in
                // A dry run needs no code.
                let (paid, received) = try transaction.dryRun {
                    try exchange(signal, of: user, proved: .code, in: transaction)
                }
                return LedgerSignal.ExchangeAnswer(paid, received, isDryRun: true)
            }
        }
        let halves = try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await store.once(signal, by: user, context: context, weight: 2) { transaction -> LedgerOutcome in
                let (paid, received) = try exchange(signal, of: user, proved: proof, in: transaction)
                return .list([.success(paid), .success(received)])
            }
        }.results
        precondition(halves.count == 2, "An exchange is two records.")
        return LedgerSignal.ExchangeAnswer(try halves[0].get(), try halves[1].get(), isDryRun: false)
    }

    private func exchange(
        _ signal: LedgerSignal.Exchange, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> (paid: LedgerRecord, received: LedgerRecord) {
        let (payer, payee) = try accounts(signal, of: user, in: transaction)
        let rate = try rate(signal, from: payer.currency, to: payee.currency, of: user, in: transaction)
        guard payer.covers(signal.amount.minorUnits) else {
            throw TransferRules.insufficient(payer, signal.amount, field: "amount")
        }
        try LimitRules.check(signal.amount, from: payer, in: transaction)
        guard let minorUnits = rate.rate.convert(signal.amount, to: payee.currency),
            minorUnits <= LedgerLimits.largestAmount
        else {
            throw Fault(.amountOverflow, .tooMuchToExchange, field: "amount")
        }
        guard minorUnits > 0 else {
            throw Fault.invalidArgument(
                "amount", .tooLittleToExchange,
                ["rate": .text("\(rate.rate)"), "currency": .text(payee.currency.code)])
        }
        let got = Money(minorUnits: minorUnits, currency: payee.currency)
        try LimitRules.require(proof, for: signal.amount, from: payer, .toExchange)
        var details = RecordDetails()
        details.rate = rate.rate.description
        details.rateSource = rate.source
        details.rateAsOf = rate.asOf
        let worlds = (given: try transaction.world(payer.currency), got: try transaction.world(payee.currency))
        // Each half names the other, so both booking times must be known before.
        let first = transaction.nextBooking
        let second = Instant(microseconds: first.microseconds + 1)
        details.otherLeg = LedgerRecord.id(of: second.microseconds)
        let given = try record(signal.amount, details, from: payer, to: worlds.given, at: first, in: transaction)
        details.otherLeg = given.id
        return (given, try record(got, details, from: worlds.got, to: payee, at: second, in: transaction))
    }

    private func record(
        _ amount: Money, _ details: RecordDetails, from payer: Account, to payee: Account, at moment: Instant,
        in transaction: any LedgerTransaction
    ) throws -> LedgerRecord {
        try TransferRules.checkOverflow(amount, from: payer, to: payee)
        var draft = RecordDraft(.exchange, amount)
        draft.description = "Exchange at \(details.rate ?? "")"
        draft.details = details
        draft.bookedAt = moment
        return try transaction.record(draft, from: payer, to: payee)
    }

    private func accounts(
        _ signal: LedgerSignal.Exchange, of user: String, in transaction: any LedgerTransaction
    ) throws -> (payer: Account, payee: Account) {
        guard let payer = transaction.account(signal.from), payer.owner == user else {
            throw Fault.noAccount(field: "from")
        }
        guard let payee = transaction.account(signal.to), payee.owner == user else {
            throw Fault.noAccount(field: "to")
        }
        guard payer.number != payee.number else {
            throw Fault(.sameAccount, .exchangeSameAccount, field: "to")
        }
        guard signal.amount.currency == payer.currency else {
            throw Fault(
                .currencyMismatch, .payerInOtherCurrency,
                ["accountCurrency": .text(payer.currency.code), "currency": .text(signal.amount.currency.code)],
                field: "amount.currency")
        }
        guard payer.currency != payee.currency else {
            throw Fault(
                .currencyMismatch, .exchangeSameCurrency, ["currency": .text(payer.currency.code)], field: "to")
        }
        try TransferRules.checkStanding([(payer, "from"), (payee, "to")])
        return (payer, payee)
    }

    private func rate(
        _ signal: LedgerSignal.Exchange, from: Currency, to: Currency, of user: String,
        in transaction: any LedgerTransaction
    ) throws -> ExchangeRate {
        guard let rate = try transaction.rate(from: from, to: to, of: user) else {
            throw Fault(
                .rateMissing, .noRateForExchange, ["from": .text(from.code), "to": .text(to.code)], field: "from")
        }
        if let days = signal.maxAgeDays, rate.asOf + .seconds(86_400 * days) < transaction.now {
            throw Fault(
                .rateMissing, .rateTooOld,
                [
                    "from": .text(from.code), "to": .text(to.code), "asOf": .text("\(rate.asOf)"),
                    "days": .number(days),
                ], field: "maxAgeDays")
        }
        return rate
    }
}

extension LedgerSignal.ExchangeAnswer {
    /// Creates the answer of an exchange or its dry run from the paid and the received half.
    fileprivate init(_ paid: LedgerRecord, _ received: LedgerRecord, isDryRun: Bool) {
        let details = paid.details
        self.init(
            transfers: [LedgerSignal.Transfer(paid), LedgerSignal.Transfer(received)],
            balances: [
                LedgerSignal.AccountBalance(paid.payer, paid.amount.currency),
                LedgerSignal.AccountBalance(received.payee, received.amount.currency),
            ],
            given: paid.amount, got: received.amount, rate: details?.rate ?? "", source: details?.rateSource ?? "",
            asOf: details?.rateAsOf ?? paid.bookedAt, dryRun: isDryRun)
    }
}
