import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import HistoryService

/// Goal: the books of a person as hledger and Beancount have them: one transaction for each thing that happened.
@Suite struct JournalTests {
    static func time(_ text: String) throws -> Instant { try #require(Instant(text)) }
    static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    /// Returns what ledger says of an account.
    static func state(
        _ id: String, _ currency: Currency = .rubles, opened: String, _ status: LedgerSignal.AccountStatus = .active
    ) throws -> LedgerSignal.Account {
        let zero = Money(minorUnits: 0, currency: currency)
        return LedgerSignal.Account(
            id: id, userId: "anna", name: id, currency: currency, balance: zero, available: zero, status: status,
            openedAt: try time(opened))
    }

    /// t1 is pay, t2 food, t3 between own accounts, t4 and t5 an exchange, t6 to Boris, t7 its reversal, t8 empties an
    /// account that is closed then.
    static func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("a1", of: "anna", name: "main")
        try script.openAccount("a2", of: "anna", name: "main")
        try script.openAccount("a3", of: "anna", .yen, name: "yen")
        try script.openAccount("b1", of: "boris", name: "secret name")
        try script.move(100_000, from: "world-RUB", to: "a1", at: try time("2026-10-31T22:30:00Z"), "pay")
        try script.move(
            3_050, from: "a1", to: "world-RUB", at: try time("2026-11-02T09:00:00Z"), #"soup; "hot" | fresh"#,
            category: "food")
        try script.move(20_000, from: "a1", to: "a2", at: try time("2026-11-03T09:00:00Z"), "(put aside)")
        try script.move(
            6_000, from: "a1", to: "world-RUB", at: try time("2026-11-04T09:00:00Z"), "Exchange at 1.5",
            more: ["exchange": "t5"])
        try script.move(
            90, from: "world-JPY", to: "a3", at: try time("2026-11-04T09:00:00.000001Z"), "Exchange at 1.5",
            more: ["exchange": "t4"])
        try script.move(777, from: "a1", to: "b1", at: try time("2026-11-05T09:00:00Z"), "mistake", category: "food")
        try script.move(
            777, from: "b1", to: "a1", at: try time("2026-12-05T09:00:00Z"), "mistake", more: ["reverses": "t6"])
        try script.move(20_000, from: "a2", to: "a1", at: try time("2026-12-06T09:00:00Z"), "")
        return script
    }

    static func house(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        let events = try script().events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events)
            house.setLedger(
                accounts: [
                    try state("a1", opened: "2026-11-01T10:00:00Z"),
                    try state("a2", opened: "2026-10-01T10:00:00Z", .closed),
                    try state("a3", .yen, opened: "2026-11-04T08:00:00Z"),
                ],
                rates: [
                    LedgerSignal.Rate(
                        from: .rubles, to: .yen, rate: "1.5", source: "bank", asOf: try time("2026-11-04T07:00:00Z"))
                ])
            try await body(house)
        }
    }

    @Test(arguments: StoreKind.allCases) func hledgerGetsOneTransactionForEachThing(kind: StoreKind) async throws {
        try await Self.house(kind) { house in
            let answer = try await house.send(HistorySignal.Journal(format: .hledger))
            #expect(answer.mediaType == "text/x-hledger; charset=utf-8" && answer.nextCursor == nil)
            #expect(answer.content == JournalSamples.hledger)
        }
    }

    @Test(arguments: StoreKind.allCases) func beancountGetsTheSame(kind: StoreKind) async throws {
        try await Self.house(kind) { house in
            let answer = try await house.send(HistorySignal.Journal(format: .beancount))
            #expect(answer.mediaType == "text/x-beancount; charset=utf-8" && answer.nextCursor == nil)
            #expect(answer.content == JournalSamples.beancount)
        }
    }

    @Test(arguments: StoreKind.allCases) func aPeriodBeginsWithTheBalancesBeforeIt(kind: StoreKind) async throws {
        try await Self.house(kind) { house in
            let answer = try await house.send(
                HistorySignal.Journal(format: .hledger, from: try Self.day("2026-12-01"), to: nil))
            #expect(answer.content.hasSuffix(JournalSamples.december))
            // A reversal of an older transaction takes its category back.
            #expect(answer.content.contains("account expenses:food\n") && !answer.content.contains("account income:"))
            let november = try await house.send(
                HistorySignal.Journal(
                    format: .beancount, from: try Self.day("2026-11-01"), to: try Self.day("2026-11-30")))
            #expect(november.content.contains("2026-11-06 balance Assets:Main  701.73 ~ 0 RUB"), "\(november)")
            // It is used later, so it is not closed yet.
            #expect(!november.content.contains(" close "))
            let never = try await house.send(
                HistorySignal.Journal(format: .hledger, from: nil, to: try Self.day("2020-01-01")))
            #expect(!never.content.contains(" * ") && !never.content.contains("P 2026"))
        }
    }

    @Test(arguments: StoreKind.allCases) func daysAreThoseOfThePerson(kind: StoreKind) async throws {
        try await Self.house(kind) { house in
            try await house.setZone("Europe/Moscow", of: "anna")
            let answer = try await house.send(
                HistorySignal.Journal(format: .hledger, from: try Self.day("2026-11-01"), to: nil))
            #expect(answer.content.contains("\n2026-11-01 * pay\n") && !answer.content.contains("opening balance\n"))
        }
    }

    @Test(arguments: StoreKind.allCases) func aWithdrawnImportIsNotThere(kind: StoreKind) async throws {
        var script = try Self.script()
        let now = try Self.time("2026-12-07T09:00:00Z")
        let row = try script.move(5_000, from: "world-RUB", to: "a1", at: now, "gift", more: ["import": "i"])
        let taken = ["import": "i", "reverses": row]
        try script.move(
            5_000, from: "a1", to: "world-RUB", at: now, "gift",
            more: ["import": "i", "reverses": try #require(taken["reverses"])])
        try await HistoryHouse.with(kind) { [script] house in
            try await house.follow(script.events)
            let answer = try await house.send(HistorySignal.Journal(format: .beancount))
            #expect(!answer.content.contains("gift") && answer.content.contains("mistake"))
        }
    }

    @Test(arguments: StoreKind.allCases) func booksOfNobodyAreEmpty(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            for format in HistorySignal.JournalFormat.allCases {
                let answer = try await house.send(HistorySignal.Journal(format: format), as: "carl")
                #expect(!answer.content.contains("Assets:") && !answer.content.contains(" * "))
                #expect(answer == (try await house.send(HistorySignal.Journal(format: format), as: "carl")))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func whatCannotBeWrittenIsRefused(kind: StoreKind) async throws {
        try await Self.house(kind) { house in
            let (first, last) = (try Self.day("2026-11-02"), try Self.day("2026-11-01"))
            let reversed = try await house.fault(of: HistorySignal.Journal(format: .hledger, from: first, to: last))
            #expect(reversed?.code == .invalidArgument && reversed?.field == "to")
            let cursor = try await house.fault(
                of: HistorySignal.Journal(format: .hledger, cursor: String(repeating: "0", count: 80)))
            #expect(cursor?.code == .invalidArgument && cursor?.field == "cursor")
            let nobody = try await house.fault(of: HistorySignal.Journal(format: .hledger), as: nil)
            #expect(nobody?.code == .unauthenticated)
            house.setLedgerThere(false)
            let away = try await house.fault(of: HistorySignal.Journal(format: .hledger))
            #expect(away?.code == .unavailable)
        }
    }
}
