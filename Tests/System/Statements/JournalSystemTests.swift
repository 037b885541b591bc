import Coordination
import Domain
import Foundation
import Hosting
import Signals
import TestSupport
import Testing

/// Goal: the books that the real ledger and the real history have of a person, with every kind of operation, are read
/// by hledger and Beancount and come to the balances of ledger.
@Suite struct JournalSystemTests {
    private static let hledger = "/usr/bin/hledger"
    private static let beanCheck = "/usr/bin/bean-check"
    private static let beanQuery = "/usr/bin/bean-query"

    static var areReadersInstalled: Bool {
        [hledger, beanCheck, beanQuery].allSatisfy(FileManager.default.isExecutableFile(atPath:))
    }

    private static func money(_ minorUnits: Int64, _ code: String) throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
    }

    private static func output(of program: String, _ arguments: [String]) async throws -> String {
        let finished = try await FinishedProcess.run(
            executable: program, arguments: arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        try #require(finished.status == .exited(0), "\(program) \(arguments)\n\(finished)")
        return finished.output
    }

    /// Lets a person do everything that moves money, and some things that move none.
    private static func live(_ anna: Teller, _ boris: Teller) async throws {
        let main = try await anna.open("RUB", "main")
        let savings = try await anna.open("RUB", "Main")
        let dinars = try await anna.open("KWD", "Динары; (x)")
        let old = try await anna.open("RUB", "old")
        let his = try await boris.open("RUB", "his")
        try await anna.ask(LedgerSignal.Deposit(account: main, amount: try money(9_000_00, "RUB"), category: "salary"))
        try await anna.ask(
            LedgerSignal.Withdraw(account: main, amount: try money(12_34, "RUB"), description: "soup; \"hot\""))
        try await anna.ask(LedgerSignal.MakeTransfer(from: main, to: savings, amount: try money(100_00, "RUB")))
        let sent = try await anna.ask(
            LedgerSignal.MakeTransfer(from: main, to: his, amount: try money(55_55, "RUB"), description: "gift")
        ).transfer
        try await boris.ask(LedgerSignal.Reverse(transfer: sent.id, reason: "too much"))
        let hold = try await anna.ask(LedgerSignal.Hold(from: main, to: his, amount: try money(70_00, "RUB"))).transfer
        try await anna.ask(LedgerSignal.PostHold(hold: hold.id, amount: try money(60_00, "RUB")))
        try await anna.ask(LedgerSignal.Hold(from: main, to: his, amount: try money(1_00, "RUB")))
        try await anna.ask(
            LedgerSignal.SetRate(
                from: try money(0, "RUB").currency, to: try money(0, "KWD").currency, rate: "0.0033", source: "bank"))
        try await anna.ask(LedgerSignal.Exchange(from: main, to: dinars, amount: try money(1_000_00, "RUB")))
        let rows = try [(-3_00, "2026-01-02", "tram"), (500_00, "2026-01-03", "refund")].map { minor, day, text in
            LedgerSignal.ImportRow(
                amount: try money(Int64(minor), "RUB"), date: day, description: text, reference: "id:\(text)")
        }
        try await anna.ask(
            LedgerSignal.ImportRows(account: old, rows: rows, openingBalance: try money(10_00, "RUB")))
        let other = try await anna.ask(
            LedgerSignal.ImportRows(
                account: savings,
                rows: [
                    LedgerSignal.ImportRow(
                        amount: try money(5_00, "RUB"), date: "2026-01-02", description: "wrong", reference: "id:wrong")
                ]))
        try await anna.ask(LedgerSignal.UndoImport(import: try #require(other.import)))
        try await anna.ask(LedgerSignal.Close(account: old, to: main))
    }

    @Test(.enabled(if: areReadersInstalled, "the packages hledger and beancount are not installed"))
    func strangersComeToTheBalancesOfLedger() async throws {
        let house = try await WiredHouse(.oneProcess)
        do {
            try await compare(house)
        } catch {
            await house.close()
            throw error
        }
        await house.close()
    }

    private func compare(_ house: WiredHouse) async throws {
        let (anna, boris) = (try await Teller("anna", in: house), try await Teller("boris", in: house))
        try await Self.live(anna, boris)
        let accounts = try await anna.ask(LedgerSignal.Accounts()).accounts.filter { $0.status == .active }
        #expect(accounts.count == 3)
        // 1 of the deposit, 1 soup, 2 own, 2 with Boris, 1 hold, 2 of the exchange, 3 imported, 2 of the closing.
        try await eventually("history has caught up") {
            (try? await anna.ask(HistorySignal.Transactions()).transactions.count) == 14
        }
        let folder = TemporaryDirectory()
        let journal = try await anna.ask(HistorySignal.Journal(format: .hledger)).content
        #expect(!journal.contains("wrong") && journal.contains(" KWD @@ 1000.00 RUB"), "\(journal)")
        let books = try folder.write(journal, to: "books.journal")
        _ = try await Self.output(of: Self.hledger, ["-f", books, "check", "--strict"])
        for account in accounts {
            let line = try await Self.output(
                of: Self.hledger, ["-f", books, "bal", "-N", "-E", "--flat", "tag:account-id=^\(account.id)$"])
            let sum = " \(account.balance.decimalText) \(account.currency)  assets:"
            #expect(line.contains(sum), "\(line)\n\(journal)")
        }
        let file = try await anna.ask(HistorySignal.Journal(format: .beancount)).content
        #expect(file.contains(" close Assets:Old\n"), "\(file)")
        let beans = try folder.write(file, to: "books.beancount")
        _ = try await Self.output(of: Self.beanCheck, [beans])
        for account in accounts {
            let sum = try await Self.output(
                of: Self.beanQuery,
                [
                    "-f", "csv", beans,
                    "select sum(position) as total where getitem(open_meta(account), 'account-id') = '\(account.id)'",
                ])
            #expect(sum.contains("\(account.balance.decimalText) "), "\(account.name): \(sum)\n\(file)")
        }
        withExtendedLifetime(folder) {}
    }
}
