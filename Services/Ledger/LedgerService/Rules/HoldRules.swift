import Coordination
import Domain
import Reasons
import Signals

/// Rules for holds and their settlement.
enum HoldRules {
    /// A way to end a hold.
    enum Ending: Hashable, Sendable {
        /// Moves the given amount, or all of it.
        case post(Money?)
        /// Releases the money.
        case void
    }

    /// Holds money.
    ///
    /// - Parameters:
    ///   - expiresAt: The expiry of the hold.
    ///   - user: The user who gave the order.
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

    /// Ends a hold.
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

    /// Expires holds, at most `limit`.
    ///
    /// - Returns: True when more may have expired.
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

    /// Voids an open hold, whoever made it.
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

    /// Returns the status of a hold on the wire; nil while it is pending. A hold ends at its expiry, even before that
    /// is recorded.
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
    /// True when the user owns one of the accounts.
    func isSeen(by user: String) -> Bool { payer.owner == user || payee.owner == user }

    /// Returns the accounts as they are now.
    func accounts(in transaction: any LedgerTransaction) throws -> (payer: Account, payee: Account) {
        guard let payer = transaction.account(payer.account), let payee = transaction.account(payee.account) else {
            preconditionFailure("The accounts of a record are in the books.")
        }
        return (payer, payee)
    }
}
