import Coordination
import Domain
import Reasons
import Signals
import Storage
import TestSupport
import Testing

@testable import ScannerService

/// The import of candles, and their storage.
@Suite struct ImportTests {
    private typealias Import = ScannerSignal.ImportCandles

    @Test func importsAFileAndUpdatesItWhenItComesAgain() async throws {
        try await ScannerHouse.with { house async throws in
            let first = try await house.send(
                Import(ticker: "sber", name: "Sberbank", csv: ScannerHouse.file([10, 11, 12])))
            #expect(first.ticker == "SBER" && first.timeframe == .oneDay)
            #expect([first.added, first.updated, first.candles] == [3, 0, 3])
            #expect(first.from == "2020-01-01" && first.to == "2020-01-03")
            let again = try await house.send(Import(ticker: "SBER", csv: ScannerHouse.file([10, 11, 13, 14])))
            #expect([again.added, again.updated, again.candles] == [1, 1, 4])
            let chart = try await house.send(ScannerSignal.Chart(ticker: "Sber"))
            #expect(chart.candles.map(\.close) == [10, 11, 13, 14])
            let list = try await house.send(ScannerSignal.Securities()).securities
            #expect(list.map(\.ticker) == ["SBER"])
            #expect(list.first?.name == "Sberbank" && list.first?.candles == 4)
            #expect(house.store.market()["SBER", .oneDay]?.series.close == [10, 11, 13, 14])
        }
    }

