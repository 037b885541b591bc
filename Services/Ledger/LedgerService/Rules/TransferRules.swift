import Coordination
import Domain
import Reasons
import Signals

/// Rules for every transfer.
enum TransferRules {
    /// Checks what needs no stored data.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ order: TransferOrder) throws(Fault) {
        try LedgerLimits.check(order.amount)
        try LedgerLimits.check(order.description, field: "description", limit: LedgerLimits.descriptionLength)
        if let category = order.category {
            try LedgerLimits.check(category, field: "category", limit: LedgerLimits.nameLength)
        }
    }

    /// Moves the money.
    ///
    /// - Parameters:
    ///   - user: The user who gave the order.
    ///   - allowance: The authority by which the money leaves.
    /// - Throws: ``Fault``, first match wins: those of ``admit(_:of:in:by:)``, `amountOverflow`, `accountNotEmpty`,
    ///   `confirmationRequired`.
    static func post(
        _ order: TransferOrder, of user: String, in transaction: any LedgerTransaction, allowance: Allowance = .request
    ) throws -> LedgerRecord {
        let (payer, payee, amount) = try admit(order, of: user, in: transaction, by: allowance)
        try checkOverflow(amount, from: payer, to: payee)
        if order.closes { try AccountRules.checkIsEmpty(payer, after: amount.minorUnits, field: "from") }
        try allowance.confirm(amount, from: payer, to: payee)
        var draft = RecordDraft(order.kind, amount)
        draft.description = order.description
        draft.category = order.category
        allowance.note(in: &draft.details)
        let record = try transaction.record(draft, from: payer, to: payee)
        if order.closes { _ = try AccountRules.close(payer.id, in: transaction) }
        return record
    }

    /// Returns the accounts and the amount of a transfer.
    ///
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `limitExceeded`.
    static func admit(
        _ order: TransferOrder, of user: String, in transaction: any LedgerTransaction, by allowance: Allowance
    ) throws -> (payer: Account, payee: Account, amount: Money) {
        let (payer, payee) = try accounts(of: order, user, transaction)
        guard payer.number != payee.number else {
            throw Fault(
                .sameAccount, .sameAccount, field: "to")
        }
        guard order.amount.currency == payer.currency, payer.currency == payee.currency else {
            throw mismatch(order, payer, payee)
        }
        // The array is built only in the rare case.
        if !(payer.status == .active && payee.status == .active) {
            try checkStanding([(payer, order.kind.payerField), (payee, order.kind.payeeField)])
        }
        var amount = order.amount
        if order.isUpTo {
            guard payer.state.available > 0 else { throw nothingAvailable(payer, field: "amount") }
            amount = Money(minorUnits: min(amount.minorUnits, payer.state.available), currency: amount.currency)
        }
        guard payer.covers(amount.minorUnits) else { throw insufficient(payer, amount, field: "amount") }
        try allowance.check(amount, from: payer, in: transaction)
        return (payer, payee, amount)
    }

    /// Checks that accounts are neither closed nor frozen.
    /// - Throws: ``Fault`` `accountClosed`, `accountFrozen`.
    static func checkStanding(_ accounts: [(account: Account, field: String)]) throws(Fault) {
        for (account, field) in accounts where account.status == .closed {
            throw Fault(.accountClosed, .namedAccountIsClosed, ["account": .text(account.id)], field: field)
        }
        for (account, field) in accounts where account.status == .frozen {
            throw Fault(.accountFrozen, .namedAccountIsFrozen, ["account": .text(account.id)], field: field)
        }
    }

    /// Checks that neither balance overflows when `amount` moves.
    /// - Throws: ``Fault`` `amountOverflow`.
    static func checkOverflow(_ amount: Money, from payer: Account, to payee: Account) throws(Fault) {
        guard !payer.state.balance.subtractingReportingOverflow(amount.minorUnits).overflow,
            !payee.state.balance.addingReportingOverflow(amount.minorUnits).overflow
        else {
            throw Fault(.amountOverflow, .tooMuchForPayee, field: "amount")
        }
    }

    /// Returns the fault for insufficient funds.
    static func insufficient(_ account: Account, _ amount: Money, field: String) -> Fault {
        // A lowered overdraft may make the sum negative.
        let (sum, isTooLarge) = account.state.available.addingReportingOverflow(account.overdraft)
        let spendable = Money(minorUnits: isTooLarge ? .max : max(0, sum), currency: account.currency)
        var details = figures(of: account)
        details["amount"] = .text(amount.decimalText)
        guard account.overdraft > 0 else { return Fault(.insufficientFunds, .insufficientFunds, details, field: field) }
        details["spendable"] = .text(spendable.decimalText)
        return Fault(.insufficientFunds, .insufficientWithOverdraft, details, field: field)
    }

    /// Returns the fault for a transfer up to an amount that finds nothing available. Such a transfer leaves the
    /// overdraft alone.
    private static func nothingAvailable(_ account: Account, field: String) -> Fault {
        Fault(
            .insufficientFunds, account.overdraft > 0 ? .nothingAvailableUpTo : .nothingAvailable,
            figures(of: account), field: field)
    }

    private static func figures(of account: Account) -> [String: ReasonDetail] {
        var details: [String: ReasonDetail] = [
            "available": .text(account.available.decimalText), "currency": .text(account.currency.code),
        ]
        if account.overdraft > 0 {
            details["overdraft"] = .text(
                Money(minorUnits: account.overdraft, currency: account.currency).decimalText)
        }
        return details
    }

    private static func accounts(
        of order: TransferOrder, _ user: String, _ transaction: any LedgerTransaction
    ) throws -> (payer: Account, payee: Account) {
        switch order.kind {
        case .transfer, .hold:
            return (try own(order.from, field: "from", user, transaction), try receiver(order.to, in: transaction))
        case .deposit:
            let payee = try own(order.to, field: "account", user, transaction)
            return (try world(of: order, matching: payee, transaction), payee)
        case .withdrawal:
            let payer = try own(order.from, field: "account", user, transaction)
            return (payer, try world(of: order, matching: payer, transaction))
        case .post, .void, .expiry, .reversal, .exchange:
            preconditionFailure("What acts on a record has its accounts from there.")
        }
    }

    /// Returns an account of the user. An account of another user is refused like an unknown one.
    static func own(
        _ id: String, field: String, _ user: String, _ transaction: any LedgerTransaction
    ) throws(Fault) -> Account {
        guard let account = transaction.account(id), account.owner == user else { throw Fault.noAccount(field: field) }
        return account
    }

    /// Returns the account of a payee, whoever owns it.
    private static func receiver(_ id: String, in transaction: any LedgerTransaction) throws(Fault) -> Account {
        guard let payee = transaction.account(id), !payee.isWorld else {
            throw Fault(.notFound, .noAccountToPay, field: "to")
        }
        return payee
    }

    /// Returns the `world` account on the other side of `account` and opens it when it is missing.
    private static func world(
        of order: TransferOrder, matching account: Account, _ transaction: any LedgerTransaction
    ) throws -> Account {
        // Checked here, so that a wrong currency does not open a `world` account.
        guard order.amount.currency == account.currency else { throw mismatch(order, account, account) }
        return try transaction.world(account.currency)
    }

    private static func mismatch(_ order: TransferOrder, _ payer: Account, _ payee: Account) -> Fault {
        if order.amount.currency != payer.currency {
            return Fault(
                .currencyMismatch, order.kind.payerField == "from" ? .payerInOtherCurrency : .amountInOtherCurrency,
                ["accountCurrency": .text(payer.currency.code), "currency": .text(order.amount.currency.code)],
                field: "amount.currency")
        }
        return Fault(
            .currencyMismatch, .payeeInOtherCurrency, ["currency": .text(payer.currency.code)], field: "to")
    }
}

extension Fault {
    /// Returns the fault for an account that is unknown or not the caller's.
    static func noAccount(field: String) -> Fault {
        Fault(.notFound, .noAccount, field: field)
    }
}

extension RecordKind {
    fileprivate var payerField: String { isOfTheWorld ? "account" : "from" }
    fileprivate var payeeField: String { isOfTheWorld ? "account" : "to" }
    private var isOfTheWorld: Bool { self == .deposit || self == .withdrawal }
}
