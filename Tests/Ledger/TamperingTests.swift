import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import LedgerService

/// Goal: whoever changes the file behind the program's back is found out.
/// Method: books with a record of every kind; then each column of each row of each table that the books are made of is
/// changed, one at a time, and the check has to see it. A savepoint takes each change back.
@Suite struct TamperingTests {
    private static let tables = [
        "transfers", "account_changes", "accounts", "balances", "open_holds", "landmarks", "imported_rows", "imports",
    ]

    /// Books with everything in them.
    private func fill(_ bank: Bank) async throws {
        let ann = try await bank.openAccount(of: "ann", with: 100_000)
        let (bob, old) = (try await bank.openAccount(of: "bob"), try await bank.openAccount(of: "ann"))
        let posted = try await bank.hold(ann, bob, 500).transfer.id
        let voided = try await bank.hold(ann, bob, 500).transfer.id
        _ = try await bank.hold(ann, bob, 500, for: .seconds(1))
        _ = try await bank.hold(ann, bob, 700, for: .seconds(1000))
        _ = try await bank.hold(ann, bob, 800)
        _ = try await bank.send(LedgerSignal.PostHold(hold: posted, amount: rubles(300)), as: "ann")
        _ = try await bank.send(LedgerSignal.VoidHold(hold: voided), as: "ann")
        bank.clock.advance(by: .seconds(2))
        _ = try await HoldExpiry(store: bank.store).doDue()
        _ = try await bank.send(LedgerSignal.Reverse(transfer: posted, reason: "no"), as: "bob")
        _ = try await bank.send(LedgerSignal.Withdraw(account: ann, amount: rubles(5), category: "food"), as: "ann")
        let rows = [(700, "id:1"), (-300, "id:2"), (-300, "id:3")].map { units, reference in
            LedgerSignal.ImportRow(amount: rubles(units), date: "2026-11-20", reference: reference)
        }
        _ = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: rows), as: "ann")
        let again = [LedgerSignal.ImportRow(amount: rubles(900), date: "2026-11-19", reference: "id:4")]
        let taken = try await bank.send(
            LedgerSignal.ImportRows(account: ann, rows: again, openingBalance: rubles(50)), as: "ann")
        _ = try await bank.send(LedgerSignal.UndoImport(import: taken.import ?? ""), as: "ann")
        _ = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: again), as: "ann")
        _ = try await bank.send(LedgerSignal.Rename(account: bob, name: "Rent"), as: "bob")
        _ = try await bank.send(LedgerSignal.SetOverdraft(account: bob, limit: rubles(7)), as: "bob")
        _ = try await bank.send(LedgerSignal.Close(account: old), as: "ann")
        let items = (0..<60).map { _ in item(ann, bob, 1) }
        _ = try await bank.send(LedgerSignal.MakeTransfers(transfers: items), as: "ann")
        _ = try await bank.send(LedgerSignal.Freeze(account: bob), as: "bob")
    }

    /// Writes what memory has of the accounts into their table, which otherwise happens now and then.
    private func saveBalances(of store: SQLiteLedgerStore, _ connection: Connection) throws {
        let users = ["ann", "bob"].flatMap { store.accounts(of: $0) }
        let accounts = users + [store.account(Account.worldID(of: .rub))].compactMap(\.self)
        for account in accounts {
            try connection.run(
                """
                UPDATE balances SET balance_minor = ?, held_minor = ?, entries = ?, last_transfer = ? WHERE account = ?
                """, account.state.balance, account.state.held, account.state.entries, account.state.lastTransfer,
                account.number)
        }
        try connection.execute("UPDATE books SET balances_as_of = (SELECT max(sequence) FROM transfers)")
    }

    @Test func everyChangeOfEveryColumnIsFound() async throws {
        try await Bank.with(.sqlite) { bank in
            try await fill(bank)
            #expect(try await bank.check().problems == [])
            let store = try #require(bank.store as? SQLiteLedgerStore)
            let missed = try await store.store.write { transaction in
                let connection = transaction.connection
                try saveBalances(of: store, connection)
                var reading = ChainReading()
                #expect(try reading.read(connection).problems == [])
                for table in ["transfers", "account_changes"] {
                    try connection.execute(
                        "DROP TRIGGER \(table)_are_never_changed; DROP TRIGGER \(table)_are_never_deleted")
                }
                try connection.execute("PRAGMA ignore_check_constraints = ON")
                var probe = try Tampering(connection: connection)
                for table in Self.tables { try probe.changeEverything(in: table) }
                return probe.missed
            }
            #expect(missed == [])
        }
    }
}

