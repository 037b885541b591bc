import Coordination
import Domain
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
    /// - Parameter user: Whose order it is.
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `amountOverflow`.
    static func post(_ order: TransferOrder, of user: String, in books: any LedgerBooks) throws -> Posting {
        let (giver, getter) = try accounts(of: order, user, books)
        guard giver.number != getter.number else {
            throw Fault(
                .sameAccount, "The money would stay where it is: choose another account to send it to.", field: "to")
        }
        guard order.amount.currency == giver.currency, giver.currency == getter.currency else {
            throw mismatch(order, giver, getter)
        }
        for (account, field) in [(giver, order.kind.giverField), (getter, order.kind.getterField)] {
            if account.status == .closed { throw Fault(.accountClosed, "The account is closed.", field: field) }
        }
        for (account, field) in [(giver, order.kind.giverField), (getter, order.kind.getterField)] {
            if account.status == .frozen {
                throw Fault(.accountFrozen, "The account is frozen: nothing moves until that is over.", field: field)
            }
        }
        let amount = order.amount.minorUnits
        guard giver.covers(amount) else { throw insufficient(giver, order.amount) }
        guard !giver.state.balance.subtractingReportingOverflow(amount).overflow,
            !getter.state.balance.addingReportingOverflow(amount).overflow
        else {
            throw Fault(.amountOverflow, "An account cannot hold that much; send less.", field: "amount")
        }
        var draft = RecordDraft(order.kind, order.amount)
        draft.description = order.description
        draft.category = order.category
        return try books.record(draft, from: giver, to: getter)
    }

    private static func accounts(
        of order: TransferOrder, _ user: String, _ books: any LedgerBooks
    ) throws -> (giver: Account, getter: Account) {
        switch order.kind {
        case .transfer, .hold:
            let giver = try own(order.from, field: "from", user, books)
            guard let getter = books.account(order.to), !getter.isWorld else {
                throw Fault(.notFound, "There is no account of this id to send money to.", field: "to")
            }
            return (giver, getter)
        case .deposit:
            let getter = try own(order.to, field: "account", user, books)
            return (try world(of: order, matching: getter, books), getter)
        case .withdrawal:
            let giver = try own(order.from, field: "account", user, books)
            return (giver, try world(of: order, matching: giver, books))
        case .post, .void, .expiry, .reversal:
            preconditionFailure("What acts on a record has its accounts from there.")
        }
    }

    /// An account of the user's; another's is not found, in the same words as one that does not exist.
    private static func own(
        _ id: String, field: String, _ user: String, _ books: any LedgerBooks
    ) throws(Fault) -> Account {
        guard let account = books.account(id), account.owner == user else { throw Fault.noAccount(field: field) }
        return account
    }

    /// The world's account on the other side of `account`, opened when it is the first of its currency.
    private static func world(
        of order: TransferOrder, matching account: Account, _ books: any LedgerBooks
    ) throws -> Account {
        // Checked here already: a wrong currency must not open the world's account in it.
        guard order.amount.currency == account.currency else { throw mismatch(order, account, account) }
        if let world = books.account(Account.worldID(of: account.currency)) { return world }
        return try books.open(.world(account.currency))
    }

    private static func mismatch(_ order: TransferOrder, _ giver: Account, _ getter: Account) -> Fault {
        if order.amount.currency != giver.currency {
            let own = order.kind.giverField == "from" ? "The account that gives" : "The account"
            return Fault(
                .currencyMismatch,
                "\(own) is in \(giver.currency), the amount in \(order.amount.currency).", field: "amount.currency")
        }
        return Fault(
            .currencyMismatch, "The account that gets is not in \(giver.currency); amounts are not converted.",
            field: "to")
    }

    private static func insufficient(_ account: Account, _ amount: Money) -> Fault {
        Fault(
            .insufficientFunds,
            "There are \(account.available.decimalText) \(account.currency) in the account, \(amount.decimalText) are needed.",
            field: "amount", details: ["available": .text(account.available.decimalText)])
    }
}

extension Fault {
    /// The account is not there, or not the caller's to see.
    static func noAccount(field: String) -> Fault {
        Fault(.notFound, "You have no account of this id.", field: field)
    }
}

extension RecordKind {
    fileprivate var giverField: String { isOfTheWorld ? "account" : "from" }
    fileprivate var getterField: String { isOfTheWorld ? "account" : "to" }
    private var isOfTheWorld: Bool { self == .deposit || self == .withdrawal }
}
