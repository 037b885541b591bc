import Storage

/// The numbers of a row of `transfers`: its first sixteen columns, in their order.
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

    /// Binds all of them, to the first sixteen places.
    func bind(to statement: borrowing Statement) {
        bindPlain(to: statement, after: 0)
        statement.bind(target, at: 15)
        statement.bind(occurredAt, at: 16)
    }

    /// Binds those that every record has, to the fourteen places after `before`.
    func bindPlain(to statement: borrowing Statement, after before: Int) {
        statement.bind(sequence, at: before + 1)
        statement.bind(bookedAt, at: before + 2)
        statement.bind(kind, at: before + 3)
        statement.bind(amount, at: before + 4)
        statement.bind(payer, at: before + 5)
        statement.bind(payerEntry, at: before + 6)
        statement.bind(payerBalance, at: before + 7)
        statement.bind(payerHeld, at: before + 8)
        statement.bind(payerPrevious, at: before + 9)
        statement.bind(payee, at: before + 10)
        statement.bind(payeeEntry, at: before + 11)
        statement.bind(payeeBalance, at: before + 12)
        statement.bind(payeeHeld, at: before + 13)
        statement.bind(payeePrevious, at: before + 14)
    }
}

extension TransferRow {
    /// Reads the first sixteen columns.
    init(_ row: borrowing Row) {
        sequence = row.int64(at: 0)
        bookedAt = row.int64(at: 1)
        kind = row.int64(at: 2)
        amount = row.int64(at: 3)
        payer = row.int64(at: 4)
        payerEntry = row.int64(at: 5)
        payerBalance = row.int64(at: 6)
        payerHeld = row.int64(at: 7)
        payerPrevious = row.int64(at: 8)
        payee = row.int64(at: 9)
        payeeEntry = row.int64(at: 10)
        payeeBalance = row.int64(at: 11)
        payeeHeld = row.int64(at: 12)
        payeePrevious = row.int64(at: 13)
        target = row.optionalInt64(at: 14)
        occurredAt = row.optionalInt64(at: 15)
    }
}

extension TransferRow {
    /// What people know the record by.
    ///
    /// - Parameter lastCounted: The last record that is known by its place among all.
    func number(lastCounted: Int64) -> Int64 { sequence <= lastCounted ? sequence : bookedAt }
}

extension RecordHasher {
    /// Begins with a row of `transfers`; its texts follow.
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

    /// Hashes the row of `transfers` that a statement stopped at, whose columns are those of the table in their order.
    mutating func hash(_ row: TransferRow, textsOf columns: borrowing Row, after head: ChainHash) -> ChainHash {
        begin(row, after: head)
        columns.withText(at: 16) { add(utf8: $0) }
        for column in 17...18 {
            let isPresent = !columns.isNull(at: column)
            add(presence: isPresent)
            if isPresent { columns.withText(at: column) { add(utf8: $0) } }
        }
        return finish()
    }
}
