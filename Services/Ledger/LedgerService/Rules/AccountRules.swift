import Coordination
import Domain
import Reasons
import Signals

/// Rules for changes of an account.
enum AccountRules {
    /// A requested change.
    enum Change: Hashable, Sendable {
        case freeze
        case unfreeze
        /// Closes the account after moving its balance to the account with this id.
        case close(to: String?)
        case rename(String)
        case setOverdraft(Money)
    }

    /// Checks what needs no stored data.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ change: Change) throws(Fault) {
        switch change {
        case .rename(let name):
            guard !name.isEmpty else { throw Fault.invalidArgument("name", .mustNotBeEmpty) }
            try LedgerLimits.check(name, field: "name", limit: LedgerLimits.nameLength)
        case .setOverdraft(let limit):
            guard limit.minorUnits >= 0 else { throw Fault.invalidArgument("limit", .mustBeAtLeast, ["least": 0]) }
            guard limit.minorUnits <= LedgerLimits.largestAmount else {
                let largest = Money(minorUnits: LedgerLimits.largestAmount, currency: limit.currency)
                throw Fault.invalidArgument("limit", .mustBeAtMost, ["most": .text("\(largest)")])
            }
        case .freeze, .unfreeze, .close: return
        }
    }

    /// Applies a change. A change that is already in effect does nothing.
    ///
    /// - Returns: The changed account, and the transfer of its remaining balance.
    /// - Throws: ``Fault``, first match wins: `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`,
    ///   `accountFrozen`, `insufficientFunds`, `amountOverflow`, `accountNotEmpty`, `confirmationRequired`.
    static func apply(
        _ change: Change, to id: String, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> (account: Account, rest: LedgerRecord?) {
        var account = try TransferRules.own(id, field: "account", user, transaction)
        if case .close(let to) = change { return try close(account, to: to, of: user, proved: proof, in: transaction) }
        if case .setOverdraft(let limit) = change, limit.currency != account.currency {
            throw Fault(
                .currencyMismatch, .limitInOtherCurrency,
                ["accountCurrency": .text(account.currency.code), "currency": .text(limit.currency.code)],
                field: "limit.currency")
        }
        guard account.status != .closed else {
            throw Fault(.accountClosed, .accountIsClosed, field: "account")
        }
        let kind: AccountChange
        let before = account
        switch change {
        case .freeze: (account.status, kind) = (.frozen, .frozen)
        case .unfreeze:
            if account.status == .frozen { try LimitRules.require(proof, .toUnfreeze, ["name": .text(account.name)]) }
            (account.status, kind) = (.active, .unfrozen)
        case .rename(let name): (account.name, kind) = (name, .renamed)
        case .setOverdraft(let limit):
            guard account.state.available >= -limit.minorUnits else { throw used(account) }
            if limit.minorUnits > account.overdraft, LimitRules.protects(user, in: transaction) {
                try LimitRules.require(
                    proof, .toAllowOverdraft,
                    ["amount": .text(limit.decimalText), "currency": .text(limit.currency.code)])
            }
            (account.overdraft, kind) = (limit.minorUnits, .overdraftSet)
        case .close: preconditionFailure("Closing has its own way.")
        }
        return (account == before ? account : try transaction.change(account, kind), nil)
    }

    /// Closes an empty account.
    static func close(_ id: String, in transaction: any LedgerTransaction) throws -> Account {
        guard var account = transaction.account(id) else { preconditionFailure("An account that was there is there.") }
        account.status = .closed
        return try transaction.change(account, .closed)
    }

    /// Checks that an account is empty after paying `given`.
    /// - Throws: ``Fault`` `accountNotEmpty`.
    static func checkIsEmpty(_ account: Account, after given: Int64, field: String) throws(Fault) {
        guard account.state.balance != given || account.state.held != 0 else { return }
        let left = Money(minorUnits: account.state.balance - given, currency: account.currency)
        let held = account.held
        throw Fault(
            .accountNotEmpty, held.minorUnits > 0 ? .moneyIsHeld : .moneyIsLeft,
            [
                "balance": .text(left.decimalText), "held": .text(held.decimalText),
                "currency": .text(account.currency.code),
            ], field: field)
    }

    private static func close(
        _ account: Account, to: String?, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> (account: Account, rest: LedgerRecord?) {
        var rest: LedgerRecord?
        if let to, account.state.balance > 0 {
            let order = TransferOrder(
                kind: .transfer, from: account.id, to: to, amount: account.balance, description: "", closes: true)
            do {
                rest = try TransferRules.post(
                    order, of: user, in: transaction, allowance: proof == .code ? .confirmed : .request)
            } catch let fault as Fault where fault.code == .insufficientFunds {
                // The whole balance exceeds the available amount only if a part of it is held.
                try checkIsEmpty(account, after: account.state.balance, field: "account")
                throw fault
            } catch let fault as Fault where fault.code == .confirmationRequired {
                throw LimitRules.codeMissing(.toClose, ["name": .text(account.name)], account.balance)
            } catch let fault as Fault where fault.field == "from" {
                throw fault.about("account")
            }
            guard let closed = transaction.account(account.id) else {
                preconditionFailure("An account that was there is there.")
            }
            return (closed, rest)
        }
        if let to, transaction.account(to).map(\.isWorld) ?? true {
            throw Fault(.notFound, .noAccountToPay, field: "to")
        }
        try TransferRules.checkStanding([(account, "account")])
        try checkIsEmpty(account, after: 0, field: "account")
        return (try close(account.id, in: transaction), nil)
    }

    private static func used(_ account: Account) -> Fault {
        let used = Money(minorUnits: -account.state.available, currency: account.currency)
        return Fault(
            .insufficientFunds, .overdraftIsUsed,
            [
                "used": .text(used.decimalText), "available": .text(account.available.decimalText),
                "currency": .text(account.currency.code),
            ], field: "limit")
    }
}
