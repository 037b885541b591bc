import Domain
import Signals

/// The rules of what becomes of the accounts of a user who is gone.
///
/// What was booked stays booked, since it is the other side's record as well. Schedules, mandates, templates, payees
/// and rates end. Holds are given up, those for the user too; what is left is taken out of the books, or filled up
/// where the overdraft was used; the accounts lose their names and are closed, the frozen ones as well. Done a second
/// time it finds nothing to do.
enum DepartureRules {
    /// What the transfer says that takes out what was left.
    static let description = "Account closed"
    /// What the accounts are called from then on.
    static let name = "Closed account"

    static func closeAccounts(of user: String, in books: any LedgerBooks) throws {
        try cancelOrders(of: user, in: books)
        // What has run out has expired and is not given up: holds are booked as expired in the order in which they ran
        // out.
        while try HoldRules.expire(in: books, atMost: 256) {}
        for hold in try books.openHolds(of: user) { try HoldRules.giveUp(hold, in: books) }
        for account in books.accounts(of: user) where account.status != .closed {
            try empty(account, in: books)
            try close(account.id, in: books)
        }
        for account in books.accounts(of: user) { try books.forgetNames(of: account) }
    }

    /// What was set up to happen by itself, or by others, does not happen any more.
    private static func cancelOrders(of user: String, in books: any LedgerBooks) throws {
        for var schedule in try books.schedules(of: user, active: true, limit: .max) {
            for due in try books.dueRuns(of: schedule.id) { try books.remove(due) }
            schedule.status = .cancelled
            try books.put(schedule)
        }
        for mandate in try books.mandates(of: user, live: true, limit: .max) { try books.revoke(mandate) }
        for template in try books.templates(of: user) { try books.removeTemplate(named: template.name, of: user) }
        for payee in try books.payees(of: user) { try books.removePayee(named: payee.name, of: user) }
        for account in try books.payableAccounts(of: user) { try books.removePayable(account, of: user) }
        for rate in try books.rates(of: user) { try books.removeRate(from: rate.from, to: rate.to, of: user) }
    }

    private static func empty(_ account: Account, in books: any LedgerBooks) throws {
        var account = account
        let balance = account.state.balance
        guard balance != 0 else { return }
        if account.status == .frozen {
            // Nothing moves in or out of a frozen account, not even now.
            account.status = .active
            account = try books.change(account, .unfrozen)
        }
        // Where only overdrafts were used, nothing has come from the world yet.
        let world = try books.world(account.currency)
        let amount = Money(minorUnits: abs(balance), currency: account.currency)
        var draft = RecordDraft(balance > 0 ? .withdrawal : .deposit, amount)
        draft.description = description
        if balance > 0 {
            _ = try books.record(draft, from: account, to: world)
        } else {
            _ = try books.record(draft, from: world, to: account)
        }
    }

    private static func close(_ id: String, in books: any LedgerBooks) throws {
        guard var account = books.account(id) else { preconditionFailure("An account that was there is there.") }
        if account.name != name {
            account.name = name
            account = try books.change(account, .renamed)
        }
        account.status = .closed
        _ = try books.change(account, .closed)
    }
}
