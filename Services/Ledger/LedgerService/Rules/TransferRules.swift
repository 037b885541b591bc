import Coordination
import Domain
import Reasons
import Signals

/// The rules every transfer keeps, whatever asked for it.
enum TransferRules {
    /// Checks what can be known without the books.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ order: TransferOrder) throws(Fault) {
        try LedgerLimits.check(order.amount)
        try LedgerLimits.check(order.description, field: "description", limit: LedgerLimits.descriptionLength)
        if let category = order.category {
            try LedgerLimits.check(category, field: "category", limit: LedgerLimits.nameLength)
        }
    }

    /// Moves the money, or says which rule forbids it.
    ///
    /// - Parameters:
    ///   - user: Whose order it is.
    ///   - allowance: By what right the money leaves.
    /// - Throws: ``Fault``, first match wins: those of ``admit(_:of:in:by:)``, `amountOverflow`, `accountNotEmpty`,
    ///   `confirmationRequired`.
    static func post(
        _ order: TransferOrder, of user: String, in books: any LedgerBooks, allowance: Allowance = .request
    ) throws -> Posting {
        let (payer, payee, amount) = try admit(order, of: user, in: books, by: allowance)
        try checkOverflow(amount, from: payer, to: payee)
        if order.closes { try AccountRules.checkIsEmpty(payer, after: amount.minorUnits, field: "from") }
        try allowance.confirm(amount, from: payer, to: payee)
        var draft = RecordDraft(order.kind, amount)
        draft.description = order.description
        draft.category = order.category
        allowance.note(in: &draft.details)
        let posting = try books.record(draft, from: payer, to: payee)
        if order.closes { _ = try AccountRules.close(payer.id, in: books) }
        return posting
    }

    /// The accounts and the amount of a transfer, or which rule forbids it.
    ///
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `limitExceeded`.
    static func admit(
        _ order: TransferOrder, of user: String, in books: any LedgerBooks, by allowance: Allowance
    ) throws -> (payer: Account, payee: Account, amount: Money) {
        let (payer, payee) = try accounts(of: order, user, books)
        guard payer.number != payee.number else {
            throw Fault(
                .sameAccount, "The money would stay where it is: choose another account to send it to.", field: "to")
        }
        guard order.amount.currency == payer.currency, payer.currency == payee.currency else {
            throw mismatch(order, payer, payee)
        }
        // The list is made only when it tells of something.
        if !(payer.status == .active && payee.status == .active) {
            try checkStanding([(payer, order.kind.payerField), (payee, order.kind.payeeField)])
        }
        var amount = order.amount
        if order.isUpTo {
            guard payer.state.available > 0 else { throw nothingAvailable(payer, field: "amount") }
            amount = Money(minorUnits: min(amount.minorUnits, payer.state.available), currency: amount.currency)
        }
        guard payer.covers(amount.minorUnits) else { throw insufficient(payer, amount, field: "amount") }
        try allowance.check(amount, from: payer, in: books)
        return (payer, payee, amount)
    }

    /// Checks that money may move in and out of accounts.
    /// - Throws: ``Fault`` `accountClosed`, `accountFrozen`.
    static func checkStanding(_ accounts: [(account: Account, field: String)]) throws(Fault) {
        for (account, field) in accounts where account.status == .closed {
            throw Fault(.accountClosed, "The account \(account.id) is closed.", field: field)
        }
        for (account, field) in accounts where account.status == .frozen {
            throw Fault(
                .accountFrozen, "The account \(account.id) is frozen: nothing moves until that is over.", field: field)
        }
    }

    /// Checks that both balances can be counted after `amount` has moved.
    /// - Throws: ``Fault`` `amountOverflow`.
    static func checkOverflow(_ amount: Money, from payer: Account, to payee: Account) throws(Fault) {
        guard !payer.state.balance.subtractingReportingOverflow(amount.minorUnits).overflow,
            !payee.state.balance.addingReportingOverflow(amount.minorUnits).overflow
        else {
            throw Fault(.amountOverflow, "An account cannot hold that much; send less.", field: "amount")
        }
    }

    /// There is less money than `amount`.
    static func insufficient(_ account: Account, _ amount: Money, field: String) -> Fault {
        // The overdraft may have been lowered meanwhile, and the sum of both be less than nothing.
        let (sum, isTooLarge) = account.state.available.addingReportingOverflow(account.overdraft)
        let spendable = Money(minorUnits: isTooLarge ? .max : max(0, sum), currency: account.currency)
        let sentence =
            account.overdraft > 0
            ? "Insufficient funds: \(spendable) available, the overdraft counted, \(amount) needed."
            : "Insufficient funds: \(account.available) available, \(amount) needed."
        return Fault(.insufficientFunds, sentence, field: field, details: figures(of: account))
    }

    /// There is nothing that a transfer up to an amount could move: it leaves the overdraft alone.
    private static func nothingAvailable(_ account: Account, field: String) -> Fault {
        Fault(
            .insufficientFunds,
            account.overdraft > 0
                ? "There is nothing available in the account; a transfer up to an amount does not use the overdraft."
                : "There is nothing available in the account.",
            field: field, details: figures(of: account))
    }

    private static func figures(of account: Account) -> [String: ReasonDetail] {
        var details: [String: ReasonDetail] = ["available": .text(account.available.decimalText)]
        if account.overdraft > 0 {
            details["overdraft"] = .text(
                Money(minorUnits: account.overdraft, currency: account.currency).decimalText)
        }
        return details
    }

    private static func accounts(
        of order: TransferOrder, _ user: String, _ books: any LedgerBooks
    ) throws -> (payer: Account, payee: Account) {
        switch order.kind {
        case .transfer, .hold:
            return (try own(order.from, field: "from", user, books), try receiver(order.to, in: books))
        case .deposit:
            let payee = try own(order.to, field: "account", user, books)
            return (try world(of: order, matching: payee, books), payee)
        case .withdrawal:
            let payer = try own(order.from, field: "account", user, books)
            return (payer, try world(of: order, matching: payer, books))
        case .post, .void, .expiry, .reversal, .exchange:
            preconditionFailure("What acts on a record has its accounts from there.")
        }
    }

    /// An account of the user's; another's is not found, in the same words as one that does not exist.
    static func own(
        _ id: String, field: String, _ user: String, _ books: any LedgerBooks
    ) throws(Fault) -> Account {
        guard let account = books.account(id), account.owner == user else { throw Fault.noAccount(field: field) }
        return account
    }

    /// An account of anybody's that gets money.
    private static func receiver(_ id: String, in books: any LedgerBooks) throws(Fault) -> Account {
        guard let payee = books.account(id), !payee.isWorld else {
            throw Fault(.notFound, "There is no account of this id to send money to.", field: "to")
        }
        return payee
    }

    /// The world's account on the other side of `account`, opened when it is the first of its currency.
    private static func world(
        of order: TransferOrder, matching account: Account, _ books: any LedgerBooks
    ) throws -> Account {
        // Checked here already: a wrong currency must not open the world's account in it.
        guard order.amount.currency == account.currency else { throw mismatch(order, account, account) }
        return try books.world(account.currency)
    }

    private static func mismatch(_ order: TransferOrder, _ payer: Account, _ payee: Account) -> Fault {
        if order.amount.currency != payer.currency {
            let own = order.kind.payerField == "from" ? "The payer's account" : "The account"
            return Fault(
                .currencyMismatch,
                "\(own) is in \(payer.currency), the amount in \(order.amount.currency).", field: "amount.currency")
        }
        return Fault(
            .currencyMismatch, "The payee's account is not in \(payer.currency). Amounts are not converted.",
            field: "to")
    }
}

extension Fault {
    /// The account is not there, or not the caller's to see.
    static func noAccount(field: String) -> Fault {
        Fault(.notFound, "You have no account of this id.", field: field)
    }
}

extension RecordKind {
    fileprivate var payerField: String { isOfTheWorld ? "account" : "from" }
    fileprivate var payeeField: String { isOfTheWorld ? "account" : "to" }
    private var isOfTheWorld: Bool { self == .deposit || self == .withdrawal }
}
