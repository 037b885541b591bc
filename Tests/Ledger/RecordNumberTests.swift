import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import LedgerService

/// Ids of transfers and imports tell when, and nothing of what others do.
@Suite struct RecordNumberTests {
    @Test(arguments: StoreKind.allCases)
    func whatOthersDoChangesNoIDOfMine(kind: StoreKind) async throws {
        let (alone, among) = (try await idsOfAnn(kind, others: 0), try await idsOfAnn(kind, others: 40))
        #expect(alone == among && Set(alone).count == alone.count)
    }

    /// Everything that names a record to ann, in a house where others make `others` transfers between any two of hers.
    private func idsOfAnn(_ kind: StoreKind, others: Int) async throws -> [String] {
        let bank = try await Bank.open(kind)
        let bob = try await bank.openAccount(of: "bob", with: 1_000_000)
        let cleo = try await bank.openAccount(of: "cleo")
        let (ann, dollars) = (
            try await bank.openAccount(of: "ann", with: 5_000), try await bank.openAccount(of: "ann", currency: .usd)
        )
        var told: [String] = []
        func tell(_ transfer: LedgerSignal.Transfer) {
            told += ["\(transfer.id) \(transfer.sequence) \(transfer.reverses ?? "") \(transfer.import ?? "")"]
        }
        func wait() async throws {
            bank.clock.advance(by: .seconds(1))
            for _ in 0..<others { _ = try await bank.send(transfer(bob, cleo, 1), as: "bob") }
            bank.clock.advance(by: .seconds(1))
        }
        try await wait()
        let sent = try await bank.send(transfer(ann, bob, 100), as: "ann").transfer
        tell(sent)
        try await wait()
        tell(try await bank.send(LedgerSignal.Reverse(transfer: sent.id, reason: "r"), as: "bob").transfer)
        var holds: [LedgerSignal.Transfer] = []
        for _ in 0..<3 {
            try await wait()
            holds.append(try await bank.hold(ann, bob, 50).transfer)
        }
        try await wait()
        let page = try await bank.send(LedgerSignal.Holds(limit: 2), as: "ann")
        #expect(page.holds.map(\.id) == [holds[2].id, holds[1].id])
        let rest = try await bank.send(LedgerSignal.Holds(limit: 2, cursor: page.nextCursor), as: "ann")
        #expect(rest.holds.map(\.id) == [holds[0].id])
        told.append(page.nextCursor ?? "")
        tell(try await bank.send(LedgerSignal.PostHold(hold: holds[0].id, amount: nil), as: "ann").transfer)
        _ = try await bank.send(LedgerSignal.SetRate(from: .rub, to: .usd, rate: "0.01", source: "me"), as: "ann")
        try await wait()
        let halves = try await bank.send(
            LedgerSignal.Exchange(from: ann, to: dollars, amount: rubles(1000)), as: "ann"
        ).transfers
        halves.forEach(tell)
        #expect(halves.map { $0.exchange?.transfer } == [halves[1].id, halves[0].id])
        for half in halves {
            #expect(try await bank.shown(half.id, of: "ann") == half)
        }
        try await wait()
        let rows = (1...2).map { LedgerSignal.ImportRow(amount: rubles($0), date: "2026-03-01", reference: "r\($0)") }
        let imported = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: rows), as: "ann")
        told.append(imported.import ?? "")
        for row in imported.rows { tell(try await bank.shown(try #require(row.transfer), of: "ann")) }
        try await wait()
        let again = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: rows), as: "ann")
        #expect(again.rows.map(\.transfer) == imported.rows.map(\.transfer))
        #expect(try await bank.send(LedgerSignal.Imports(), as: "ann").imports.map(\.id) == [imported.import])
        await (bank.store as? SQLiteLedgerStore)?.close()
        return told
    }

    @Test func whatWasThereBeforeKeepsItsIDsInBothForms() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        let clock = TestClock()
        var store = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        var ask = Asking(store: store, clock: clock)
        let ann = try await ask(LedgerSignal.OpenAccount(currency: .rub)).account.id
        let other = try await ask(LedgerSignal.OpenAccount(currency: .rub)).account.id
        _ = try await ask(LedgerSignal.Deposit(account: ann, amount: rubles(900)), key: "deposit")
        for _ in 0..<2 { _ = try await ask(LedgerSignal.Hold(from: ann, to: other, amount: rubles(100))) }
        let row = LedgerSignal.ImportRow(amount: rubles(7), date: "2026-03-01", reference: "r")
        _ = try await ask(LedgerSignal.ImportRows(account: ann, rows: [row]))
        // As if an older program had written them, which counted imports as well.
        try await store.store.write { transaction in
            try transaction.connection.execute(
                """
                DROP TRIGGER transfers_are_never_changed;
                UPDATE transfers SET details = json_set(details, '$.imported', 4) WHERE sequence = 4;
                UPDATE imported_rows SET imported = 4;
                UPDATE imports SET number = 4;
                UPDATE books SET last_counted = 4;
                """)
        }
        await store.close()

        store = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        ask = Asking(store: store, clock: clock)
        let repeated = try await ask(LedgerSignal.Deposit(account: ann, amount: rubles(900)), key: "deposit").transfer
        #expect(repeated.id == "t1" && repeated.sequence == 1)
        #expect(try await ask(LedgerSignal.Holds()).holds.map(\.id) == ["t3", "t2"])
        let page = try await ask(LedgerSignal.Holds(limit: 1))
        #expect(page.nextCursor == "3")
        #expect(try await ask(LedgerSignal.Holds(cursor: "3")).holds.map(\.id) == ["t2"])
        clock.advance(by: .seconds(1))
        let posted = try await ask(LedgerSignal.PostHold(hold: "t2", amount: nil)).transfer
        #expect(posted.id == "t2" && posted.status == .posted)
        #expect(posted.sequence == clock.time.microseconds)
        #expect(try await ask(LedgerSignal.ShowTransfer(transfer: "t2")).transfer == posted)
        #expect(try await ask(LedgerSignal.Imports()).imports.map(\.id) == ["i4"])
        #expect(try await ask(LedgerSignal.ImportRows(account: ann, rows: [row])).rows.map(\.transfer) == ["t4"])
        let undone = try await ask(LedgerSignal.UndoImport(import: "i4"))
        #expect(undone.reversed == 1)
        let shown = try await ask(LedgerSignal.ShowTransfer(transfer: "t4")).transfer
        let undo = try await ask(LedgerSignal.ShowTransfer(transfer: try #require(shown.reversedBy))).transfer
        #expect(undo.reverses == "t4" && undo.import == "i4" && undo.id.count == 13)
        // What others are told of records of before is what they were told then.
        let events = try await store.store.events(after: 0, limit: 100).filter { $0.type.hasPrefix("ledger.transfer") }
        #expect(events.prefix(4).map(\.subject) == ["t1", "t2", "t3", "t4"])
        await store.close()
    }

    /// Asks a ledger as ann.
    private struct Asking {
        let service: UseCaseService

        init(store: SQLiteLedgerStore, clock: TestClock) {
            service = UseCaseService(ledger: store, clock: clock.wallClock)
        }

        func callAsFunction<S: Signal>(_ signal: S, key: String? = nil) async throws -> S.Answer {
            let session = UserSession(userID: "ann", sessionID: "s", expiresAt: Instant(microseconds: .max))
            let handler = try #require(service.handler(for: S.self))
            return try await handler(signal, SignalContext(caller: .user(session), idempotencyKey: key))
        }
    }

    @Test func everyRecordIsFoundByItsNumberAndNoOther() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path + "/ledger.sqlite3"
        let count = 300
        var random = SeededGenerator(seed: 18)
        var moments: [Int64] = []
        let store = try await SQLiteLedgerStore.open(at: path)
        for last in 0..<count {
            moments.append((moments.last ?? 1 << 50) + Int64.random(in: 1...9, using: &random))
            guard [0, 1, 2, 7, 299].contains(last) else { continue }
            let written = moments
            try await store.store.write { transaction in
                try transaction.connection.execute(
                    "DROP TRIGGER IF EXISTS transfers_are_never_deleted; DELETE FROM transfers")
                for (index, moment) in written.enumerated() {
                    try transaction.connection.run(
                        """
                        INSERT INTO transfers (sequence, booked_at_us, kind, amount_minor, giver, giver_entry,
                            giver_balance_minor, giver_held_minor, giver_previous, getter, getter_entry,
                            getter_balance_minor, getter_held_minor, getter_previous, description, hash)
                        VALUES (?, ?, 0, 1, 1, 1, 0, 0, 0, 2, 1, 0, 0, 0, '', zeroblob(32))
                        """, index + 1, moment)
                }
                for lastCounted in Set([0, 1, written.count / 2, written.count].map(Int64.init)) {
                    let search = RecordSearch(connection: transaction.connection, lastCounted: lastCounted)
                    for number in (written[0] - 2)...((written.last ?? 0) + 2) {
                        let place = written.firstIndex { $0 >= number } ?? written.count
                        let first = max(Int64(place + 1), lastCounted + 1)
                        #expect(try search.first(from: number) == first)
                        let isThere = written.contains(number) && place >= lastCounted
                        #expect(try search.sequence(of: number) == (isThere ? Int64(place + 1) : nil))
                    }
                }
            }
        }
        await store.close()
    }

    @Test func aNumberIsWrittenInOneWay() {
        let moment: Int64 = 1_795_338_000_123_456
        #expect(LedgerRecord.id(of: moment) == "t01k0v6svzhj0")
        let numbers: [Int64] = [1, 9, 10, (1 << 40) - 1, 1 << 40, moment, moment + 1, (1 << 60) - 1]
        for number in numbers {
            #expect(LedgerRecord.number(in: LedgerRecord.id(of: number)) == number)
            #expect(ImportRecord.number(of: ImportRecord.id(of: number)) == number)
            #expect(LedgerRecord.number(in: ImportRecord.id(of: number)) == nil)
        }
        #expect(LedgerRecord.id(of: 304) == "t304" && ImportRecord.id(of: 7) == "i7")
        #expect(LedgerRecord.id(of: moment) < LedgerRecord.id(of: moment + 1))
        for id in [
            "", "t", "t0", "t01", "t-2", "t+1", "2", "x2", "t99999999999999999999", "t000000000001", "t0000000000001",
            "t01K0V6SVZHJ0", "t01k0v6svzhj", "t01k0v6svzhj00", "t01k0v6svzhji", "t 1k0v6svzhj0", "т01k0v6svzhj0",
            "t1099511627776",
        ] { #expect(LedgerRecord.number(in: id) == nil, "\(id)") }
    }
}
