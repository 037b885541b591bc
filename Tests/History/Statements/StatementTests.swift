import Coordination
import Domain
import Foundation
import Signals
import StrictJSON
import Tables
import TestSupport
import Testing

@testable import HistoryService

/// Goal: opening balance + rows = closing balance, in every format, as independent parsers read it.
@Suite struct StatementTests {
    /// Texts that break writers without escaping.
    static let nasty = [
        "", "coffee", "a \"quoted\" word", "5 < 6 & 7 > 2", "Кофе, булка; чай", "😀 emoji 👨‍👩‍👧 family",
        "=1+1", "+7 900",
        "-5", "@here", "'=quoted", "it's", "&amp;", "]]>", "<NAME>x", "^", "!Type:Bank", "back\\slash", "a\u{2028}b",
        String(repeating: "длинно ", count: 60), "comma, \"and\" quote", "''-", "100%", "x\u{FFFE}y",
    ]

    private static func time(_ text: String) throws -> Instant { try #require(Instant(text)) }

    private static func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private static func statement(
        _ format: HistorySignal.StatementFormat, account: String = "main", _ from: String, _ to: String,
        cursor: String? = nil
    ) throws -> HistorySignal.Statement {
        HistorySignal.Statement(account: account, from: try day(from), to: try day(to), format: format, cursor: cursor)
    }

    /// Creates rows in October, November and December, one of them backdated.
    private static func months() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("savings", of: "anna")
        try script.openAccount("other", of: "boris")
        try script.move(100_000, from: "world-RUB", to: "main", at: try time("2026-10-31T23:59:59.999999Z"), "salary")
        try script.move(
            20_050, from: "main", to: "world-RUB", at: try time("2026-11-01T00:00:00Z"), "food", category: "food")
        try script.move(5_000, from: "main", to: "savings", at: try time("2026-11-15T10:00:00Z"), "=to savings")
        try script.move(1, from: "main", to: "other", at: try time("2026-11-30T23:59:59.999999Z"), "last moment")
        try script.move(7_000, from: "main", to: "world-RUB", at: try time("2026-12-01T00:00:00Z"), "december")
        try script.move(300, from: "world-RUB", to: "main", at: try time("2026-11-10T09:00:00.5Z"), "booked late")
        return script
    }