/// Changes one thing after the other and looks whether the check sees it.
private struct Tampering {
    let connection: Connection
    /// The ids of the accounts, which are nobody's business but their owners'.
    private let ids: [String]
    /// What was changed unseen, or seen in a way that tells whose it is.
    private(set) var missed: [String] = []
    private var tried = 0

    init(connection: Connection) throws {
        self.connection = connection
        ids = try Self.texts("SELECT id FROM accounts", connection)
    }

    mutating func changeEverything(in table: String) throws {
        let columns = try texts("SELECT name FROM pragma_table_info('\(table)')")
        let keys = ["landmarks": "transfer * 1000 + account", "imported_rows": "transfer"]
        let key = keys[table] ?? columns[0]
        // Of many rows that are alike the first and the last.
        let all = try texts("SELECT CAST(\(key) AS TEXT) FROM \(table) ORDER BY 1")
        let first = try texts("SELECT CAST(\(key) AS TEXT) FROM \(table) ORDER BY \(key) LIMIT 22")
        let rows = all.count > 40 ? first + all.suffix(2) : all
        for row in rows {
            for column in columns {
                try change(table, column, "WHERE \(key) = \(row)")
            }
            try attempt("DELETE FROM \(table) WHERE \(key) = \(row)")
        }
        #expect(tried > 0)
    }

    /// A number is one more, a text has a letter more, bytes are others, nothing is something.
    private mutating func change(_ table: String, _ column: String, _ place: String) throws {
        let value = """
            CASE typeof(\(column)) WHEN 'integer' THEN \(column) + 1 WHEN 'text' THEN \(column) || 'x'
            ELSE zeroblob(32) END
            """
        guard try texts("SELECT typeof(\(column)) FROM \(table) \(place)") == ["null"] else {
            return try attempt("UPDATE \(table) SET \(column) = \(value) \(place)")
        }
        let type = try texts("SELECT type FROM pragma_table_info('\(table)') WHERE name = '\(column)'")
        try attempt("UPDATE \(table) SET \(column) = \(type == ["INTEGER"] ? "1" : "'x'") \(place)")
    }

    private mutating func attempt(_ sql: String) throws {
        try connection.execute("SAVEPOINT tampering")
        defer { try? connection.execute("ROLLBACK TO tampering; RELEASE tampering") }
        do throws(SQLiteError) {
            try connection.execute(sql)
        } catch {
            // The database itself does not have it.
            guard error.code.primary == .constraint else { throw error }
            return
        }
        guard connection.changes > 0 else { return }
        tried += 1
        var reading = ChainReading()
        let problems: [String]
        do {
            // The triggers are missing, which is not what is looked for.
            problems = try reading.read(connection).problems.filter { !$0.contains("triggers") }
        } catch { return }
        let tells = problems.contains { problem in ids.contains { problem.contains($0) } }
        if problems.isEmpty || tells { missed.append(sql) }
    }

    private func texts(_ sql: String) throws -> [String] { try Self.texts(sql, connection) }

    private static func texts(_ sql: String, _ connection: Connection) throws -> [String] {
        var texts: [String] = []
        let statement = try connection.statement(dynamic: sql)
        while try statement.step() { texts.append(statement.row.text(at: 0)) }
        return texts
    }
}
