import Coordination
import Domain
import Reasons
import Signals

/// The rules of holds and of what ends them.
enum HoldRules {
    /// How a hold shall end.
    enum Ending: Hashable, Sendable {
        /// The money moves: so much of it, or all.
        case post(Money?)
        /// It is free again.
        case void
    }

    /// Puts money aside, or says which rule forbids it.
    ///
    /// - Parameters:
    ///   - expiresAt: When it is free again by itself.
    ///   - user: Whose order it is.
    /// - Throws: ``Fault``, first match wins: `invalidArgument` for a moment that is past, those of
    ///   ``TransferRules/admit(_:of:in:by:)``, `confirmationRequired`.
    static func hold(
        _ order: TransferOrder, until expiresAt: Instant?, of user: String, in transaction: any LedgerTransaction,
        allowance: Allowance = .request
    ) throws -> LedgerRecord {
        if let expiresAt, expiresAt <= transaction.now {
            throw Fault.invalidArgument("expiresAt", .mustBeInFuture)
        }
        let (payer, payee, amount) = try TransferRules.admit(order, of: user, in: transaction, by: allowance)
        try allowance.confirm(amount, from: payer, to: payee)
        var draft = RecordDraft(.hold, amount)
        draft.description = order.description
        draft.category = order.category
        if let expiresAt { draft.details = RecordDetails(expiresAt: expiresAt) }
        return try transaction.record(draft, from: payer, to: payee)
    }

    /// Ends a hold, or says which rule forbids it.
    ///
    /// - Throws: ``Fault``, first match wins: `notFound`, `permissionDenied`, `currencyMismatch`, `holdNotPending`,
    ///   `exceedsHold`, `accountClosed`, `accountFrozen`, `amountOverflow`.
    static func end(_ id: String, _ ending: Ending, of user: String, in transaction: any LedgerTransaction) throws
        -> LedgerRecord
    {
        guard let history = try transaction.history(ofTransfer: id), history.made.kind == .hold,
            history.made.isSeen(by: user)
        else { throw Fault(.notFound, .noHold, field: "hold") }
        let hold = history.made
        if case .post(let amount) = ending {
            guard hold.payer.owner == user else {
                throw Fault(.permissionDenied, .onlyPayerPosts, field: "hold")
            }
            if let amount, amount.currency != hold.amount.currency {
                throw Fault(
                    .currencyMismatch, .holdInOtherCurrency,
                    [
                        "holdCurrency": .text(hold.amount.currency.code), "currency": .text(amount.currency.code),
                    ], field: "amount.currency")
            }
        }
        if let status = status(of: history, now: transaction.now) {
            throw Fault(.holdNotPending, .holdHasEnded, ["status": .text(status)], field: "hold")
        }
        switch ending {
        case .void: return try settle(hold, .void, hold.amount, in: transaction)
        case .post(let amount): return try post(hold, amount ?? hold.amount, in: transaction)
        }
    }

    /// Sets free what is held beyond its time, some of it.
    ///
    /// - Returns: Whether there may be more.
    static func expire(in transaction: any LedgerTransaction, atMost limit: Int) throws -> Bool {
        let due = try transaction.expiredHolds(limit: limit)
        for sequence in due {
            guard let history = try transaction.history(sequence), history.settled == nil else {
                preconditionFailure("An open hold is a record that nothing settled.")
            }
            _ = try settle(history.made, .expiry, history.made.amount, in: transaction)
        }
        return due.count == limit
    }

    /// Sets the money of an open hold free, whoever put it aside.
    static func giveUp(_ sequence: Int64, in transaction: any LedgerTransaction) throws {
        guard let history = try transaction.history(sequence), history.settled == nil else {
            preconditionFailure("An open hold is a record that nothing settled.")
        }
        _ = try settle(history.made, .void, history.made.amount, in: transaction)
    }

    private static func post(_ hold: LedgerRecord, _ amount: Money, in transaction: any LedgerTransaction) throws
        -> LedgerRecord
    {
        guard amount.minorUnits <= hold.amount.minorUnits else {
            throw Fault(
                .exceedsHold, .exceedsHold,
                ["held": .text(hold.amount.decimalText), "currency": .text(hold.amount.currency.code)],
                field: "amount")
        }
        let (payer, payee) = try hold.accounts(in: transaction)
        try TransferRules.checkStanding([(payer, "hold"), (payee, "hold")])
        try TransferRules.checkOverflow(amount, from: payer, to: payee)
        return try settle(hold, .post, amount, in: transaction)
    }

    private static func settle(
        _ hold: LedgerRecord, _ kind: RecordKind, _ amount: Money, in transaction: any LedgerTransaction
    ) throws -> LedgerRecord {
        let (payer, payee) = try hold.accounts(in: transaction)
        var draft = RecordDraft(kind, amount)
        draft.released = hold.amount.minorUnits
        draft.target = hold.sequence
        draft.targetNumber = hold.number
        draft.description = hold.description
        draft.category = hold.category
        draft.details = RecordDetails(
            expiresAt: hold.details?.expiresAt, heldAt: hold.bookedAt, heldMinor: hold.amount.minorUnits)
        return try transaction.record(draft, from: payer, to: payee)
    }

    /// What became of a hold, in the words of the contract; nil while it is pending. A hold is over at its time, also
    /// before the record of it is written.
    private static func status(of history: TransferHistory, now: Instant) -> String? {
        switch history.settled?.kind {
        case .post: LedgerSignal.TransferStatus.posted.rawValue
        case .void: LedgerSignal.TransferStatus.voided.rawValue
        case .some: LedgerSignal.TransferStatus.expired.rawValue
        case nil:
            history.made.details?.expiresAt.map { $0 <= now } ?? false
                ? LedgerSignal.TransferStatus.expired.rawValue : nil
        }
    }
}

extension LedgerRecord {
    /// Whether one of its accounts is the user's.
    func isSeen(by user: String) -> Bool { payer.owner == user || payee.owner == user }

    /// Its accounts as the books have them now.
    func accounts(in transaction: any LedgerTransaction) throws -> (payer: Account, payee: Account) {
        guard let payer = transaction.account(payer.account), let payee = transaction.account(payee.account) else {
            preconditionFailure("The accounts of a record are in the books.")
        }
        return (payer, payee)
    }
}