    @Test func aFileWithABadLineIsRefusedWholeUnlessBadLinesAreSkipped() async throws {
        try await ScannerHouse.with { house async throws in
            let text = ScannerHouse.file([10, 11]) + "2020-01-03,10,9,9,10,1\n2020-01-04,x,9,9,10,1\n"
            let fault = try await house.fault(of: Import(ticker: "A", csv: text))
            #expect(fault?.code == .invalidArgument && fault?.field == "csv")
            #expect(fault?.reason == "hasBadLines" && fault?.details["badLines"] == .number(2))
            #expect(
                fault?.message == "csv has 2 invalid lines, and nothing was imported: "
                    + "line 4 high must not be below the open or the close.")
            #expect(
                fault?.details.explanation(as: "line 5")
                    == Explanation(named: "isNoNumber", ["text": "x", "column": "open"]))
            #expect(fault?.details["line 4"] == .text("high must not be below the open or the close"))
            #expect(fault?.details["line 5"] == .text("has \"x\" for open, which is not a number"))
            #expect(try await house.send(ScannerSignal.Securities()).securities.isEmpty)
            let skipped = try await house.send(Import(ticker: "A", csv: text, skipBad: true))
            #expect(skipped.added == 2 && skipped.skipped == 2)
            #expect(skipped.skippedLines?.map(\.line) == [4, 5])
            #expect(skipped.skippedLines?.map { $0.explanation?.reason } == ["valueIsWrong", "isNoNumber"])
        }
    }

    @Test func candlesCanComeOneByOne() async throws {
        try await ScannerHouse.with { house async throws in
            func candle(_ date: String, _ close: Double, low: Double = 1) -> ScannerSignal.Candle {
                ScannerSignal.Candle(date: date, open: close, high: close, low: low, close: close)
            }
            let two = [candle("2020-01-02", 5), candle("2020-01-01", 4)]
            #expect(try await house.send(Import(ticker: "A", candles: two)).added == 2)
            let faults: [(String, [ScannerSignal.Candle])] = [
                ("candles[1].low", [candle("2020-01-05", 5), candle("2020-01-06", 5, low: 6)]),
                ("candles[0].date", [candle("2020-02-30", 5)]),
                ("candles[0].date", [candle("2020-02-03T10:00", 5)]),
                ("candles[1].date", [candle("2020-01-05", 5), candle("2020-01-05", 5)]),
                ("candles[0].open", [candle("2020-01-05", -5)]),
                ("candles", []),
            ]
            for (field, candles) in faults {
                let fault = try await house.fault(of: Import(ticker: "A", candles: candles))
                #expect(
                    fault?.code == .invalidArgument && fault?.field == field, "\(field): \(String(describing: fault))")
            }
            let minutes = [candle("2020-01-02T10:00", 5), candle("2020-01-02T10:01", 6)]
            let answer = try await house.send(Import(ticker: "A", candles: minutes, timeframe: .oneMinute))
            #expect(answer.from == "2020-01-02T10:00" && answer.candles == 2)
            #expect(
                try await house.send(ScannerSignal.Securities()).securities.map(\.timeframe) == [.oneMinute, .oneDay])
        }
    }

    @Test func exactlyOneSourceAndATickerAreNeeded() async throws {
        try await ScannerHouse.with { house async throws in
            #expect(try await house.fault(of: Import(ticker: "A"))?.field == "csv")
            #expect(try await house.fault(of: Import(ticker: "A", csv: "x", candles: []))?.field == "csv")
            #expect(try await house.fault(of: Import(csv: ScannerHouse.file([1])))?.field == "ticker")
            #expect(try await house.fault(of: Import(ticker: "A B", csv: ScannerHouse.file([1])))?.field == "ticker")
            let named = Import(csv: ScannerHouse.file([1]), fileName: "data/gazp_d.csv")
            #expect(try await house.send(named).ticker == "GAZP")
            #expect(try await house.fault(of: Import(ticker: "A", csv: "nothing"))?.field == "csv")
            let anonymous = try await house.fault(
                of: Import(ticker: "A", csv: ScannerHouse.file([1])), context: SignalContext())
            #expect(anonymous?.code == .unauthenticated)
        }
    }

    @Test func aLongFileComesInParts() async throws {
        try await ScannerHouse.with { house async throws in
            let text = ScannerHouse.file((0..<500).map { 10 + Double($0 % 7) })
            let (head, tail) = (String(text.prefix(5000)), String(text.dropFirst(5000)))
            func part(_ number: Int, _ text: String) -> ScannerSignal.UploadPart {
                ScannerSignal.UploadPart(upload: "u1", part: number, text: text)
            }
            #expect(try await house.send(part(0, head)).bytes == 5000)
            #expect(try await house.fault(of: part(2, tail))?.code == .conflict)
            #expect(
                try await house.fault(of: Import(ticker: "A", upload: "u1"), context: ScannerHouse.context("boris"))?
                    .code == .notFound)
            #expect(try await house.send(part(1, tail)).parts == 2)
            #expect(try await house.send(part(1, tail)).parts == 2, "a part that comes again changes nothing")
            #expect(try await house.send(Import(ticker: "A", upload: "u1")).added == 500)
            #expect(try await house.fault(of: Import(ticker: "A", upload: "u1"))?.code == .notFound)
        }
    }

    @Test func theSameKeyImportsOnce() async throws {
        try await ScannerHouse.with { house async throws in
            let signal = Import(ticker: "A", csv: ScannerHouse.file([1, 2]))
            let context = ScannerHouse.context(key: "k1")
            let first = try await house.send(signal, context: context)
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([1, 5])))
            #expect(try await house.send(signal, context: context) == first)
            #expect(try await house.send(ScannerSignal.Chart(ticker: "A")).candles.map(\.close) == [1, 5])
            let other = try await house.fault(of: Import(ticker: "A", csv: ScannerHouse.file([9])), context: context)
            #expect(other?.code == .conflict)
        }
    }

    @Test func everythingIsThereAfterARestart() async throws {
        let directory = TemporaryDirectory()
        try await ScannerHouse.with(directory) { house async throws in
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([100, 100, 10, 10])))
            _ = try await house.send(
                ScannerSignal.AddSplit(ticker: "A", day: try #require(CalendarDay("2020-01-03")), before: 1, after: 10))
        }
        try await ScannerHouse.with(directory) { house async throws in
            #expect(house.store.market()["A", .oneDay]?.series.close == [10, 10, 10, 10])
            #expect(try await house.send(ScannerSignal.Splits(ticker: "A")).splits.count == 1)
        }
    }

    @Test func splitsAdjustWhatIsBeforeThemAndCanBeForgotten() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([100, 200, 20])))
            let day = try #require(CalendarDay("2020-01-03"))
            _ = try await house.send(ScannerSignal.AddSplit(ticker: "A", day: day, before: 1, after: 10))
            let chart = try await house.send(ScannerSignal.Chart(ticker: "A")).candles
            #expect(chart.map(\.close) == [10, 20, 20])
            #expect(chart.map(\.volume) == [1000, 1000, 100])
            #expect(house.store.market()["A", .oneDay]?.series.close == [10, 20, 20])
            let faults = [
                try await house.fault(of: ScannerSignal.AddSplit(ticker: "A", day: day, before: 0, after: 1))?.field,
                try await house.fault(of: ScannerSignal.AddSplit(ticker: "A", day: day, before: 2, after: 2))?.field,
                try await house.fault(of: ScannerSignal.AddSplit(ticker: "NONE", day: day, before: 2, after: 1))?.field,
                try await house.fault(of: ScannerSignal.RemoveSplit(ticker: "A", day: day.adding(days: 1)))?.field,
            ]
            #expect(faults == ["before", "after", "ticker", "day"])
            #expect(try await house.send(ScannerSignal.RemoveSplit(ticker: "A", day: day)).splits.isEmpty)
            #expect(house.store.market()["A", .oneDay]?.series.close == [100, 200, 20])
        }
    }

    @Test func aChartMergesNeighboursAndKeepsToItsPeriod() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([1, 5, 3, 4, 2])))
            let merged = try await house.send(ScannerSignal.Chart(ticker: "A", points: 2)).candles
            #expect(merged.map(\.date) == ["2020-01-01", "2020-01-04"])
            #expect(merged.map(\.open) == [1, 4] && merged.map(\.close) == [3, 2])
            #expect(merged.map(\.high) == [6, 5] && merged.map(\.low) == [0.5, 1.5])
            #expect(merged.map(\.volume) == [300, 200])
            let some = try await house.send(ScannerSignal.Chart(ticker: "A", from: "2020-01-02", to: "2020-01-03"))
            #expect(some.candles.map(\.close) == [5, 3])
            let chart = {
                try await house.fault(of: ScannerSignal.Chart(ticker: $0, from: $1, to: $2, points: $3))?.field
            }
            #expect(try await chart("B", nil, nil, nil) == "ticker")
            #expect(try await chart("A", "2020", nil, nil) == "from")
            #expect(try await chart("A", "2020-01-02", "2020-01-01", nil) == "to")
            #expect(try await chart("A", nil, nil, 0) == "points")
        }
    }

    @Test func removingTakesCandlesAndSplitsOut() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([1, 2])))
            #expect(try await house.send(ScannerSignal.Remove(ticker: "A")).removed == 2)
            #expect(house.store.market().sorted.isEmpty)
            #expect(try await house.fault(of: ScannerSignal.Remove(ticker: "A"))?.code == .notFound)
        }
    }

    @Test func onlyTheOwnerRemovesOrChangesASecurity() async throws {
        try await ScannerHouse.with { house async throws in
            let boris = ScannerHouse.context("boris")
            let day = try #require(CalendarDay("2020-01-02"))
            _ = try await house.send(Import(ticker: "A", name: "Anna's", csv: ScannerHouse.file([1, 2])))
            _ = try await house.send(ScannerSignal.AddSplit(ticker: "A", day: day, before: 1, after: 10))
            _ = try await house.send(ScannerSignal.Simulate(ticker: "MADE", candles: 100))
            let refusals = [
                try await house.fault(of: ScannerSignal.Remove(ticker: "A"), context: boris),
                try await house.fault(
                    of: ScannerSignal.AddSplit(ticker: "A", day: day, before: 2, after: 1), context: boris),
                try await house.fault(of: ScannerSignal.RemoveSplit(ticker: "A", day: day), context: boris),
                try await house.fault(of: ScannerSignal.Simulate(ticker: "MADE", candles: 101), context: boris),
            ]
            #expect(refusals.map { $0?.code } == Array(repeating: .permissionDenied, count: 4))
            // Overwriting candles is a change; repeated and new candles are not.
            let over = try await house.fault(
                of: Import(ticker: "A", csv: ScannerHouse.file([1, 9, 3])), context: boris)
            #expect(over?.code == .permissionDenied)
            #expect(house.store.market().sorted.first { $0.key.ticker == "A" }?.count == 2)
            let added = try await house.send(
                Import(ticker: "A", name: "Boris's", csv: ScannerHouse.file([1, 2, 3])), context: boris)
            #expect(added.added == 1 && added.updated == 0)
            let known = try await house.send(ScannerSignal.Securities()).securities.first { $0.ticker == "A" }
            #expect(known?.candles == 3 && known?.name == "Anna's")
            #expect(try await house.send(ScannerSignal.Remove(ticker: "A")).removed == 3)
            // After its removal anybody may add it again and become its owner.
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([5])), context: boris)
            #expect(try await house.fault(of: ScannerSignal.Remove(ticker: "A"))?.code == .permissionDenied)
        }
    }

    @Test func aSecurityWhoseOwnerIsGoneIsEverybodys() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([1, 2])))
            let gone = Event(
                sequence: 1, type: "auth.userDeleted", subject: "anna", time: Instant(milliseconds: 0),
                data: Array(#"{"userId":"anna"}"#.utf8), trace: nil)
            let store = house.store
            try await store.store.write { try store.forgetDeleted([gone], in: $0) }
            let removed = try await house.send(
                ScannerSignal.Remove(ticker: "A"), context: ScannerHouse.context("boris"))
            #expect(removed.removed == 2)
        }
    }

    @Test func whatWasAnsweredToAUserWhoIsGoneIsForgotten() async throws {
        try await ScannerHouse.with { house async throws in
            let signal = Import(ticker: "A", csv: ScannerHouse.file([1, 2]))
            let context = ScannerHouse.context(key: "k")
            _ = try await house.send(signal, context: context)
            let gone = Event(
                sequence: 1, type: "auth.userDeleted", subject: "anna", time: Instant(milliseconds: 0),
                data: Array(#"{"userId":"anna"}"#.utf8), trace: nil)
            let store = house.store
            try await store.store.write { try store.forgetDeleted([gone], in: $0) }
            #expect(try await house.send(signal, context: context).added == 0, "it is another import")
        }
    }

    @Test func eachChangeIsToldOnceToThoseItConcerns() async throws {
        try await ScannerHouse.with { house async throws in
            let context = ScannerHouse.context(key: "k")
            for _ in 0..<2 {
                _ = try await house.send(Import(ticker: "A", csv: ScannerHouse.file([1, 2])), context: context)
            }
            let events = try await house.store.store.events(after: 0, limit: 10)
            #expect(events.map(\.type) == ["scanner.candlesChanged"])
            let event = try #require(events.first)
            let visibility = EventsByUserID()
            #expect(try visibility.view(of: event, for: "anna") != nil)
            #expect(try visibility.view(of: event, for: "boris") == nil)
            #expect(String(decoding: event.data, as: UTF8.self).contains(#""asOf":"2020-01-02""#))
        }
    }
}
