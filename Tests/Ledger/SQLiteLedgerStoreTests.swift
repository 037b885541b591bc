import Coordination
import Domain
import Foundation
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

@Suite struct SQLiteLedgerStoreTests {
    @Test func eventsTellOfAccountsAndTransfers() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            let made = try await bank.send(transfer(ann, bob, 40, "Tea"), as: "ann").transfer
            let store = try #require(bank.store as? SQLiteLedgerStore).store
            let events = try await store.events(after: 0, limit: 100)
            #expect(
                events.map(\.type) == [
                    "ledger.accountOpened", "ledger.transferPosted", "ledger.accountOpened", "ledger.transferPosted",
                ])
            #expect(events.map(\.sequence) == [1, 2, 3, 4])
            #expect(events[3].subject == made.id)
            let posted = try JSONDocument(events[3].data).root.decode(LedgerEvent.TransferPosted.self)
            #expect(posted.transfer == made)
            #expect(
                posted.entries == [
                    LedgerEvent.Entry(
                        account: ann, userId: "ann", accountSequence: 2, amount: rubles(-40), balanceAfter: rubles(60),
                        cause: .order),
                    LedgerEvent.Entry(
                        account: bob, userId: "bob", accountSequence: 1, amount: rubles(40), balanceAfter: rubles(40)),
                ])
            #expect(try JSONEncoding.encode(posted) == events[3].data)
            let deposit = try JSONDocument(events[1].data).root.decode(LedgerEvent.TransferPosted.self)
            #expect(deposit.entries.map(\.userId) == [nil, "ann"] && deposit.entries.map(\.cause) == [nil, .order])
        }
    }

    @Test func rowsOfTransfersCannotBeChanged() async throws {
        try await Bank.with(.sqlite) { bank in
            _ = try await bank.openAccount(of: "ann", with: 100)
            let store = try #require(bank.store as? SQLiteLedgerStore).store
            for sql in ["UPDATE transfers SET amount_minor = 1", "DELETE FROM transfers"] {
                await #expect { try await store.write { try $0.connection.execute(sql) } } throws: {
                    ($0 as? SQLiteError)?.code == .triggerConstraint
                }
            }
        }
    }

    @Test(arguments: [
        ("UPDATE balances SET balance_minor = balance_minor + 1 WHERE account = 1", "not what its entries add up to"),
        ("DROP TRIGGER transfers_are_never_deleted; DELETE FROM transfers WHERE sequence = 2", "is missing"),
        ("DROP TRIGGER transfers_are_never_changed; UPDATE transfers SET amount_minor = 3", "does not follow"),
        ("DROP TRIGGER transfers_are_never_changed; UPDATE transfers SET booked_at_us = 5", "is not later"),
        ("DROP TRIGGER transfers_are_never_changed", "triggers are missing"),
    ])
    func whatIsBrokenIsReported(sql: String, words: String) async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            for _ in 0..<3 { _ = try await bank.send(transfer(ann, bob, 10), as: "ann") }
            #expect(try await bank.check().problems == [])
            try await #require(bank.store as? SQLiteLedgerStore).store.write { try $0.connection.execute(sql) }
            #expect(try await bank.check().problems.contains { $0.contains(words) })
        }
    }

    @Test func aFullDiskChangesNothingAndIsOvercome() async throws {
        let folder = TemporaryDirectory()
        let clock = TestClock()
        var options = StoreOptions()
        options.maximumPages = 80
        let store = try await SQLiteLedgerStore.open(
            at: folder.path + "/ledger.sqlite3", clock: clock.wallClock, options: options)
        let service = UseCaseService(ledger: store, clock: clock.wallClock)
        let context = SignalContext(
            caller: .user(UserSession(userID: "ann", sessionID: "s", expiresAt: Instant(microseconds: .max))))
        let open = try #require(service.handler(for: LedgerSignal.OpenAccount.self))
        let account = try await open(LedgerSignal.OpenAccount(currency: .rub), context).account.id
        let deposit = try #require(service.handler(for: LedgerSignal.Deposit.self))
        let signal = LedgerSignal.Deposit(
            account: account, amount: rubles(1), description: String(repeating: "d", count: 500))
        var done: Int64 = 0
        var refusal: Fault?
        while refusal == nil {
            do {
                _ = try await deposit(signal, context)
                done += 1
            } catch { refusal = error as? Fault }
        }
        #expect(refusal?.code == .storageUnavailable)
        #expect(store.account(account)?.state.balance == done)
        #expect(try await store.check().problems == [])
        #expect(try await store.check().transfers == done)
        try await store.store.write { try $0.connection.execute("PRAGMA max_page_count = 1000000") }
        let after = try await deposit(signal, context).transfer
        #expect(try await store.history(ofTransfer: after.id)?.made.sequence == done + 1)
        #expect(try await store.check().problems == [])
        await store.close()
    }

    @Test func booksOfANewerProgramAndStrangeFilesAreRefused() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write(String(repeating: "no database ", count: 500), to: "ledger.sqlite3")
        await #expect { try await SQLiteLedgerStore.open(at: path) } throws: {
            ($0 as? StorageError)?.code == .notADatabase
        }
    }

    @Test func timesStrictlyIncreaseWhenTheClockGoesBack() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100)
            let bob = try await bank.openAccount(of: "bob")
            var last = try await bank.send(transfer(ann, bob, 1), as: "ann").transfer.createdAt
            for _ in 0..<5 {
                bank.clock.advance(by: .seconds(-10))
                let next = try await bank.send(transfer(ann, bob, 1), as: "ann").transfer.createdAt
                #expect(next > last)
                last = next
            }
        }
    }

    /// Balances are written now and then only; before and after that, a start finds the same.
    @Test func booksOpenedAgainAreTheSameHoweverManyTransfersCame() async throws {
        let folder = TemporaryDirectory()
        let clock = TestClock()
        let path = folder.path + "/ledger.sqlite3"
        let session = UserSession(userID: "ann", sessionID: "s", expiresAt: Instant(microseconds: .max))
        let context = SignalContext(caller: .user(session))
        var before: [Account] = []
        for round in 0..<6 {
            let store = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
            #expect(store.accounts(of: "ann") == before)
            let report = try await store.check()
            #expect(report.problems == [])
            let service = UseCaseService(ledger: store, clock: clock.wallClock)
            let open = try #require(service.handler(for: LedgerSignal.OpenAccount.self))
            let account = try await open(LedgerSignal.OpenAccount(currency: .rub), context).account.id
            let deposit = try #require(service.handler(for: LedgerSignal.Deposit.self))
            _ = try await deposit(LedgerSignal.Deposit(account: account, amount: rubles(10_000)), context)
            if let other = before.first?.id {
                let send = try #require(service.handler(for: LedgerSignal.MakeTransfers.self))
                let count = round.isMultiple(of: 2) ? 5000 : 700
                let items = Array(repeating: item(account, other, 1), count: count)
                _ = try await send(LedgerSignal.MakeTransfers(transfers: items), context)
            }
            before = store.accounts(of: "ann")
            #expect(try await store.check().problems == [])
            await store.close()
        }
    }
}
