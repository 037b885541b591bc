import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

/// Goal: a bank's rows are booked once each, all or none, never below what an account may, and nothing is ever changed.
@Suite struct ImportTests {
    private typealias Row = LedgerSignal.ImportRow

    private func row(
        _ units: Int64, _ date: String, _ reference: String, _ description: String? = nil
    ) -> LedgerSignal.ImportRow {
        LedgerSignal.ImportRow(amount: rubles(units), date: date, description: description, reference: reference)
    }

    private func send(
        _ bank: Bank, _ account: String, _ rows: [LedgerSignal.ImportRow], opening: Int64? = nil,
        preview: Bool? = nil, skipConflicts: Bool? = nil, as user: String = "anna", key: String? = nil
    ) async throws -> LedgerSignal.ImportAnswer {
        try await bank.send(
            LedgerSignal.ImportRows(
                account: account, rows: rows, openingBalance: opening.map(rubles), preview: preview,
                skipConflicts: skipConflicts), as: user, key: key)
    }

    private func fault(
        _ bank: Bank, _ account: String, _ rows: [LedgerSignal.ImportRow], opening: Int64? = nil,
        as user: String? = "anna"
    ) async throws -> Fault {
        try await bank.fault(
            LedgerSignal.ImportRows(account: account, rows: rows, openingBalance: opening.map(rubles)), as: user)
    }

