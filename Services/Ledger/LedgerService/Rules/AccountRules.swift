import Coordination
import Domain
import Reasons
import Signals

/// The rules of changes of an account.
enum AccountRules {
    /// A change that was asked for.
    enum Change: Hashable, Sendable {
        case freeze
        case unfreeze
        /// Closes it, after what is left went to the account with this id.
        case close(to: String?)
        case rename(String)
        case setOverdraft(Money)
    }

    /// Checks what can be known without the books.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ change: Change) throws(Fault) {
        switch change {
        case .rename(let name):
            guard !name.isEmpty else { throw Fault.invalidArgument("name", "must not be empty") }
            try LedgerLimits.check(name, field: "name", limit: LedgerLimits.nameLength)
        case .setOverdraft(let limit):
            guard limit.minorUnits >= 0 else { throw Fault.invalidArgument("limit", "must be zero or more") }
            guard limit.minorUnits <= LedgerLimits.largestAmount else {
                let largest = Money(minorUnits: LedgerLimits.largestAmount, currency: limit.currency)
                throw Fault.invalidArgument("limit", "must be at most \(largest)")
            }
        case .freeze, .unfreeze, .close: return
        }
    }

    /// Does it, or says which rule forbids it. What is so already is not done again.
    ///
    /// - Returns: The account after it, and the transfer of what was left in it.
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `amountOverflow`, `accountNotEmpty`, `confirmationRequired`.
    static func apply(
        _ change: Change, to id: String, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> (account: Account, rest: Posting?) {
        var account = try TransferRules.own(id, field: "account", user, books)
        if case .close(let to) = change { return try close(account, to: to, of: user, proved: proof, in: books) }
        if case .setOverdraft(let limit) = change, limit.currency != account.currency {
            throw Fault(
                .currencyMismatch, "The account is in \(account.currency), the limit in \(limit.currency).",
                field: "limit.currency")
        }
        guard account.status != .closed else {
            throw Fault(.accountClosed, "The account is closed.", field: "account")
        }
        let kind: AccountChange
        let before = account
        switch change {
        case .freeze: (account.status, kind) = (.frozen, .frozen)
        case .unfreeze:
            if account.status == .frozen { try LimitRules.require(proof, "to unfreeze \(account.name)") }
            (account.status, kind) = (.active, .unfrozen)
        case .rename(let name): (account.name, kind) = (name, .renamed)
        case .setOverdraft(let limit):
            guard account.state.available >= -limit.minorUnits else { throw used(account) }
            if limit.minorUnits > account.overdraft, LimitRules.protects(user, in: books) {
                try LimitRules.require(proof, "an overdraft of \(limit), while accounts of yours have limits")
            }
            (account.overdraft, kind) = (limit.minorUnits, .overdraftSet)
        case .close: preconditionFailure("Closing has its own way.")
        }
        return (account == before ? account : try books.change(account, kind), nil)
    }

    /// Closes an account that is empty.
    static func close(_ id: String, in books: any LedgerBooks) throws -> Account {
        guard var account = books.account(id) else { preconditionFailure("An account that was there is there.") }
        account.status = .closed
        return try books.change(account, .closed)
    }

    /// Checks that nothing is left once `given` is gone.
    /// - Throws: ``Fault`` `accountNotEmpty`.
    static func checkIsEmpty(_ account: Account, after given: Int64, field: String) throws(Fault) {
        guard account.state.balance != given || account.state.held != 0 else { return }
        let left = Money(minorUnits: account.state.balance - given, currency: account.currency)
        let held = account.held
        throw Fault(
            .accountNotEmpty,
            held.minorUnits > 0
                ? "\(held) are held in the account; it can be closed when they are not."
                : "There would be \(left) left in the account; it is closed empty only.",
            field: field, details: ["balance": .text(left.decimalText), "held": .text(held.decimalText)])
    }

    private static func close(
        _ account: Account, to: String?, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> (account: Account, rest: Posting?) {
        var rest: Posting?
        if let to, account.state.balance > 0 {
            let order = TransferOrder(
                kind: .transfer, from: account.id, to: to, amount: account.balance, description: "", closes: true)
            do {
                rest = try TransferRules.post(
                    order, of: user, in: books, allowance: proof == .code ? .confirmed : .request)
            } catch let fault as Fault where fault.code == .insufficientFunds {
                // All that is there can only be too much because a part of it is held.
                try checkIsEmpty(account, after: account.state.balance, field: "account")
                throw fault
            } catch let fault as Fault where fault.code == .confirmationRequired {
                throw LimitRules.codeMissing("to close \(account.name)", account.balance)
            } catch let fault as Fault where fault.field == "from" {
                throw Fault(fault.code, fault.message, field: "account", details: fault.details)
            }
            guard let closed = books.account(account.id) else {
                preconditionFailure("An account that was there is there.")
            }
            return (closed, rest)
        }
        if let to, books.account(to).map(\.isWorld) ?? true {
            throw Fault(.notFound, "There is no account of this id to send money to.", field: "to")
        }
        try TransferRules.checkStanding([(account, "account")])
        try checkIsEmpty(account, after: 0, field: "account")
        return (try close(account.id, in: books), nil)
    }

    private static func used(_ account: Account) -> Fault {
        let used = Money(minorUnits: -account.state.available, currency: account.currency)
        return Fault(
            .insufficientFunds,
            "\(used) of the overdraft are used; pay them back first.", field: "limit",
            details: ["used": .text(used.decimalText), "available": .text(account.available.decimalText)])
    }
}
