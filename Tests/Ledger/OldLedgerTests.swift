import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import LedgerService

/// Books that an older program wrote are opened, and what is in them gets its place in the chain.
@Suite struct OldLedgerTests {
    /// A file of schema 2: the world, ann with 70.00 of 100.00, bob with 30.00.
    private func writeOldLedger(_ path: String) async throws {
        let store = try await Store.open(at: path, migrations: Array(LedgerMigrations.all.prefix(2)))
        try await store.write { transaction in
            try transaction.connection.execute(
                """
                INSERT INTO accounts (number, id, owner, name, currency, status, opened_at_us) VALUES
                    (1, 'aaa', 'ann', 'Ann''s', 'RUB', 0, 100),
                    (2, 'world-RUB', NULL, 'Outside world', 'RUB', 0, 101),
                    (3, 'bbb', 'bob', 'RUB', 'RUB', 0, 103),
                    (4, 'ccc', 'ann', 'Later', 'RUB', 0, 106);
                INSERT INTO balances (account, balance_minor, entries, last_transfer) VALUES
                    (1, 10000, 1, 1), (2, -10000, 1, 1), (3, 0, 0, 0), (4, 0, 0, 0);
                UPDATE books SET balances_as_of = 1;
                INSERT INTO transfers VALUES
                    (1, 102, 1, 10000, 2, 1, -10000, 0, 1, 1, 10000, 0, 'Pay', 'salary'),
                    (2, 104, 0, 2000, 1, 2, 8000, 1, 3, 1, 2000, 0, '', NULL),
                    (3, 105, 0, 1000, 1, 3, 7000, 2, 3, 2, 3000, 2, 'Обед', NULL);
                """)
        }
        await store.close()
    }

    @Test func oldBooksAreOpenedAndChained() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        try await writeOldLedger(path)
        let clock = TestClock()
        let store = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        let report = try await store.check()
        #expect(report.problems == [])
        #expect(report.transfers == 3)
        #expect(report.accounts == 3)
        #expect(report.head != ChainHash.none.hexadecimal)
        #expect(store.account("aaa")?.state.balance == 7000)
        #expect(store.account("bbb")?.state.balance == 3000)
        #expect(try await store.history(1)?.made.category == "salary")
        let account = try #require(store.account("aaa"))
        let past = try await store.read { try $0.state(of: account, at: Instant(microseconds: 104)) }
        #expect(past.balance == 8000)

        // What comes now follows on what was there.
        let service = UseCaseService(ledger: store, clock: clock.wallClock)
        let send = try #require(service.handler(for: LedgerSignal.MakeTransfer.self))
        let session = UserSession(userID: "ann", sessionID: "s", expiresAt: Instant(microseconds: .max))
        let made = try await send(transfer("aaa", "ccc", 500), SignalContext(caller: .user(session))).transfer
        #expect(try await store.history(ofTransfer: made.id)?.made.sequence == 4)
        #expect(made.sequence == made.createdAt.microseconds)

        // An id that somebody wrote down means the same transfer for ever; one that was never given means none.
        for number in Int64(1)...3 {
            let kept = try #require(try await store.history(ofTransfer: "t\(number)")?.made)
            #expect(kept.sequence == number && kept.id == "t\(number)" && kept.number == number)
        }
        #expect(try await store.history(ofTransfer: "t4") == nil)
        let reverse = try #require(service.handler(for: LedgerSignal.Reverse.self))
        let bob = UserSession(userID: "bob", sessionID: "s", expiresAt: Instant(microseconds: .max))
        let back = try await reverse(
            LedgerSignal.Reverse(transfer: "t3", reason: "twice"), SignalContext(caller: .user(bob))
        ).transfer
        #expect(back.reverses == "t3")
        #expect(try await store.history(ofTransfer: "t3")?.reversed?.id == back.id)
        #expect(try await store.history(ofTransfer: back.id)?.made.targetNumber == 3)
        #expect(try await store.check().problems == [])
        await store.close()
    }

    @Test func whatLeftBeforeThatWasCountedIsCounted() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        try await writeOldLedger(path)
        let old = try await Store.open(at: path, migrations: Array(LedgerMigrations.all.prefix(5)))
        try await old.write { transaction in
            try transaction.connection.execute(
                """
                UPDATE books SET balances_as_of = 3;
                UPDATE balances SET balance_minor = 7000, entries = 3, last_transfer = 3 WHERE account = 1;
                UPDATE balances SET balance_minor = 3000, entries = 2, last_transfer = 3 WHERE account = 3;
                """)
        }
        await old.close()
        let store = try await SQLiteLedgerStore.open(at: path, clock: TestClock().wallClock)
        #expect(try await store.check().problems == [])
        await store.close()
    }

    @Test func whatWasChangedInOldRecordsAfterwardsIsFound() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        try await writeOldLedger(path)
        let store = try await SQLiteLedgerStore.open(at: path, clock: TestClock().wallClock)
        try await store.store.write { transaction in
            try transaction.connection.execute(
                "DROP TRIGGER transfers_are_never_changed; UPDATE transfers SET description = 'X' WHERE sequence = 1")
        }
        #expect(try await store.check().problems.contains { $0.contains("transfer 1 is not what was written") })
        await store.close()
    }
}
