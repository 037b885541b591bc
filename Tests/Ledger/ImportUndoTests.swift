import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

/// Goal: an import is taken back as a whole, on the days of its rows, once, and never more than the import.
@Suite struct ImportUndoTests {
    private func row(
        _ units: Int64, _ date: String, _ reference: String, _ description: String? = nil
    ) -> LedgerSignal.ImportRow {
        LedgerSignal.ImportRow(amount: rubles(units), date: date, description: description, reference: reference)
    }

    private func take(
        _ bank: Bank, _ account: String, _ rows: [LedgerSignal.ImportRow], opening: Int64? = nil,
        file: String? = nil, after part: String? = nil
    ) async throws -> LedgerSignal.ImportAnswer {
        try await bank.send(
            LedgerSignal.ImportRows(
                account: account, rows: rows, openingBalance: opening.map(rubles), fileName: file, import: part),
            as: "anna")
    }

    private func undo(
        _ bank: Bank, _ id: String?, preview: Bool? = nil, key: String? = nil
    ) async throws -> LedgerSignal.UndoneImport {
        try await bank.send(LedgerSignal.UndoImport(import: id ?? "", preview: preview), as: "anna", key: key)
    }

    private var march: [LedgerSignal.ImportRow] {
        [
            row(100_00, "2026-03-01", "id:1", "salary"), row(-46_00, "2026-03-02T08:00:00Z", "row:1", "tram"),
            row(-20_00, "2026-03-05", "row:2", "bread"),
        ]
    }

