import Domain
import Signals
import Storage

/// A row of `account_changes`: all that an account is, besides what is in it, after the change.
struct AccountChangeRow: Hashable {
    var change: Int64
    var bookedAt: Int64
    var kind: Int64
    var account: Int64
    var id: String
    var owner: String?
    var currency: String
    var name: String
    var status: Int64
    var overdraft: Int64

    /// What `account` is after a change of it.
    init(change: Int64, at time: Instant, _ kind: AccountChange, of account: Account) {
        self.change = change
        bookedAt = time.microseconds
        self.kind = kind.rawValue
        self.account = Int64(account.number)
        id = account.id
        owner = account.owner
        currency = account.currency.code
        name = account.name
        status = account.status.number
        overdraft = account.overdraft
    }

    /// Reads the first ten columns, which are those of the table in their order.
    init(_ row: borrowing Row) {
        change = row.int64(at: 0)
        bookedAt = row.int64(at: 1)
        kind = row.int64(at: 2)
        account = row.int64(at: 3)
        id = row.text(at: 4)
        owner = row.optionalText(at: 5)
        currency = row.text(at: 6)
        name = row.text(at: 7)
        status = row.int64(at: 8)
        overdraft = row.int64(at: 9)
    }

    /// Writes it at the end of the log.
    func insert(_ connection: Connection, hash: ChainHash) throws(SQLiteError) {
        let statement = try connection.statement(
            """
            INSERT INTO account_changes (change, booked_at_us, kind, account, id, owner, currency, name, status,
                overdraft_minor, hash)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        statement.bind(change, at: 1)
        statement.bind(bookedAt, at: 2)
        statement.bind(kind, at: 3)
        statement.bind(account, at: 4)
        statement.bind(id, at: 5)
        statement.bind(owner, at: 6)
        statement.bind(currency, at: 7)
        statement.bind(name, at: 8)
        statement.bind(status, at: 9)
        statement.bind(overdraft, at: 10)
        hash.withBytes { statement.bind(bytes: $0, at: 11) }
        _ = try statement.step()
    }
}

extension RecordHasher {
    /// Hashes a row of `account_changes`.
    mutating func hash(_ row: AccountChangeRow, after head: ChainHash) -> ChainHash {
        begin(.accountChanges, after: head)
        add(row.change)
        add(row.bookedAt)
        add(row.kind)
        add(row.account)
        add(row.id)
        add(ifPresent: row.owner)
        add(row.currency)
        add(row.name)
        add(row.status)
        add(row.overdraft)
        return finish()
    }
}
