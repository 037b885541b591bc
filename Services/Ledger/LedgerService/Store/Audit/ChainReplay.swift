import Domain
import Signals
import Storage

/// The replay of a database from its records and account changes alone, in the order of their times.
///
/// Only the input of each record is used: accounts, amount, purpose, time. Sequences, balances, held amounts, pointers
/// and hashes are computed again by the same code, and each hash must match. A replay proves that the records are
/// complete. It is the way out when all other tables are lost.
package enum ChainReplay {
    /// A mismatch between a replayed record and its original.
    package struct Divergence: Error, CustomStringConvertible {
        /// The record that differs.
        package let record: String
        package var description: String { "Replayed, \(record) is not what the log says." }
    }

    /// Replays the database at `path` into the empty one at `newPath`.
    ///
    /// - Throws: ``Divergence``; `StorageError` and ``SQLiteError`` when one of the files cannot be used.
    package static func replay(_ path: String, into newPath: String) async throws {
        let accounts = AccountTable()
        let store = try await Store.open(
            at: newPath, migrations: LedgerMigrations.all, participants: [accounts])
        do {
            try await store.write { transaction in
                try Connection.withConnection(path: path, options: .reader) { log in
                    try Replaying(
                        log: log, writing: RecordWriting(connection: transaction.connection, accounts: accounts)
                    ).run()
                }
            }
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}

private struct Replaying {
    let log: Connection
    let writing: RecordWriting

    func run() throws {
        let lastCounted: Int64 = try log.first("SELECT last_counted FROM books") ?? 0
        try writing.connection.run("UPDATE books SET last_counted = ?", lastCounted)
        let changes = try log.rows(AccountChangeTable.self, "ORDER BY change")
        let transfers = try log.rows(TransferTable.self, "ORDER BY sequence")
        var isChangeLeft = try changes.step()
        while try transfers.step() {
            let record = try TransferTable.read(transfers)
            while isChangeLeft, try changes[.bookedAtUs] < record.row.bookedAt {
                try replay(AccountChangeTable.read(changes))
                isChangeLeft = try changes.step()
            }
            try replay(record)
        }
        while isChangeLeft {
            try replay(AccountChangeTable.read(changes))
            isChangeLeft = try changes.step()
        }
    }

    private func replay(_ change: (row: AccountChangeRow, hash: ChainHash)) throws {
        let row = change.row
        let divergence = ChainReplay.Divergence(record: "change \(row.change) of an account")
        guard let kind = AccountChange(rawValue: row.kind), let status = AccountStatus(number: row.status),
            let currency = Currency(code: row.currency)
        else { throw divergence }
        let time = Instant(microseconds: row.bookedAt)
        if kind == .opened {
            _ = try writing.open(
                AccountDraft(id: row.id, owner: row.owner, name: row.name, currency: currency), now: time)
        } else {
            guard var account = writing.accounts.current(row.id) else { throw divergence }
            account.name = row.name
            account.status = status
            account.overdraft = row.overdraft
            _ = try writing.change(account, kind, now: time)
        }
        guard writing.accounts.head == change.hash else { throw divergence }
    }

    private func replay(_ stored: StoredRecord) throws {
        let divergence = ChainReplay.Divergence(record: "transfer \(stored.row.sequence)")
        let reading = RecordReading(connection: writing.connection, accounts: writing.accounts)
        let written = try reading.record(stored)
        guard let payer = writing.accounts.current(written.payer.account),
            let payee = writing.accounts.current(written.payee.account)
        else { throw divergence }
        var draft = RecordDraft(written.kind, written.amount)
        draft.target = written.target
        draft.occurredAt = written.occurredAt
        draft.description = written.description
        draft.category = written.category
        draft.details = written.details
        if written.kind.settlesHold {
            try writing.accounts.writePending(writing.connection)
            guard let hold = try written.target.flatMap({ try reading.record($0) }) else { throw divergence }
            draft.released = hold.amount.minorUnits
        }
        _ = try writing.write(draft, from: payer, to: payee, now: written.bookedAt)
        guard writing.accounts.head == stored.hash else { throw divergence }
    }
}