    @Test(arguments: StoreKind.allCases) func rowsAreBookedOnceHoweverOftenTheyCome(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let rows = [
                row(100_00, "2026-03-01", "id:1", "salary"), row(-46_00, "2026-03-02T08:00:00Z", "row:1", "tram"),
                row(-46_00, "2026-03-02T08:00:00Z", "row:2", "tram"),
            ]
            let preview = try await send(bank, account, rows, preview: true)
            #expect(preview.preview && preview.new == 3 && preview.rows.allSatisfy { $0.transfer == nil })
            #expect(preview.balance == rubles(8_00) && preview.income == rubles(100_00))
            #expect(try await bank.balance(account, of: "anna") == 0, "a preview books nothing")

            let first = try await send(bank, account, rows)
            #expect(first.new == 3 && first.known == 0 && first.expense == rubles(92_00) && !first.preview)
            #expect(Set(first.rows.compactMap(\.transfer)).count == 3, "two equal rows stay two")
            let second = try await send(bank, account, rows + [row(-1_00, "2026-03-03", "id:4")])
            #expect(second.new == 1 && second.known == 3 && second.balance == rubles(7_00))
            #expect(second.rows.prefix(3).map(\.transfer) == first.rows.map(\.transfer))
            #expect(try await bank.balance(account, of: "anna") == 7_00)
            let check = try await bank.check()
            #expect(check.transfers == 4 && check.problems.isEmpty)
            // Another account knows nothing of it.
            let other = try await bank.openAccount(of: "anna")
            #expect(try await send(bank, other, rows).new == 3)
        }
    }

    @Test(arguments: StoreKind.allCases) func aKeyAnswersWhatItAnswered(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let rows = [row(5_00, "2026-03-01", "id:1")]
            let first = try await send(bank, account, rows, opening: 1_00, key: "k")
            #expect(try await send(bank, account, rows, opening: 1_00, key: "k") == first)
            #expect(first.opening?.status == .new && first.balance == rubles(6_00))
            let again = try await send(bank, account, rows, opening: 1_00)
            #expect(again.known == 1 && again.opening?.status == .known && again.new == 0)
            #expect(try await bank.balance(account, of: "anna") == 6_00)
        }
    }

    @Test(arguments: StoreKind.allCases) func whatContradictsTheBooksIsToldAndNothingIsBooked(
        kind: StoreKind
    ) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            _ = try await send(bank, account, [row(5_00, "2026-03-01", "id:1", "old")], opening: 1_00)
            let rows = [row(1_00, "2026-03-02", "id:2"), row(6_00, "2026-03-01", "id:1", "new")]
            let fault = try await fault(bank, account, rows)
            #expect(fault.code == .conflict && fault.field == "rows[1]" && fault.message.contains("5.00"))
            #expect(fault.message.hasPrefix("Row 2 has "), "people count from 1: \(fault.message)")
            #expect(try await bank.balance(account, of: "anna") == 6_00)
            let preview = try await send(bank, account, rows, preview: true)
            #expect(preview.rows.map(\.status) == [.new, .conflict])
            #expect(preview.rows[1].existing?.amount == rubles(5_00) && preview.rows[1].existing?.description == "old")
            let day = try await send(bank, account, [row(5_00, "2026-03-09", "id:1")], preview: true)
            #expect(day.conflict == 1, "another day is another row")
            #expect(
                try await send(bank, account, [row(5_00, "2026-03-01", "id:1", "reworded")], preview: true).known == 1)
            let skipped = try await send(bank, account, rows, skipConflicts: true)
            #expect(skipped.new == 1 && skipped.conflict == 1 && skipped.balance == rubles(7_00))
            let opening = try await self.fault(bank, account, [row(1_00, "2026-03-05", "id:9")], opening: 2_00)
            #expect(opening.code == .conflict && opening.field == "openingBalance")
            let twins = try await send(
                bank, account, [row(1_00, "2026-03-06", "id:7"), row(2_00, "2026-03-06", "id:7")], preview: true)
            #expect(twins.rows.map(\.status) == [.new, .conflict])
        }
    }

    @Test(arguments: StoreKind.allCases) func rowsThatCannotBePaidAreToldWithTheOpeningBalanceThatWouldDo(
        kind: StoreKind
    ) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let rows = [
                row(10_00, "2026-03-05", "id:3"), row(-30_00, "2026-03-02", "id:2"), row(20_00, "2026-03-01", "id:1"),
                row(-25_00, "2026-03-06", "id:4"),
            ]
            let fault = try await fault(bank, account, rows)
            #expect(fault.code == .insufficientFunds && fault.field == "rows[1].amount")
            #expect(
                fault.message.hasPrefix("Row 2, -30.00 RUB on 2026-03-02, "), "people count from 1: \(fault.message)")
            #expect(fault.details["missing"] == .text("10.00") && fault.details["openingBalance"] == .text("25.00"))
            #expect(try await bank.check().transfers == 0)
            let preview = try await send(bank, account, rows, preview: true)
            #expect(
                preview.shortfall
                    == LedgerSignal.ImportShortfall(row: 1, missing: rubles(10_00), openingBalance: rubles(25_00)))
            let done = try await send(bank, account, rows, opening: 25_00)
            #expect(done.balance == rubles(0) && done.new == 4)
            #expect(try await bank.check().problems.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func aPreviewOfALaterPartCountsTheEarlier(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let signal = LedgerSignal.ImportRows(
                account: account, rows: [row(-5_00, "2026-03-01", "id:1")], precedingChange: rubles(4_00), preview: true
            )
            #expect(try await bank.send(signal, as: "anna").shortfall?.missing == rubles(1_00))
            let real = LedgerSignal.ImportRows(
                account: account, rows: [row(5_00, "2026-03-01", "id:1")], precedingChange: rubles(4_00))
            #expect(try await bank.fault(real, as: "anna").field == "precedingChange")
        }
    }

    @Test(arguments: StoreKind.allCases) func aStatementMadeHereIsKnownInItsAccountAndNewInAnother(
        kind: StoreKind
    ) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna", with: 50_00)
            let sent = try await bank.send(
                LedgerSignal.Withdraw(account: account, amount: rubles(20_00)), as: "anna"
            ).transfer
            let own = row(-20_00, "2026-11-21", "kopilka:\(account):\(sent.id)")
            let answer = try await send(bank, account, [own])
            #expect(answer.known == 1 && answer.rows.first?.transfer == sent.id)
            let changed = row(-21_00, "2026-11-21", "kopilka:\(account):\(sent.id)")
            #expect(try await fault(bank, account, [changed]).code == .conflict)
            let other = try await bank.openAccount(of: "anna", with: 20_00)
            #expect(try await send(bank, other, [own]).new == 1)
            #expect(try await send(bank, other, [own]).known == 1)
        }
    }

    @Test(arguments: StoreKind.allCases) func faultsComeInTheirOrder(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let good = row(1_00, "2026-03-01", "id:1")
            #expect(try await fault(bank, account, [good], as: nil).code == .unauthenticated)
            for other in ["nobody", "world-RUB"] {
                #expect(try await fault(bank, other, [good]).code == .notFound)
            }
            #expect(try await fault(bank, account, [good], as: "boris").code == .notFound)
            #expect(try await fault(bank, account, []).field == "rows")
            let many = (0...ImportRows.mostRows).map { row(1, "2026-03-01", "id:\($0)") }
            #expect(try await fault(bank, account, many).field == "rows")
            let wrong: [(Row, String)] = [
                (row(0, "2026-03-01", "a"), "amount"), (row(1, "01.03.2026", "a"), "date"),
                (row(1, "1899-12-31", "a"), "date"), (row(1, "2026-11-23", "a"), "date"),
                (row(1, "2026-03-01", ""), "reference"), (row(1, "2026-03-01", "opening"), "reference"),
                (row(1, "2026-03-01", "a\nb"), "reference"),
                (row(1, "2026-03-01", "a", String(repeating: "x", count: 501)), "description"),
                (row(LedgerLimits.largestAmount + 1, "2026-03-01", "a"), "amount"),
            ]
            for (row, field) in wrong {
                let fault = try await fault(bank, account, [good, row])
                #expect(fault.code == .invalidArgument && fault.field == "rows[1].\(field)", "\(fault)")
            }
            let dollars = Row(amount: Money(minorUnits: 1, currency: .usd), date: "2026-03-01", reference: "a")
            #expect(try await fault(bank, account, [good, dollars]).field == "rows[1].amount.currency")
            #expect(try await bank.check().transfers == 0)
        }
    }

    @Test func accountsThatAreClosedOrFrozenOrFullTakeNothing() async throws {
        try await Bank.with(.inMemory) { bank in
            let store = try #require(bank.store as? InMemoryLedgerStore)
            let account = try await bank.openAccount(of: "anna")
            let rows = [row(1_00, "2026-03-01", "id:1")]
            for (status, code) in [(AccountStatus.closed, FaultCode.accountClosed), (.frozen, .accountFrozen)] {
                store.setStatus(status, of: account)
                #expect(try await fault(bank, account, rows).code == code)
            }
            store.setStatus(.active, of: account)
            store.setBalance(.max - 99, of: account)
            #expect(try await fault(bank, account, rows).code == .amountOverflow)
            #expect(try await bank.check().transfers == 0)
        }
    }

    @Test func theDatabaseKeepsReferencesApartAndTheEventSaysWhenItWas() async throws {
        try await Bank.with(.sqlite) { bank in
            let account = try await bank.openAccount(of: "anna")
            _ = try await send(bank, account, [row(1_00, "2026-03-01T10:00:00Z", "id:1", "coffee")])
            let store = try #require(bank.store as? SQLiteLedgerStore)
            let posted = try await store.store.events(after: 0, limit: 100).first { $0.type == "ledger.transferPosted" }
            let transfer = try JSONDocument(try #require(posted).data).root.member("transfer")
            #expect(transfer?.member("occurredAt")?.string == "2026-03-01T10:00:00Z")
            await #expect(throws: (any Error).self) {
                try await store.store.write { transaction in
                    try transaction.connection.execute(
                        "INSERT INTO imported_rows SELECT account, reference, 99, 1, 1 FROM imported_rows")
                }
            }
        }
    }

    @Test func anyFilesInAnyOrderAddEachRowOnce() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("ImportTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        try await Bank.with(.sqlite) { bank in
            let account = try await bank.openAccount(of: "anna")
            var all: [Row] = [row(1_000_000, "2026-01-01", "id:first")]
            for index in 0..<200 {
                let day = "2026-\(random.chance(50) ? "02" : "03")-1\(random.below(10))"
                all.append(row(Int64(random.below(2_000)) - 900, day, "id:\(index)"))
            }
            all.removeAll { $0.amount.minorUnits == 0 }
            _ = try await send(bank, account, [all[0]])
            var seen: Set<String> = [all[0].reference]
            for _ in 0..<20 {
                let file = all.filter { _ in random.chance(30) }.shuffled(using: &random)
                guard !file.isEmpty else { continue }
                let answer = try await send(bank, account, file)
                #expect(answer.known == file.count { seen.contains($0.reference) }, "seed \(seed)")
                #expect(answer.conflict == 0, "seed \(seed)")
                seen.formUnion(file.map(\.reference))
                let sum = all.filter { seen.contains($0.reference) }.reduce(0) { $0 + $1.amount.minorUnits }
                #expect(answer.balance.minorUnits == sum, "seed \(seed)")
            }
            let check = try await bank.check()
            #expect(check.transfers == Int64(seen.count) && check.problems.isEmpty, "seed \(seed)")
        }
    }
}