    @Test(arguments: StoreKind.allCases) func anImportIsListedAndTakenBackOnItsDaysOnce(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna", with: 7_00)
            let made = try await take(bank, account, march, opening: 5_00, file: "march.csv")
            let id = try #require(made.import)
            let listed = try await bank.send(LedgerSignal.Imports(account: account), as: "anna").imports
            #expect(listed.map(\.id) == [id])
            let import1 = try #require(listed.first)
            #expect(import1.fileName == "march.csv" && import1.rows == 3 && import1.openingBalance == rubles(5_00))
            #expect(import1.income == rubles(105_00) && import1.expense == rubles(66_00))
            #expect(import1.from == CalendarDay("2026-03-01") && import1.to == CalendarDay("2026-03-05"))
            #expect(import1.undoneAt == nil)

            let preview = try await undo(bank, id, preview: true)
            #expect(preview.preview && preview.reversed == 4 && preview.balance == rubles(7_00))
            #expect(try await bank.balance(account, of: "anna") == 46_00, "a preview does nothing")

            let undone = try await undo(bank, id, key: "k")
            #expect(!undone.already && undone.reversed == 4 && undone.kept == 0 && undone.import.undoneAt != nil)
            #expect(undone.income == rubles(66_00) && undone.expense == rubles(105_00))
            #expect(try await bank.balance(account, of: "anna") == 7_00)
            #expect(try await undo(bank, id, key: "k") == undone, "a key answers what it answered")
            let again = try await undo(bank, id)
            #expect(again.already && again.reversed == 0 && again.balance == rubles(7_00))
            #expect(try await bank.balance(account, of: "anna") == 7_00)

            let transfer = try await bank.send(
                LedgerSignal.ShowTransfer(transfer: made.rows[1].transfer ?? ""), as: "anna"
            ).transfer
            let reversal = try await bank.send(
                LedgerSignal.ShowTransfer(transfer: transfer.reversedBy ?? ""), as: "anna"
            ).transfer
            #expect(transfer.import == id && reversal.import == id && reversal.reverses == transfer.id)
            #expect(reversal.occurredAt == transfer.occurredAt && reversal.reason == "The import was undone.")

            // The file may come again, as another import.
            let second = try await take(bank, account, march)
            #expect(second.new == 3 && second.import != nil && second.import != id)
            #expect(try await take(bank, account, march).known == 3)
            #expect(try await take(bank, account, march).import == nil, "nothing new is no import")
            #expect(try await undo(bank, second.import).reversed == 3)
            #expect(try await bank.balance(account, of: "anna") == 7_00)
            #expect(try await bank.check().problems.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func rowsThatWereReversedStaySoAndAreNamed(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let made = try await take(bank, account, march)
            let tram = try #require(made.rows[1].transfer)
            let reversal = try await bank.send(
                LedgerSignal.Reverse(transfer: tram, reason: "paid twice"), as: "anna"
            ).transfer
            let undone = try await undo(bank, made.import)
            #expect(undone.reversed == 2 && undone.kept == 1)
            #expect(undone.keptRows.map(\.transfer) == [tram] && undone.keptRows.first?.reversedBy == reversal.id)
            #expect(try await bank.balance(account, of: "anna") == 0)
            // What a person took back by hand is not brought back by the file.
            let second = try await take(bank, account, march)
            #expect(second.rows.map(\.status) == [.new, .known, .new])
            #expect(try await bank.check().problems.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func whatWasSpentCannotBeTakenBack(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let made = try await take(bank, account, march)
            _ = try await bank.send(LedgerSignal.Withdraw(account: account, amount: rubles(30_00)), as: "anna")
            let preview = try await undo(bank, made.import, preview: true)
            #expect(preview.missing == rubles(30_00) && preview.reversed == 3)
            let fault = try await bank.fault(LedgerSignal.UndoImport(import: made.import ?? ""), as: "anna")
            #expect(fault.code == .insufficientFunds && fault.details["missing"] == .text("30.00"))
            #expect(try await bank.balance(account, of: "anna") == 4_00, "all or nothing")
            _ = try await bank.send(LedgerSignal.SetOverdraft(account: account, limit: rubles(30_00)), as: "anna")
            #expect(try await undo(bank, made.import).balance == rubles(-30_00))
            #expect(try await bank.check().problems.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func limitsAndTheOrderOfRowsDoNotStandInTheWay(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let made = try await take(bank, account, march)
            _ = try await bank.send(LedgerSignal.SetLimits(account: account, daily: rubles(1)), as: "anna")
            #expect(try await undo(bank, made.import).reversed == 3)
            let limits = try await bank.send(LedgerSignal.GetLimits(account: account), as: "anna").limits
            #expect(limits.spentToday == rubles(0), "no spending of today")
            #expect(try await bank.check().problems.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func aFileInPartsIsOneImport(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let first = try await take(bank, account, Array(march.prefix(2)), file: "march.csv")
            let second = try await take(bank, account, Array(march.suffix(1)), file: "march.csv", after: first.import)
            #expect(second.import == first.import && first.import != nil)
            let listed = try await bank.send(LedgerSignal.Imports(), as: "anna").imports
            #expect(listed.map(\.rows) == [3])
            #expect(try await undo(bank, first.import).reversed == 3)
            let late = try await bank.fault(
                LedgerSignal.ImportRows(account: account, rows: march, import: first.import), as: "anna")
            #expect(late.code == .conflict && late.field == "import")
            let other = try await bank.openAccount(of: "anna")
            let strange = try await bank.fault(
                LedgerSignal.ImportRows(account: other, rows: march, import: first.import), as: "anna")
            #expect(strange.code == .notFound && strange.field == "import")
        }
    }

    @Test(arguments: StoreKind.allCases) func importsOfOthersAreNotFoundAndStandingCounts(kind: StoreKind) async throws
    {
        try await Bank.with(kind) { bank in
            let account = try await bank.openAccount(of: "anna")
            let id = try #require(try await take(bank, account, march).import)
            for (user, name) in [("boris", id), ("anna", "i999"), ("anna", "i01"), ("anna", ""), ("anna", "t1")] {
                let fault = try await bank.fault(LedgerSignal.UndoImport(import: name), as: user)
                #expect(fault.code == .notFound && fault.field == "import", "\(name)")
            }
            #expect(try await bank.send(LedgerSignal.Imports(), as: "boris").imports.isEmpty)
            #expect(try await bank.fault(LedgerSignal.Imports(account: account), as: "boris").code == .notFound)
            #expect(try await bank.fault(LedgerSignal.Imports(limit: 0), as: "anna").field == "limit")
            #expect(try await bank.fault(LedgerSignal.UndoImport(import: id), as: nil).code == .unauthenticated)
            _ = try await bank.send(LedgerSignal.Freeze(account: account), as: "anna")
            #expect(try await bank.fault(LedgerSignal.UndoImport(import: id), as: "anna").code == .accountFrozen)
            _ = try await bank.send(LedgerSignal.Unfreeze(account: account), as: "anna")
            #expect(try await undo(bank, id).reversed == 3)
            _ = try await bank.send(LedgerSignal.Close(account: account), as: "anna")
            #expect(try await undo(bank, id).already)
        }
    }

    @Test func importsComeInPages() async throws {
        try await Bank.with(.sqlite) { bank in
            let accounts = [try await bank.openAccount(of: "anna"), try await bank.openAccount(of: "anna")]
            var made: [String] = []
            for index in 0..<7 {
                let answer = try await take(bank, accounts[index % 2], [row(1_00, "2026-03-01", "id:\(index)")])
                made.append(try #require(answer.import))
            }
            var listed: [String] = []
            var cursor: String?
            repeat {
                let page = try await bank.send(LedgerSignal.Imports(limit: 3, cursor: cursor), as: "anna")
                listed += page.imports.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(listed == made.reversed())
        }
    }

    @Test func eventsTellOfTheImportAndOfItsEndWithoutTheFile() async throws {
        try await Bank.with(.sqlite) { bank in
            let account = try await bank.openAccount(of: "anna")
            let id = try #require(try await take(bank, account, march, file: "secret.csv").import)
            _ = try await undo(bank, id)
            let store = try #require(bank.store as? SQLiteLedgerStore)
            let events = try await store.store.events(after: 0, limit: 100)
            let imported = try #require(events.first { $0.type == "ledger.rowsImported" })
            let told = try JSONDocument(imported.data).root.decode(LedgerEvent.RowsImported.self)
            #expect(imported.subject == id && told.userId == "anna" && told.import.rows == 3)
            let undone = try #require(events.last)
            #expect(undone.type == "ledger.importUndone")
            let end = try JSONDocument(undone.data).root.decode(LedgerEvent.ImportUndone.self)
            #expect(end.reversed == 3 && end.import.undoneAt != nil && end.import.id == id)
            let posted = events.filter { $0.type == "ledger.transferPosted" }
            #expect(posted.count == 6)
            for event in posted {
                let transfer = try JSONDocument(event.data).root.member("transfer")
                #expect(transfer?.member("import")?.string == id)
            }
            #expect(!events.contains { String(decoding: $0.data, as: UTF8.self).contains("secret") })
        }
    }

    @Test func thousandsOfRowsAreTakenBackAtOnce() async throws {
        try await Bank.with(.sqlite) { bank in
            let account = try await bank.openAccount(of: "anna")
            let rows = (0..<3_000).map { index in
                row(index % 3 == 0 ? 5_00 : -2_00, "2026-0\(1 + index / 1_000)-01", "id:\(index)")
            }
            let made = try await take(bank, account, rows)
            let undone = try await undo(bank, made.import)
            #expect(undone.reversed == 3_000)
            #expect(try await bank.balance(account, of: "anna") == 0)
            #expect(try await bank.check().problems.isEmpty)
        }
    }
}
