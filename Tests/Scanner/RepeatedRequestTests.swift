import Coordination
import Domain
import Signals
import Synchronization
import Testing

@testable import ScannerService

/// A repeated request with its idempotency key gets the stored answer, whatever has changed since.
@Suite struct RepeatedRequestTests {
    private typealias S = ScannerSignal

    /// An exchange with three trading days that counts its requests and may be down.
    private final class ScriptedExchange: CandleSource {
        private let state = Mutex((asked: 0, isDown: false))
        var asked: Int { state.withLock { $0.asked } }
        func goAway() { state.withLock { $0.isDown = true } }

        func candles(
            of key: SeriesKey, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
        ) async throws -> [Candle] {
            try state.withLock { state in
                state.asked += 1
                if state.isDown { throw Fault(.unavailable, "The exchange does not answer.") }
            }
            return (0..<3).compactMap { MarketTime(day: days.lowerBound.adding(days: $0)) }.map {
                Candle(time: $0, open: 10, high: 12, low: 9, close: 11)
            }
        }
    }

    private static func keyed(_ key: String) -> SignalContext { ScannerHouse.context(key: key) }

    @Test func anImportIsAnsweredWithTheLinesItLeftOut() async throws {
        try await ScannerHouse.with { house in
            let file = ScannerHouse.file([10, 11]) + "2020-01-03,10,9,9,10,1\n"
            let signal = S.ImportCandles(ticker: "A", csv: file, skipBad: true)
            let first = try await house.send(signal, context: Self.keyed("import"))
            #expect(first.added == 2 && first.skippedLines?.map(\.line) == [4])
            _ = try await house.send(S.Remove(ticker: "A"))
            #expect(try await house.send(signal, context: Self.keyed("import")) == first)
            #expect(try await house.send(S.Securities()).securities.isEmpty)
        }
    }

    @Test func anImportOfAnUploadIsAnsweredWhenTheUploadIsGone() async throws {
        try await ScannerHouse.with { house in
            _ = try await house.send(S.UploadPart(upload: "u1", part: 0, text: ScannerHouse.file([1, 2])))
            let signal = S.ImportCandles(ticker: "A", upload: "u1")
            let first = try await house.send(signal, context: Self.keyed("upload"))
            #expect(first.added == 2)
            #expect(try await house.send(signal, context: Self.keyed("upload")) == first)
            #expect(try await house.fault(of: signal)?.code == .notFound, "without the key it is another import")
        }
    }

    @Test func whatWasFetchedIsAnsweredAndTheExchangeIsNotAskedAgain() async throws {
        let exchange = ScriptedExchange()
        try await ScannerHouse.with(source: exchange) { house in
            let signal = S.Fetch(ticker: "SBER", from: CalendarDay("2023-01-01"))
            let first = try await house.send(signal, context: Self.keyed("fetch"))
            #expect(first.added == 3)
            exchange.goAway()
            _ = try await house.send(S.Remove(ticker: "SBER"))
            #expect(try await house.send(signal, context: Self.keyed("fetch")) == first)
            #expect(exchange.asked == 1)
            #expect(try await house.fault(of: signal)?.code == .unavailable)
        }
    }

    @Test func whatWasMadeUpIsAnsweredWithItsPatterns() async throws {
        try await ScannerHouse.with { house in
            let signal = S.Simulate(ticker: "MADE", candles: 1000, patterns: 4)
            let first = try await house.send(signal, context: Self.keyed("make"))
            #expect(first.candles == 1000 && first.planted.count == 4)
            // Real candles have taken the ticker of the simulated ones.
            _ = try await house.send(S.Remove(ticker: "MADE"))
            _ = try await house.send(S.ImportCandles(ticker: "MADE", csv: ScannerHouse.file([1, 2])))
            #expect(try await house.send(signal, context: Self.keyed("make")) == first)
            #expect(try await house.fault(of: signal)?.code == .conflict)
        }
    }

    @Test func changesOfSplitsAreAnsweredAsTheyWere() async throws {
        try await ScannerHouse.with { house in
            _ = try await house.send(S.ImportCandles(ticker: "A", csv: ScannerHouse.file([1, 2, 3])))
            let day = try #require(CalendarDay("2020-01-02"))
            let (add, remove) = (
                S.AddSplit(ticker: "A", day: day, before: 1, after: 10), S.RemoveSplit(ticker: "A", day: day)
            )
            let added = try await house.send(add, context: Self.keyed("add"))
            #expect(added.splits == [S.Split(day: day, before: 1, after: 10)])
            let removed = try await house.send(remove, context: Self.keyed("remove"))
            #expect(removed.splits.isEmpty)
            _ = try await house.send(S.Remove(ticker: "A"))
            #expect(try await house.send(add, context: Self.keyed("add")) == added)
            #expect(try await house.send(remove, context: Self.keyed("remove")) == removed)
            #expect(try await house.fault(of: S.Splits(ticker: "A"))?.code == .notFound)
        }
    }

    @Test func aRemovalIsAnsweredAsItWas() async throws {
        try await ScannerHouse.with { house in
            _ = try await house.send(S.ImportCandles(ticker: "A", csv: ScannerHouse.file([1, 2])))
            let first = try await house.send(S.Remove(ticker: "A"), context: Self.keyed("remove"))
            #expect(first.removed == 2)
            _ = try await house.send(S.ImportCandles(ticker: "A", csv: ScannerHouse.file([1, 2, 3])))
            #expect(try await house.send(S.Remove(ticker: "A"), context: Self.keyed("remove")) == first)
            #expect(house.store.market()["A", .oneDay]?.count == 3)
        }
    }

    @Test func aKeyOfOtherContentIsAConflict() async throws {
        let exchange = ScriptedExchange()
        try await ScannerHouse.with(source: exchange) { house in
            let context = Self.keyed("one")
            _ = try await house.send(S.ImportCandles(ticker: "A", csv: ScannerHouse.file([1, 2])), context: context)
            let day = try #require(CalendarDay("2020-01-02"))
            let codes = [
                try await house.fault(of: S.ImportCandles(ticker: "A", csv: ScannerHouse.file([9])), context: context),
                try await house.fault(of: S.Fetch(ticker: "A"), context: context),
                try await house.fault(of: S.Simulate(ticker: "B"), context: context),
                try await house.fault(of: S.AddSplit(ticker: "A", day: day, before: 1, after: 2), context: context),
                try await house.fault(of: S.RemoveSplit(ticker: "A", day: day), context: context),
                try await house.fault(of: S.Remove(ticker: "A"), context: context),
            ].map { $0?.code }
            #expect(codes == Array(repeating: .conflict, count: 6))
            #expect(exchange.asked == 0, "nobody is asked for what cannot be")
        }
    }
}
