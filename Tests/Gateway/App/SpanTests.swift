import Coordination
import Domain
import Drawing
import GatewaySession
import Signals
import TestSupport
import Testing

@testable import GatewayScenes
@testable import GatewayTerminal
@testable import GatewayWords

/// Segments that are chosen by their ends.
@Suite @MainActor struct SpanTests {
    private static let keys = AppSamples.candles.map(\.date)

    private func scanner(_ candles: [ScannerSignal.Candle] = AppSamples.candles) async throws -> ScannerPresenter {
        let services = FakeServices { answers in
            answers.answer(
                ScannerSignal.Securities.self, ScannerSignal.SecurityList(securities: [AppSamples.security]))
            answers.answer(
                ScannerSignal.Chart.self, ScannerSignal.ChartAnswer(ticker: "SBER", candles: candles))
        }
        let presenter = ScannerPresenter("SBER", signals: fakeTree(services), tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("candles are there") { presenter.state.candles.value != nil }
        return presenter
    }

    private func said(_ presenter: ScannerPresenter) -> String? {
        presenter.state.refusal?.message.spoken(in: .english)
    }

    @Test func theScannerTakesCandlesAndDaysAsPeopleTypeThem() async throws {
        let presenter = try await scanner()
        presenter.receive(.span(first: Self.keys[3], last: Self.keys[9]))
        #expect(presenter.state.segment == 3...9 && presenter.state.refusal == nil)
        let typed = Self.keys[20].split(separator: "-").reversed().joined(separator: ".")
        presenter.receive(.span(first: typed, last: "yesterday"))
        #expect(presenter.state.segment == 20...59, "the last candle is yesterday's")
        presenter.receive(.span(first: "2001-01-01", last: "today"))
        #expect(presenter.state.segment == 0...59, "days without candles mean those within")
        presenter.close()
    }

    @Test func candlesOfHoursAreChosenByTheirTimesAndByDays() async throws {
        let start = AppSamples.today.adding(days: -5).startInUTC
        let candles = (0..<48).map { hour in
            let date = Instant(microseconds: start.microseconds + Int64(hour) * 3_600_000_000)
            return ScannerSignal.Candle(date: date.description, open: 1, high: 2, low: 1, close: 2)
        }
        let presenter = try await scanner(candles)
        presenter.receive(.span(first: candles[5].date, last: candles[7].date))
        #expect(presenter.state.segment == 5...7)
        let second = AppSamples.today.adding(days: -4).description
        presenter.receive(.span(first: second, last: second))
        #expect(presenter.state.segment == 24...47, "a day is all of its candles")
        presenter.close()
    }

    @Test func refusedEndsChangeNothingAndSayWhy() async throws {
        let presenter = try await scanner()
        let before = presenter.state.segment
        let cases = [
            ("someday", Self.keys[9], false, "That is no day."), (Self.keys[9], "", true, "That is no day."),
            (Self.keys[9], Self.keys[3], true, "The end is before the beginning."),
            (Self.keys[9], Self.keys[9], true, "A segment has at least 2 candles."),
            ("2099-01-01", Self.keys[9], false, "There are candles from \(Self.keys[0]) to \(Self.keys[59]) only."),
        ]
        for (first, last, isAboutLast, message) in cases {
            presenter.receive(.span(first: first, last: last))
            #expect(presenter.state.segment == before && said(presenter) == message)
            #expect(presenter.state.refusal?.isAboutLast == isAboutLast && presenter.state.refusal?.first == first)
            guard case .chart(let block)? = ScannerView().screen(presenter.state).blocks.first else {
                Issue.record("The chart stays.")
                return
            }
            #expect(block.segment?.refusal == presenter.state.refusal)
        }
        presenter.receive(.step(.left))
        #expect(presenter.state.refusal == nil, "the next input takes the message away")
        presenter.close()
    }

    @Test func anyTwoKeysGiveASegmentOrAMessage() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("SpanTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let presenter = try await scanner()
        let others = [
            "", " ", "today", "monday", "вчера", "last month", "31.12", "1.1.0001", "2026-02-30", "9999-12-31",
            "2026-11-23T10:00:00Z", "-1", String(repeating: "9", count: 500), "\u{0}", "e\u{301}",
        ]
        for _ in 0..<2_000 {
            func text() -> String {
                guard Int.random(in: 0..<3, using: &random) == 0 else {
                    return Self.keys[Int.random(in: Self.keys.indices, using: &random)]
                }
                return others[Int.random(in: others.indices, using: &random)]
            }
            let (first, last, before) = (text(), text(), presenter.state.segment)
            presenter.receive(.span(first: first, last: last))
            let now = presenter.state.segment
            if let refusal = presenter.state.refusal {
                #expect(now == before && !refusal.message.isEmpty, "seed \(seed): \(first), \(last)")
                #expect(refusal.first.unicodeScalars.count <= 64)
            } else {
                #expect(now.count >= 2 && Self.keys.indices.contains(now.upperBound), "seed \(seed)")
            }
            if let from = Self.keys.firstIndex(of: first), let to = Self.keys.firstIndex(of: last) {
                #expect((presenter.state.refusal == nil) == (to > from), "seed \(seed): \(first), \(last)")
                if to > from { #expect(now == from...to, "seed \(seed)") }
            }
        }
        presenter.close()
    }

    // MARK: Bonds

    private func bond(_ chart: BondsSignal.ChartAnswer) async throws -> (FakeServices, BondChartPresenter) {
        let services = FakeServices { answers in
            answers.answer(BondsSignal.Chart.self) { signal, _ in
                guard signal.period != nil || signal.from?.instant != AppSamples.today.startInUTC else {
                    throw Fault(.periodEmpty, "There are no quotes in this period.")
                }
                return chart
            }
        }
        let presenter = BondChartPresenter(chart.isin, signals: fakeTree(services), tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the chart is there") { presenter.state.chart.value != nil }
        return (services, presenter)
    }

    private func segment(_ presenter: BondChartPresenter) throws -> ChartSegment {
        let blocks = BondChartView().screen(presenter.state).blocks
        let block = blocks.lazy.compactMap { if case .chart(let block) = $0 { block } else { nil } }.first
        return try #require(block?.segment)
    }

    @Test func thePeriodOfABondIsChosenByItsDays() async throws {
        let chart = try AppSamples.bondChart()
        let (services, presenter) = try await bond(chart)
        let shown = try segment(presenter)
        #expect(shown.from.key == chart.from.dayInUTC.description && shown.to.key == chart.to.dayInUTC.description)
        #expect(shown.hasDays && shown.stops.count == 50)
        presenter.receive(.span(first: shown.stops[10].key, last: "yesterday"))
        try await eventuallyOnMain("the period is shown") { presenter.state.period == nil }
        let asked = try #require(services.signals(of: BondsSignal.Chart.self).last)
        #expect(asked.from?.instant.dayInUTC.description == shown.stops[10].key && asked.period == nil)
        #expect(asked.to?.instant.dayInUTC == AppSamples.today.adding(days: -1))
        #expect(presenter.state.refusal == nil && BondChartView().screen(presenter.state).back == BondsTexts.dropPeriod)
        presenter.close()
    }

    @Test func aRefusedPeriodIsSaidAtItsDaysAndChangesNothing() async throws {
        let (services, presenter) = try await bond(AppSamples.bondChart())
        let count = services.signals(of: BondsSignal.Chart.self).count
        let refused = [
            ("someday", "today", false, "That is no day."), ("today", "someday", true, "That is no day."),
            ("today", "yesterday", true, "The last day is before the first."),
        ]
        for (first, last, isAboutLast, message) in refused {
            presenter.receive(.span(first: first, last: last))
            #expect(presenter.state.refusal?.message.spoken(in: .english) == message)
            #expect(presenter.state.refusal?.isAboutLast == isAboutLast && !presenter.state.isAsking)
        }
        #expect(services.signals(of: BondsSignal.Chart.self).count == count, "nobody was asked")
        presenter.receive(.span(first: "today", last: "today"))
        #expect(presenter.state.refusal == nil && presenter.state.isAsking)
        try await eventuallyOnMain("the service's objection is there") { presenter.state.refusal != nil }
        #expect(presenter.state.period == .year && presenter.state.chart.value != nil)
        #expect(try segment(presenter).refusal == presenter.state.refusal)
        presenter.receive(.step(.left))
        #expect(presenter.state.refusal == nil)
        presenter.close()
    }

    @Test func aTerminalShowsOnlySegmentsThatKeysMove() async throws {
        let (_, presenter) = try await bond(AppSamples.bondChart())
        let screen = BondChartView().screen(presenter.state)
        let lines = GridRenderer(rows: 24, columns: 80, language: .english)
            .grid(of: GridRenderer.Page(path: [screen.title], screen: screen)).lines
        #expect(lines.contains { $0.contains("└") } && !lines.contains { $0.contains("▲") || $0.contains("═") })
        presenter.close()
    }
}
