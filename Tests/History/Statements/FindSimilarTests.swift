import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

/// Goal: rows that another file or a person booked under another name are found, each transaction for one row only.
@Suite struct FindSimilarTests {
    private static let noon = Instant(milliseconds: 1_772_452_800_000)  // 2026-03-02T12:00:00Z

    private func script() throws -> LedgerScript {
        var script = LedgerScript()
        for account in ["main", "other"] { try script.openAccount(account, of: "anna") }
        try script.openAccount("boris", of: "boris")
        return script
    }

    private static func row(_ amount: String, _ date: String = "2026-03-02", _ text: String? = nil) throws
        -> HistorySignal.RowInQuestion
    {
        HistorySignal.RowInQuestion(
            amount: try Money(decimal: amount, currency: .rubles), date: date, description: text)
    }

    private func similar(
        _ rows: [HistorySignal.RowInQuestion], to script: LedgerScript, _ kind: StoreKind, taken: [String] = []
    ) async throws -> [HistorySignal.SimilarRow] {
        var found: [HistorySignal.SimilarRow] = []
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            found = try await house.send(HistorySignal.FindSimilar(account: "main", rows: rows, taken: taken)).similar
        }
        return found
    }

    @Test(arguments: StoreKind.allCases)
    func rowsOfTheSameDayAndAmountAreFound(kind: StoreKind) async throws {
        var script = try script()
        try script.move(4_600, from: "main", to: "world-RUB", at: Self.noon, "Tram 5")
        try script.move(4_600, from: "world-RUB", to: "main", at: Self.noon, "Refund")
        try script.move(4_600, from: "other", to: "world-RUB", at: Self.noon, "Tram 7")
        try script.move(4_600, from: "main", to: "world-RUB", at: Self.noon + .seconds(43_200), "A day later")
        let rows = [
            try Self.row("-46.00", "2026-03-02", "TRAM"), try Self.row("-46.01"), try Self.row("46.00"),
            try Self.row("-46.00", "2026-03-03T23:59:59Z"), try Self.row("-46.00", "2026-03-01"),
            try Self.row("-46.00", "2026-03-02", "tram again"),
        ]
        let found = try await similar(rows, to: script, kind)
        #expect(found.map(\.row) == [0, 2, 3])
        #expect(found.map(\.transfer) == ["t1", "t2", "t4"])
        #expect(found.first?.description == "Tram 5" && found.first?.amount == rows[0].amount)
        #expect(found.first?.date == Self.noon)
    }

    @Test(arguments: StoreKind.allCases)
    func textsDecideWhichOfSeveralItIs(kind: StoreKind) async throws {
        var script = try script()
        for text in ["", "Coffee at the corner", "ШКОЛА № 5", "Coffee"] {
            try script.move(30_000, from: "main", to: "world-RUB", at: Self.noon, text)
        }
        let rows = try ["COFFEE", "школа", "CORNER COFFEE SHOP", "of my own"].map {
            try Self.row("-300", "2026-03-02", $0)
        }
        let found = try await similar(rows, to: script, kind)
        #expect(found.map(\.row) == [0, 1, 2, 3])
        #expect(found.map(\.transfer) == ["t4", "t3", "t2", "t1"])
    }

    @Test(arguments: StoreKind.allCases)
    func whatIsTakenOrTakenBackStandsForNothing(kind: StoreKind) async throws {
        var script = try script()
        for number in 1...3 {
            try script.move(100, from: "main", to: "world-RUB", at: Self.noon, "\(number)")
        }
        try script.move(100, from: "world-RUB", to: "main", at: Self.noon, "back", more: ["reverses": "t2"])
        let rows = [try Self.row("-1", "2026-03-02", "2"), try Self.row("-1"), try Self.row("1")]
        #expect(try await similar(rows, to: script, kind).map(\.transfer) == ["t1", "t3"])
        #expect(try await similar(rows, to: script, kind, taken: ["t1"]).map(\.transfer) == ["t3"])
        #expect(try await similar(rows, to: script, kind, taken: ["t1", "t3"]).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func whatLedgerBookedAMomentAgoIsWaitedFor(kind: StoreKind) async throws {
        var script = try script()
        try script.move(100, from: "main", to: "world-RUB", at: Self.noon)
        let events = script.events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(Array(events.dropLast()))
            house.setNewestOfLedger(Int64(events.count))
            let signal = HistorySignal.FindSimilar(account: "main", rows: [try Self.row("-1")])
            async let found = house.send(signal)
            try await house.follow(events)
            #expect(try await found.similar.map(\.transfer) == ["t1"])
            house.setLedgerThere(false)
            #expect(try await house.fault(of: signal)?.code == .unavailable)
        }
    }

    @Test func whatCannotBeMeantIsRefused() async throws {
        let events = try script().events
        let yen = HistorySignal.RowInQuestion(
            amount: Money(minorUnits: 1, currency: .yen), date: "2026-03-02", description: nil)
        let row = try Self.row("1")
        try await HistoryHouse.with(.inMemory) { house in
            try await house.follow(events)
            for (rows, code, field) in [
                ([], FaultCode.invalidArgument, "rows"),
                (Array(repeating: row, count: 8_193), .invalidArgument, "rows"),
                ([row, try Self.row("0")], .invalidArgument, "rows[1].amount"),
                ([try Self.row("1", "02.03.2026")], .invalidArgument, "rows[0].date"),
                (
                    [try Self.row("1", "2026-03-02", String(repeating: "ж", count: 501))], .invalidArgument,
                    "rows[0].description"
                ),
                ([row, yen], .currencyMismatch, "rows[1].amount.currency"),
            ] {
                let fault = try await house.fault(of: HistorySignal.FindSimilar(account: "main", rows: rows))
                #expect(fault?.code == code && fault?.field == field)
            }
            let foreign = try await house.fault(of: HistorySignal.FindSimilar(account: "boris", rows: [row]))
            #expect(foreign?.code == .notFound && foreign?.field == "account")
            let taken = HistorySignal.FindSimilar(
                account: "main", rows: [row], taken: Array(repeating: "t", count: 16_385))
            #expect(try await house.fault(of: taken)?.field == "taken")
            #expect(
                try await house.fault(of: HistorySignal.FindSimilar(account: "main", rows: [row]), as: nil)?.code
                    == .unauthenticated)
        }
    }

    @Test func thousandsOfEqualRowsArePairedOnceEach() {
        let rows = (0..<8_000).map { $0 % 2 == 0 ? "tram fare" : "tram" }
        let pairs = SimilarPairs.pair(rows, with: Array(rows.reversed()) + ["bus"])
        #expect(Set(pairs.compactMap(\.self)).count == 8_000)
        let others = Array(rows.reversed())
        #expect(zip(rows, pairs).allSatisfy { row, pair in pair.map { others[$0] == row } ?? false })
    }
}
