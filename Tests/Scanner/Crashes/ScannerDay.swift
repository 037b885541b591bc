import Coordination
import CrashPoints
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport

@testable import ScannerService

/// A day of scanner: candles from files, made up and fetched, splits, removals, and a person who leaves.
struct ScannerDay: CrashDay {
    struct House: Sendable {
        let asked: AskedService
        let store: SQLiteScannerStore
    }

    static let name = "scanner"

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        let store = try await SQLiteScannerStore.open(at: path, clock: clock.wallClock, options: options)
        let service = UseCaseService(
            ScannerUseCases.all(store: store, engine: EngineTests.engine, clock: clock.wallClock))
        return OpenHouse(House(asked: AskedService(service), store: store), over: store.store)
    }

    /// Each security of the market in memory has a chart with all of its candles, in order.
    func problems(of house: House, _ store: Store) async throws -> [String] {
        var problems: [String] = []
        for entry in house.store.market().sorted {
            let candles = try await house.asked.send(
                ScannerSignal.Chart(ticker: entry.key.ticker, timeframe: entry.key.timeframe)
            ).candles
            let days = candles.map(\.date)
            if candles.count != entry.count || days != Set(days).sorted() {
                problems.append("\(entry.key) has \(candles.count) candles of \(entry.count)")
            }
        }
        return problems
    }

    private static func candles(_ name: String, _ ticker: String, _ closes: [Double], from day: String = "2020-01-01")
        -> CrashStep<House>
    {
        .ask(name) { house, _, key in
            try await house.asked.send(
                ScannerSignal.ImportCandles(ticker: ticker, csv: ScannerHouse.file(closes, from: day)), key: key)
        }
    }

    static let steps: [CrashStep<House>] = [
        candles("import", "SBER", (0..<300).map { 100 + Double($0 % 9) }),
        candles("import more", "SBER", (0..<40).map { 120 + Double($0 % 5) }, from: "2020-10-15"),
        candles("import another", "LKOH", [1, 2, 3, 4, 5, 6, 7, 8]),
        .ask("simulate") { house, _, key in
            try await house.asked.send(ScannerSignal.Simulate(ticker: "WALK", candles: 900, seed: 7), key: key)
        },
        .ask("simulate again") { house, _, key in
            try await house.asked.send(ScannerSignal.Simulate(ticker: "WALK", candles: 950, seed: 7), key: key)
        },
        .restart("restart at noon"),
        .ask("split") { house, _, key in
            try await house.asked.send(
                ScannerSignal.AddSplit(ticker: "SBER", day: CalendarDay(daysSince1970: 18_300), before: 1, after: 10),
                key: key)
        },
        .ask("another split") { house, _, key in
            try await house.asked.send(
                ScannerSignal.AddSplit(ticker: "LKOH", day: CalendarDay(daysSince1970: 18_264), before: 1, after: 2),
                key: key)
        },
        .ask("remove split") { house, _, key in
            try await house.asked.send(
                ScannerSignal.RemoveSplit(ticker: "SBER", day: CalendarDay(daysSince1970: 18_300)), key: key)
        },
        candles("correct", "LKOH", [1, 2, 3, 4, 9, 9]),
        .ask("remove") { house, _, key in
            try await house.asked.send(ScannerSignal.Remove(ticker: "LKOH"), key: key)
        },
        candles("import anew", "LKOH", [5, 6, 7]),
        .change("import of one who leaves") { house, _ in
            let csv = ScannerHouse.file([3, 4, 5])
            _ = try await house.asked.send(ScannerSignal.ImportCandles(ticker: "DORA", csv: csv), as: "dora")
        },
        .change("dora leaves") { house, _ in
            let facts = try JSONEncoding.encode(["userId": "dora"])
            let event = Event(
                sequence: 1, type: "auth.userDeleted", subject: "dora", time: Instant(microseconds: 0), data: facts)
            try await house.store.store.write { try house.store.forgetDeleted([event], in: $0) }
        },
        .restart("restart in the evening"),
        candles("last import", "SBER", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], from: "2021-01-01"),
    ]
}
