import Domain
import Signals

/// Rules for the accounts of a deleted user.
///
/// Records stay, since they belong to the other side as well. Schedules, mandates, templates, payees and rates end.
/// Holds are voided, those for the user too. The remaining balance leaves the house; a used overdraft is filled up. The
/// accounts lose their names and are closed, frozen ones as well. A second run does nothing.
enum DepartureRules {
    /// The description of the transfer that empties an account.
    static let description = "Account closed"
    /// The name of the closed accounts.
    static let name = "Closed account"

    static func closeAccounts(of user: String, in transaction: any LedgerTransaction) throws {
        try cancelOrders(of: user, in: transaction)
        // Expired holds are booked as expired, in the order of their expiry, and not voided.
        while try HoldRules.expire(in: transaction, atMost: 256) {}
        for hold in try transaction.openHolds(of: user) { try HoldRules.giveUp(hold, in: transaction) }
        for account in transaction.accounts(of: user) where account.status != .closed {
            try empty(account, in: transaction)
            try close(account.id, in: transaction)
        }
        for account in transaction.accounts(of: user) { try transaction.forgetNames(of: account) }
    }

    /// Ends schedules and mandates. Removes templates, payees and rates.
    private static func cancelOrders(of user: String, in transaction: any LedgerTransaction) throws {
        for var schedule in try transaction.schedules(of: user, active: true, limit: .max) {
            for due in try transaction.dueRuns(of: schedule.id) { try transaction.remove(due) }
            schedule.status = .cancelled
            try transaction.put(schedule)
        }
        for mandate in try transaction.mandates(of: user, live: true, limit: .max) { try transaction.revoke(mandate) }
        for template in try transaction.templates(of: user) {
            try transaction.removeTemplate(named: template.name, of: user)
        }
        for payee in try transaction.payees(of: user) { try transaction.removePayee(named: payee.name, of: user) }
        for account in try transaction.payableAccounts(of: user) { try transaction.removePayable(account, of: user) }
        for rate in try transaction.rates(of: user) {
            try transaction.removeRate(from: rate.from, to: rate.to, of: user)
        }
    }

    private static func empty(_ account: Account, in transaction: any LedgerTransaction) throws {
        var account = account
        let balance = account.state.balance
        guard balance != 0 else { return }
        if account.status == .frozen {
            // A frozen account refuses transfers, so it is unfrozen first.
            account.status = .active
            account = try transaction.change(account, .unfrozen)
        }
        // If only overdrafts were used, no money has come from the world yet.
        let world = try transaction.world(account.currency)
        let amount = Money(minorUnits: abs(balance), currency: account.currency)
        var draft = RecordDraft(balance > 0 ? .withdrawal : .deposit, amount)
        draft.description = description
        if balance > 0 {
            _ = try transaction.record(draft, from: account, to: world)
        } else {
            _ = try transaction.record(draft, from: world, to: account)
        }
    }

    private static func close(_ id: String, in transaction: any LedgerTransaction) throws {
        guard var account = transaction.account(id) else { preconditionFailure("An account that was there is there.") }
        if account.name != name {
            account.name = name
            account = try transaction.change(account, .renamed)
        }
        account.status = .closed
        _ = try transaction.change(account, .closed)
    }
}
