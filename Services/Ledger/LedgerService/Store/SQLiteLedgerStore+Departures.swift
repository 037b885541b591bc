import Coordination
import Reasons
import Signals
import Storage
import StrictJSON

extension SQLiteLedgerStore {
    /// Handles a page of auth's events in its transaction: closes the accounts of deleted users and changes the time
    /// zones of others.
    ///
    /// - Throws: ``Fault`` `internal` for an event without a user.
    func followPeople(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events {
            if let change = try PersonZones.change(in: event) {
                try ledger(in: transaction).setZone(change.zone, of: change.person, revision: change.revision)
            }
            guard event.type == "auth.userDeleted" else { continue }
            guard let userID = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .text(String(event.sequence))])
            }
            try DepartureRules.closeAccounts(of: userID, in: ledger(in: transaction))
            try transaction.forgetReplies(to: userID)
            try PersonZones(connection: transaction.connection).forget(userID)
        }
    }
}

extension SQLiteLedgerTransaction {
    func accounts(of owner: String) -> [Account] { accounts.current(of: owner) }

    func openHolds(of user: String) throws -> [Int64] {
        try OpenHolds(connection: connection)
            .list(of: accounts.current(of: user).map(\.number), limit: .max).reversed()
    }

    func forgetNames(of account: Account) throws {
        try forgetFileNames(of: account)
        try transaction.redactEvents(of: account.id) { type, data in
            switch type {
            case "ledger.accountOpened":
                let event = try JSONDocument(data).root.decode(LedgerEvent.AccountOpened.self)
                return try JSONEncoding.encode(LedgerEvent.AccountOpened(account: event.account.renamed(account.name)))
            case "ledger.accountChanged":
                let event = try JSONDocument(data).root.decode(LedgerEvent.AccountChanged.self)
                return try JSONEncoding.encode(
                    LedgerEvent.AccountChanged(change: event.change, account: event.account.renamed(account.name)))
            default: return nil
            }
        }
    }
}

extension LedgerSignal.Account {
    /// Returns the account with another name.
    fileprivate func renamed(_ name: String) -> LedgerSignal.Account {
        LedgerSignal.Account(
            id: id, userId: userId, name: name, currency: currency, balance: balance, available: available, held: held,
            overdraft: overdraft, status: status, openedAt: openedAt)
    }
}
