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
        try first("SELECT content FROM payees WHERE owner = ?1 AND key = ?2", [owner, Payee.key(of: name)])
    }

    func payees(of owner: String) throws -> [Payee] {
        try all("SELECT content FROM payees WHERE owner = ?1 ORDER BY key", [owner])
    }

    func put(_ payee: Payee, of owner: String) throws {
        try run(
            "INSERT OR REPLACE INTO payees (owner, key, content) VALUES (?1, ?2, ?3)",
            [owner, Payee.key(of: payee.name), try Self.text(of: payee)])
    }

    func removePayee(named name: String, of owner: String) throws {
        try run("DELETE FROM payees WHERE owner = ?1 AND key = ?2", [owner, Payee.key(of: name)])
    }

    func payableAccounts(of owner: String) throws -> [String] {
        var accounts: [String] = []
        try connection.query(
            "SELECT account FROM payable_accounts WHERE owner = ?1 ORDER BY currency", bind: { $0.bind(owner, at: 1) }
        ) { accounts.append($0.text(at: 0)) }
        return accounts
    }

    func setPayable(_ account: String, _ currency: Currency, of owner: String) throws {
        try run(
            "INSERT OR REPLACE INTO payable_accounts (owner, currency, account) VALUES (?1, ?2, ?3)",
            [owner, currency.code, account])
    }

    func removePayable(_ account: String, of owner: String) throws {
        try run("DELETE FROM payable_accounts WHERE owner = ?1 AND account = ?2", [owner, account])
    }
}
