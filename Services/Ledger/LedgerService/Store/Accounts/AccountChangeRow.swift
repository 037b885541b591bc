import Domain
import Signals
import Storage

/// A row of `account_changes`: the properties of an account after a change.
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

    /// Creates the row of a change that led to `account`.
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
}

/// The table of changes of accounts.
enum AccountChangeTable: Table {
    enum Columns: Int, ColumnList {
        case change, bookedAtUs, kind, account, id, owner, currency, name, status, overdraftMinor, hash
    }

    static let name = "account_changes"
    static let key = [Columns.change]

    static func write(_ record: (row: AccountChangeRow, hash: ChainHash), to row: inout NewRow<Columns>) {
        row.set(.change, record.row.change)
        row.set(.bookedAtUs, record.row.bookedAt)
        row.set(.kind, record.row.kind)
        row.set(.account, record.row.account)
        row.set(.id, record.row.id)
        row.set(.owner, record.row.owner)
        row.set(.currency, record.row.currency)
        row.set(.name, record.row.name)
        row.set(.status, record.row.status)
        row.set(.overdraftMinor, record.row.overdraft)
        row.set(.hash, record.hash)
    }

    static func read(
        _ row: borrowing NamedRow<Columns>
    ) throws(SQLiteError) -> (row: AccountChangeRow, hash: ChainHash) {
        (try AccountChangeRow(row), try row[.hash])
    }
}

extension AccountChangeRow {
    /// Reads a row without its hash.
    init(_ row: borrowing NamedRow<AccountChangeTable.Columns>) throws(SQLiteError) {
        change = try row[.change]
        bookedAt = try row[.bookedAtUs]
        kind = try row[.kind]
        account = try row[.account]
        id = try row[.id]
        owner = try row[.owner]
        currency = try row[.currency]
        name = try row[.name]
        status = try row[.status]
        overdraft = try row[.overdraftMinor]
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