    @Test(arguments: StoreKind.allCases) func aStatementIsTheRowsOfItsDaysOldestFirstBetweenTwoBalances(
        kind: StoreKind
    ) async throws {
        let events = try Self.months().events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events)
            let answer = try await house.send(try Self.statement(.csv, "2026-11-01", "2026-11-30"))
            #expect(answer.mediaType.hasPrefix("text/csv"))
            #expect(answer.nextCursor == nil)
            #expect(
                answer.content.split(separator: "\r\n").map(String.init) == [
                    "date,time,type,amount,currency,balance,description,category,other_account,id,account",
                    "2026-11-01,2026-11-01T00:00:00Z,opening,,RUB,1000.00,,,,,main",
                    "2026-11-01,2026-11-01T00:00:00Z,expense,-200.50,RUB,799.50,food,food,,t2,main",
                    "2026-11-10,2026-11-10T09:00:00.500Z,income,3.00,RUB,802.50,booked late,,,t6,main",
                    "2026-11-15,2026-11-15T10:00:00Z,expense,-50.00,RUB,752.50,'=to savings,,savings,t3,main",
                    "2026-11-30,2026-11-30T23:59:59.999999Z,expense,-0.01,RUB,752.49,last moment,,other,t4,main",
                    "2026-11-30,2026-11-30T23:59:59.999999Z,closing,,RUB,752.49,,,,,main",
                ])
            // The next month begins with the closing balance of this one.
            let december = try await house.send(try Self.statement(.csv, "2026-12-01", "2026-12-31"))
            #expect(
                december.content.contains("opening,,RUB,752.49,") && december.content.contains("closing,,RUB,682.49,"))
            let empty = try await house.send(try Self.statement(.csv, "2020-01-01", "2020-01-02"))
            #expect(empty.content.contains("opening,,RUB,0.00,") && empty.content.contains("closing,,RUB,0.00,"))
        }
    }

    @Test func whenAStatementWasMadeIsSaidByTheClockOfTheService() async throws {
        let events = try Self.months().events
        try await HistoryHouse.with(.inMemory) { house in
            try await house.follow(events)
            // Also for a month that is not over.
            for days in [("2026-11-01", "2026-12-31"), ("2026-10-01", "2026-10-31")] {
                let file = try await house.send(try Self.statement(.ofx, days.0, days.1)).content
                #expect(file.contains("<DTSERVER>20261121085148.000[0:GMT]</DTSERVER>"))
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func othersAccountsAndReversedDaysAreRefused(kind: StoreKind) async throws {
        let events = try Self.months().events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events)
            let reversed = try await house.fault(of: try Self.statement(.ofx, "2026-11-02", "2026-11-01"))
            #expect(reversed?.code == .invalidArgument && reversed?.field == "to")
            for account in ["other", "nothing", "world-RUB"] {
                let fault = try await house.fault(
                    of: try Self.statement(.csv, account: account, "2026-11-01", "2026-11-30"))
                #expect(fault?.code == .notFound && fault?.field == "account")
            }
            let nobody = try await house.fault(of: try Self.statement(.csv, "2026-11-01", "2026-11-30"), as: nil)
            #expect(nobody?.code == .unauthenticated)
            let cursor = try await house.fault(
                of: try Self.statement(.csv, "2026-11-01", "2026-11-30", cursor: String(repeating: "0", count: 80)))
            #expect(cursor?.code == .invalidArgument && cursor?.field == "cursor")
        }
    }

    @Test(arguments: StoreKind.allCases) func partsAreOfOneMomentAndMakeTheWhole(kind: StoreKind) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        let start = try Self.time("2026-11-01T00:00:00Z")
        for index in 0..<700 {
            // Many at one moment: time alone does not determine the place of a row.
            try script.move(
                Int64(index + 1), from: "world-RUB", to: "main", at: start + .seconds(index / 9), "row \(index)")
        }
        let early = script.events
        try script.move(55, from: "world-RUB", to: "main", at: start + .seconds(70), "between, booked later")
        try await HistoryHouse.with(kind) { [script] house in
            try await house.follow(early)
            let whole = try await house.send(try Self.statement(.csv, "2026-11-01", "2026-11-30")).content
            let useCase = WriteStatement(store: house.store, clock: HistoryHouse.clock, partBytes: 4_000)
            let context = SignalContext(
                caller: .user(UserSession(userID: "anna", sessionID: "s", expiresAt: Instant(microseconds: .max))))
            var texts: [String] = []
            var cursor: String?
            repeat {
                let part = try await useCase.answer(
                    try Self.statement(.csv, "2026-11-01", "2026-11-30", cursor: cursor), context: context)
                texts.append(part.content)
                cursor = part.nextCursor
                if texts.count == 2 { try await house.follow(script.events(after: early.count)) }
            } while cursor != nil
            #expect(texts.count > 5)
            #expect(texts.joined() == whole)
            let now = try await house.send(try Self.statement(.csv, "2026-11-01", "2026-11-30")).content
            #expect(now.contains("booked later"))
        }
    }

    @Test(arguments: HistorySignal.StatementFormat.allCases)
    func othersReadTheSameRowsAndBalances(format: HistorySignal.StatementFormat) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("StatementTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        let start = try Self.time("2026-02-01T00:00:00Z")
        var balance: Int64 = 0
        for _ in 0..<120 {
            let time = start + .seconds(random.below(200 * 86_400)) + .microseconds(random.below(1_000_000))
            let amount = Int64(random.below(1_000_000) + 1)
            let text = random.one(of: Self.nasty)
            let isIncome = random.chance(50) || balance < amount
            balance += isIncome ? amount : -amount
            try script.move(
                amount, from: isIncome ? "world-RUB" : "main", to: isIncome ? "main" : "world-RUB", at: time, text,
                category: random.chance(30) ? random.one(of: Self.nasty.filter { $0.count <= 100 }) : nil)
        }
        let (from, to) = ("2026-03-01", "2026-07-15")
        try await HistoryHouse.with(.sqlite) { [script] house in
            try await house.follow(script.events)
            let content = try await house.send(try Self.statement(format, from, to)).content
            let read = try await OutsideReader.read(content, as: format.rawValue)
            let lines = try await house.send(try Self.statement(.json, from, to)).content
                .split(separator: "\n").map { try JSONDocument(text: String($0)).root }
            let rows = lines.dropFirst().dropLast()
            func decimal(_ node: JSONNode?) -> Decimal? {
                node?.member("amount")?.string.flatMap { Decimal(string: $0) }
            }
            let opening = try #require(decimal(lines.first?.member("balance")))
            let closing = try #require(decimal(lines.last?.member("balance")))
            #expect(rows.count > 20)
            #expect(opening + read.sum == closing, "seed \(seed)")
            if let found = read.opening { #expect(found == opening, "seed \(seed)") }
            if let found = read.closing { #expect(found == closing, "seed \(seed)") }
            #expect(read.opening != nil || read.closing != nil)
            #expect(read.rows.count == rows.count)
            for (found, row) in zip(read.rows.sorted(by: Self.precedes), rows.sorted(by: Self.precedes)) {
                #expect(found.amount == decimal(row.member("amount")), "seed \(seed)")
                #expect(found.day == row.member("date")?.string.map { String($0.prefix(10)) }, "seed \(seed)")
                if let id = found.id { #expect(id == row.member("id")?.string, "seed \(seed)") }
                let text = row.member("description")?.string ?? ""
                #expect(Self.visible(found.text) == Self.visible(Self.kept(text, in: format)), "seed \(seed)")
            }
            if format == .ofx {
                #expect(read.account == "main" && read.currency == "RUB")
                #expect(content.utf8.allSatisfy { $0 < 0x80 })
            }
        }
    }

    // The order of the QIF parser: by day.
    private static func precedes(_ left: OutsideReader.Row, _ right: OutsideReader.Row) -> Bool {
        (left.day, left.amount) < (right.day, right.amount)
    }

    private static func precedes(_ left: JSONNode, _ right: JSONNode) -> Bool {
        func key(_ row: JSONNode) -> (String, Decimal) {
            (
                String(row.member("date")?.string?.prefix(10) ?? ""),
                row.member("amount")?.member("amount")?.string.flatMap { Decimal(string: $0) } ?? 0
            )
        }
        return key(left) < key(right)
    }

    /// Returns a description as far as a format can hold it.
    private static func kept(_ text: String, in format: HistorySignal.StatementFormat) -> String {
        switch format {
        case .csv: CSVCell.safe(text)
        case .ofx: OFXStatementWriter.cut(text, to: 255).replacing("\u{FFFE}", with: "\u{FFFD}")
        case .json, .qif: text
        }
    }

    /// Returns a text without whitespace, which parsers treat differently.
    private static func visible(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test(arguments: nasty) func whatMakesACellSafeLeadsBack(text: String) {
        let safe = CSVCell.safe(text)
        #expect(CSVCell.original(safe) == text)
        #expect(!["=", "+", "-", "@"].contains(safe.prefix(1)))
    }

    @Test func namesAndMemosAreAsLongAsTheStandardHasThem() {
        let family = "👨‍👩‍👧"
        #expect(OFXStatementWriter.cut("abc", to: 3) == "abc")
        #expect(OFXStatementWriter.cut("ab" + family, to: 6) == "ab", "no character is torn")
        #expect(OFXStatementWriter.cut("ab" + family, to: 7) == "ab" + family)
    }
}
