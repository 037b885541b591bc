import Storage

/// The numbers of a row of `transfers`.
struct TransferRow {
    var sequence: Int64
    var bookedAt: Int64
    var kind: Int64
    var amount: Int64
    var payer: Int64
    var payerEntry: Int64
    var payerBalance: Int64
    var payerHeld: Int64
    var payerPrevious: Int64
    var payee: Int64
    var payeeEntry: Int64 = 0
    var payeeBalance: Int64 = 0
    var payeeHeld: Int64 = 0
    var payeePrevious: Int64 = 0
    var target: Int64?
    var occurredAt: Int64?

    /// The number by which users know the record.
    ///
    /// - Parameter lastCounted: The last record whose public number is its sequence.
    func number(lastCounted: Int64) -> Int64 { sequence <= lastCounted ? sequence : bookedAt }

    /// The state of the payer after the record.
    var payerState: AccountState {
        AccountState(balance: payerBalance, held: payerHeld, entries: payerEntry, lastTransfer: sequence)
    }

    /// The state of the payee after the record; without entries when the record moved no money.
    var payeeState: AccountState {
        AccountState(balance: payeeBalance, held: payeeHeld, entries: payeeEntry, lastTransfer: sequence)
    }
}

extension RecordHasher {
    /// Begins with the numbers of a row; its texts follow.
    mutating func begin(_ row: TransferRow, after head: ChainHash) {
        begin(.transfers, after: head)
        add(row.sequence)
        add(row.bookedAt)
        add(row.kind)
        add(row.amount)
        add(row.payer)
        add(row.payerEntry)
        add(row.payerBalance)
        add(row.payerHeld)
        add(row.payerPrevious)
        add(row.payee)
        add(row.payeeEntry)
        add(row.payeeBalance)
        add(row.payeeHeld)
        add(row.payeePrevious)
        add(ifPresent: row.target)
        add(ifPresent: row.occurredAt)
    }

    /// Hashes a row of `transfers`.
    mutating func hash(
        _ row: TransferRow, description: String, category: String?, details: String?, after head: ChainHash
    ) -> ChainHash {
        begin(row, after: head)
        add(description)
        add(ifPresent: category)
        add(ifPresent: details)
        return finish()
    }

    /// Hashes a row of `transfers` whose texts are read where SQLite has them.
    mutating func hash(
        _ row: TransferRow, textsOf columns: borrowing NamedRow<TransferTable.Columns>, after head: ChainHash
    ) -> ChainHash {
        begin(row, after: head)
        columns.withText(.description) { add(utf8: $0) }
        add(columns, .category)
        add(columns, .details)
        return finish()
    }

    private mutating func add(
        _ columns: borrowing NamedRow<TransferTable.Columns>, _ column: TransferTable.Columns
    ) {
        let isPresent = !columns.isNull(column)
        add(presence: isPresent)
        if isPresent { columns.withText(column) { add(utf8: $0) } }
    }
}
