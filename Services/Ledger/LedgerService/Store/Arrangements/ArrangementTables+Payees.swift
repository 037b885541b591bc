import Domain
import Storage

extension ArrangementTables {
    static let payees = """
        CREATE TABLE payees (
            owner TEXT NOT NULL,
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (owner, key)
        ) STRICT, WITHOUT ROWID;

        -- The account of each currency that is paid by the user name of its owner.
        CREATE TABLE payable_accounts (
            owner TEXT NOT NULL,
            currency TEXT NOT NULL,
            account TEXT NOT NULL,
            PRIMARY KEY (owner, currency)
        ) STRICT, WITHOUT ROWID;
        """
}

extension LedgerTables {
    func payee(named name: String, of owner: String) throws -> Payee? {
        try first("SELECT content FROM payees WHERE owner = ? AND key = ?", owner, Payee.key(of: name))
    }

    func payees(of owner: String) throws -> [Payee] {
        try all("SELECT content FROM payees WHERE owner = ? ORDER BY key", owner)
    }

    func put(_ payee: Payee, of owner: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO payees (owner, key, content) VALUES (?, ?, ?)",
            owner, Payee.key(of: payee.name), try Self.text(of: payee))
    }

    func removePayee(named name: String, of owner: String) throws {
        try connection.run("DELETE FROM payees WHERE owner = ? AND key = ?", owner, Payee.key(of: name))
    }

    func payableAccounts(of owner: String) throws -> [String] {
        try connection.all("SELECT account FROM payable_accounts WHERE owner = ? ORDER BY currency", owner)
    }

    func setPayable(_ account: String, _ currency: Currency, of owner: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO payable_accounts (owner, currency, account) VALUES (?, ?, ?)",
            owner, currency, account)
    }

    func removePayable(_ account: String, of owner: String) throws {
        try connection.run("DELETE FROM payable_accounts WHERE owner = ? AND account = ?", owner, account)
    }
}
