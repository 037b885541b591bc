import Domain
import Storage

/// The table of accounts.
enum StoredAccountTable: Table {
    enum Columns: Int, ColumnList {
        case number, id, owner, name, currency, status, overdraftMinor, openedAtUs
    }

    typealias Record = (number: Int, account: AccountRecord)

    static let name = "accounts"
    static let key = [Columns.number]
    static let constant: [Columns] = [.id, .owner, .currency, .openedAtUs]

    static func write(_ record: Record, to row: inout NewRow<Columns>) {
        row.set(.number, record.number)
        row.set(.id, record.account.id)
        row.set(.owner, record.account.owner)
        row.set(.name, record.account.name)
        row.set(.currency, record.account.currency)
        row.set(.status, record.account.status.number)
        row.set(.overdraftMinor, record.account.overdraft)
        row.set(.openedAtUs, record.account.openedAt)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws(SQLiteError) -> Record {
        let number: Int = try row[.number]
        let code: String = try row[.currency]
        guard let currency = Currency(code: code), let status = AccountStatus(number: try row[.status]) else {
            throw damaged(number)
        }
        let account = try AccountRecord(
            id: row[.id], owner: row[.owner], name: row[.name], currency: currency, status: status,
            overdraft: row[.overdraftMinor], openedAt: row[.openedAtUs])
        return (number, account)
    }

    static func damaged(_ number: Int) -> SQLiteError {
        SQLiteError(code: .corrupt, message: "The row of account \(number) cannot be right.")
    }
}

/// The table of balances, as of `books.balances_as_of`.
enum BalanceTable: Table {
    enum Columns: Int, ColumnList {
        case account, balanceMinor, heldMinor, entries, lastTransfer
    }

    static let name = "balances"
    static let key = [Columns.account]

    static func write(_ record: (account: Int, state: AccountState), to row: inout NewRow<Columns>) {
        row.set(.account, record.account)
        row.set(.balanceMinor, record.state.balance)
        row.set(.heldMinor, record.state.held)
        row.set(.entries, record.state.entries)
        row.set(.lastTransfer, record.state.lastTransfer)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws(SQLiteError) -> (account: Int, state: AccountState) {
        let state = try AccountState(
            balance: row[.balanceMinor], held: row[.heldMinor], entries: row[.entries],
            lastTransfer: row[.lastTransfer])
        return (try row[.account], state)
    }

    /// Returns the balances by the numbers of their accounts.
    static func all(_ connection: Connection) throws -> [Int: AccountState] {
        Dictionary(try connection.all(Self.self, "").map { ($0.account, $0.state) }) { first, _ in first }
    }
}

/// The table of limits that owners have set.
enum AccountLimitTable: Table {
    enum Columns: Int, ColumnList {
        case account, perTransferMinor, dailyMinor, confirmAboveMinor
    }

    static let name = "account_limits"
    static let key = [Columns.account]

    static func write(_ record: (account: Int, limits: AccountLimits), to row: inout NewRow<Columns>) {
        row.set(.account, record.account)
        row.set(.perTransferMinor, record.limits.perTransfer)
        row.set(.dailyMinor, record.limits.daily)
        row.set(.confirmAboveMinor, record.limits.confirmAbove)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws(SQLiteError) -> (account: Int, limits: AccountLimits) {
        let limits = try AccountLimits(
            perTransfer: row[.perTransferMinor], daily: row[.dailyMinor], confirmAbove: row[.confirmAboveMinor])
        return (try row[.account], limits)
    }

    /// Returns the limits by the numbers of their accounts.
    static func all(_ connection: Connection) throws -> [Int: AccountLimits] {
        Dictionary(try connection.all(Self.self, "").map { ($0.account, $0.limits) }) { first, _ in first }
    }
}
