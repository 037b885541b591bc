import Coordination
import Domain
import Drawing
import Signals
import Testing

@testable import GatewayScenes
@testable import GatewaySession
@testable import GatewayTerminal
@testable import GatewayWords

/// Patterns, scans and bonds: their input and their output.
@Suite @MainActor struct MarketSceneTests {
    nonisolated private static func scanner(
        _ scan: @escaping @Sendable (ScannerSignal.Scan, SignalContext) async throws -> ScannerSignal.ScanAnswer
    ) -> FakeServices {
        FakeServices { answers in
            answers.answer(
                ScannerSignal.Securities.self, ScannerSignal.SecurityList(securities: [AppSamples.security]))
            answers.answer(
                ScannerSignal.Chart.self, ScannerSignal.ChartAnswer(ticker: "SBER", candles: AppSamples.candles))
            answers.answer(ScannerSignal.Scan.self, scan)
        }
    }

    private func atSegment(_ tree: RelayCoordinator) async throws -> ScannerPresenter {
        let presenter = ScannerPresenter(nil, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("securities are there") { presenter.state.securities.value != nil }
        presenter.receive(.enter)
        try await eventuallyOnMain("candles are there") { presenter.state.candles.value != nil }
        return presenter
    }

    @Test func keysMoveTheEndsOfTheSegment() async throws {
        let tree = fakeTree(Self.scanner { _, _ in AppSamples.scan })
        let presenter = try await atSegment(tree)
        #expect(presenter.state.segment == 40...59)
        presenter.receive(.step(.left))
        #expect(presenter.state.segment == 40...58)
        presenter.receive(.nextField)
        presenter.receive(.step(.shiftLeft))
        #expect(presenter.state.segment == 35...58)
        presenter.receive(.step(.pageUp))
        #expect(presenter.state.segment == 11...34)
        presenter.receive(.step(.first))
        #expect(presenter.state.segment == 0...23)
        for _ in 0..<40 { presenter.receive(.step(.right)) }
        #expect(presenter.state.segment == 22...23, "two candles are the least")
        presenter.receive(.step(.last))
        #expect(presenter.state.segment == 58...59)
        #expect(presenter.state.days == 2)
        presenter.close()
    }

    @Test func resultsAreOutOfDateOnceAnythingChanges() async throws {
        let services = Self.scanner { _, context in
            context.progress?.report(0.5, message: "half")
            return AppSamples.scan
        }
        let tree = fakeTree(services)
        let presenter = try await atSegment(tree)
        presenter.receive(.enter)
        #expect(presenter.state.progress != nil)
        try await eventuallyOnMain("it is done") { presenter.state.results != nil }
        #expect(presenter.pane == ScannerView.results && !presenter.state.isOutOfDate)
        let sent = try #require(services.signals(of: ScannerSignal.Scan.self).first)
        #expect(sent.segment.ticker == "SBER" && sent.tickers == nil && sent.kind == .chart)
        presenter.receive(.perform("parameters"))
        presenter.receive(.fill(field: "tolerance", "0,5"))
        presenter.receive(.enter)
        #expect(presenter.state.isOutOfDate && presenter.state.parameters.tolerance == 0.5)
        presenter.receive(.perform("parameters"))
        presenter.receive(.fill(field: "tolerance", "0.25"))
        presenter.receive(.enter)
        #expect(!presenter.state.isOutOfDate, "what is as it was is not out of date")
        presenter.close()
    }

    @Test func wrongParametersAreSaidAtTheField() async throws {
        let tree = fakeTree(Self.scanner { _, _ in AppSamples.scan })
        let presenter = try await atSegment(tree)
        presenter.receive(.perform("parameters"))
        presenter.receive(.fill(field: "watch", "many"))
        presenter.receive(.fill(field: "minScale", "2"))
        presenter.receive(.enter)
        let wrong = presenter.state.form.fields.filter { $0.problem != nil }.map(\.name)
        #expect(wrong == ["watch", "maxScale"] && presenter.state.stage == .parameters)
        #expect(presenter.goBack() && presenter.state.stage == .segment)
        presenter.close()
    }

    @Test func securitiesToSearchAreChosenInAListAndSearchedByTyping() async throws {
        let services = FakeServices { answers in
            let others = [("GAZP", "Газпром"), ("LKOH", "Лукойл"), ("GMKN", "Норникель")].map { ticker, name in
                ScannerSignal.Security(
                    ticker: ticker, name: name, timeframe: .oneDay, candles: 60, from: AppSamples.security.from,
                    to: AppSamples.security.to)
            }
            answers.answer(
                ScannerSignal.Securities.self,
                ScannerSignal.SecurityList(securities: [AppSamples.security] + others))
            answers.answer(
                ScannerSignal.Chart.self, ScannerSignal.ChartAnswer(ticker: "SBER", candles: AppSamples.candles))
            answers.answer(ScannerSignal.Scan.self) { _, _ in AppSamples.scan }
        }
        let presenter = try await atSegment(fakeTree(services))
        presenter.receive(.perform("parameters"))
        presenter.receive(.fill(field: "targets", "3"))
        #expect(presenter.state.stage == .targets, "who wants some is shown the list")
        for character in "лук" { presenter.receive(.type(character)) }
        #expect(presenter.state.targets.found(in: presenter.state.scannable).map(\.ticker) == ["LKOH"])
        presenter.receive(.enter)
        presenter.receive(.clearField)
        presenter.receive(.step(.down))
        presenter.receive(.enter)
        for character in "xyz" { presenter.receive(.type(character)) }
        #expect(presenter.state.targets.form.fields[0].problem != nil, "what is not there is said while one types")
        presenter.receive(.perform("done"))
        #expect(presenter.state.stage == .parameters && presenter.state.parameters.targets == ["GAZP", "LKOH"])
        presenter.receive(.fill(field: "searchFrom", "01.02.2024"))
        presenter.receive(.fill(field: "searchTo", "2023-01-01"))
        presenter.receive(.enter)
        #expect(presenter.state.form.fields.first { $0.name == "searchTo" }?.problem == ScannerTexts.searchOrder)
        presenter.receive(.fill(field: "searchTo", "2025-01-01"))
        presenter.receive(.enter)
        presenter.receive(.enter)
        try await eventuallyOnMain("it is done") { presenter.state.results != nil }
        let sent = try #require(services.signals(of: ScannerSignal.Scan.self).first)
        #expect(sent.tickers == ["GAZP", "LKOH"] && sent.searchFrom == "2024-02-01" && sent.searchTo == "2025-01-01")
        presenter.close()
    }

    @Test func aTickerThatIsNotInTheMarketIsToldWhileOneTypes() async throws {
        let services = FakeServices { answers in
            answers.answer(PatternsSignal.Best.self, AppSamples.best)
            answers.answer(PatternsSignal.ListWatches.self, PatternsSignal.WatchList(securities: []))
            answers.answer(
                ScannerSignal.Securities.self, ScannerSignal.SecurityList(securities: [AppSamples.security]))
        }
        let presenter = PatternsHomePresenter(signals: fakeTree(services), tools: .forTests())
        presenter.open()
        presenter.receive(.perform("watch"))
        try await eventuallyOnMain("the market is there") { presenter.state.market.value != nil }
        for character in "sb" { presenter.receive(.type(character)) }
        #expect(presenter.state.adding?.fields[0].problem == nil, "it may still become SBER")
        for character in "re" { presenter.receive(.type(character)) }
        let problem = presenter.state.adding?.fields[0].problem?.spoken(in: .english)
        #expect(problem == "SBRE is not in the market; did you mean SBER?")
        presenter.close()
    }

    @Test func aMatchOfCandlesShowsCandlesOnAxesOfWholeNumbers() throws {
        let chart = AppSamples.shapes(.candle).drawing(in: .english)
        #expect(chart.series.allSatisfy { $0.content.isCandles } && chart.series.map(\.start) == [0, 9])
        let lines = AppSamples.shapes(.chart).drawing(in: .russian)
        #expect(lines.series.map(\.isMain) == [true, false] && lines.series.map(\.isDashed) == [false, true])
        #expect(AppSamples.shapes(.candle).chart(in: .russian).title.contains("Сбербанк (SBER)"))
        #expect(chart.measure != nil && lines.unit == "σ")
    }

    @Test func theDashboardSaysHowManyPatternsAreHiddenAndByWhat() throws {
        var state = DashboardState()
        state.stats = .content(AppSamples.stats, stale: nil)
        let list = AppSamples.patternList
        state.list = .content(
            PatternsSignal.PatternList(
                patterns: list.patterns, nextCursor: nil, total: 9, avgProbability: 0.6, scanner: .ready, notice: nil,
                hidden: PatternsSignal.HiddenPatterns(byType: 0, byMatches: 3, byDeviation: 4)), stale: nil)
        let said = DashboardView().screen(state).blocks.compactMap { block -> Text? in
            if case .paragraph(let text, _) = block { text } else { nil }
        }
        #expect(
            said.contains { $0.spoken(in: .english).hasPrefix("Hidden by the filter: 7: 3 with fewer than 5") },
            "\(said)")
    }

    @Test func noFallIsTheBestOfAnything() async throws {
        func best(_ pattern: PatternsSignal.Pattern) async throws -> PatternsSignal.BestPattern? {
            let services = FakeServices { answers in
                answers.answer(
                    PatternsSignal.Best.self,
                    PatternsSignal.BestPattern(
                        ticker: pattern.ticker, probability: pattern.probability, priceChange: pattern.priceChange,
                        chart: AppSamples.closes, pattern: pattern, scanner: .ready, notice: nil))
                answers.answer(PatternsSignal.ListWatches.self, PatternsSignal.WatchList(securities: []))
            }
            let presenter = PatternsHomePresenter(signals: fakeTree(services), tools: .forTests())
            presenter.open()
            try await eventuallyOnMain("it has answered") { presenter.state.best.value != nil }
            defer { presenter.close() }
            return presenter.state.best.value ?? nil
        }
        #expect(try await best(AppSamples.rise)?.ticker == "LKOH")
        #expect(try await best(AppSamples.pattern("SBER")) == nil)
        var state = DashboardState()
        state.list = .content(AppSamples.patternList, stale: nil)
        state.stats = .content(AppSamples.stats, stale: nil)
        let notes = try #require(DashboardView().screen(state).list).rows.map { $0.last?.text }
        #expect(notes == [.blank, .blank, DashboardTexts.best])
    }

    @Test func aScanIsBrokenOff() async throws {
        let ended = Recorded<Bool>()
        let tree = fakeTree(
            Self.scanner { _, _ in
                defer { ended.add(Task.isCancelled) }
                try await Task.sleep(for: .seconds(600))
                return AppSamples.scan
            })
        let presenter = try await atSegment(tree)
        presenter.receive(.enter)
        presenter.receive(.perform("stop"))
        try await eventuallyOnMain("it has ended") { presenter.state.progress == nil }
        try await eventuallyOnMain("the work too") { ended.values == [true] }
        #expect(presenter.state.results == nil && presenter.state.fault == nil)
        presenter.close()
    }

    @Test func filtersOfTheDashboardAreAskedFor() async throws {
        let services = FakeServices { answers in
            answers.answer(PatternsSignal.Stats.self, AppSamples.stats)
            answers.answer(PatternsSignal.List.self, AppSamples.patternList)
            answers.answer(PatternsSignal.Show.self) { signal, _ in
                AppSamples.shown(
                    AppSamples.patternList.patterns.first { $0.id == signal.id } ?? AppSamples.rise)
            }
            answers.answer(
                PatternsSignal.Refresh.self, PatternsSignal.RefreshAnswer(securities: [], patterns: 4, new: 0))
        }
        let tree = fakeTree(services)
        let presenter = DashboardPresenter(signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("patterns are there") { presenter.state.list.value != nil }
        presenter.receive(.step(.down))
        try await eventuallyOnMain("the chosen pattern is shown in full") {
            presenter.state.shown.value?.pattern.ticker == "GAZP"
        }
        for action in ["kind", "minimum", "deviation", "sort", "order"] as [ActionName] {
            presenter.receive(.perform(action))
        }
        try await eventuallyOnMain("the filter was asked for") {
            let last = services.signals(of: PatternsSignal.List.self).last
            return last?.type == .candle && last?.minMatches == 10 && last?.deviationFromAvg == 0.05
                && last?.sortBy == .matches && last?.ascending == true
        }
        let before = services.signals(of: PatternsSignal.Stats.self).count
        presenter.receive(.perform("refresh"))
        try await eventuallyOnMain("all is read anew") {
            presenter.state.refresh == nil && services.signals(of: PatternsSignal.Stats.self).count > before
        }
        presenter.close()
    }

    @Test func periodsReachToAllAndAreSaidInRussian() async throws {
        let chart = try AppSamples.bondChart()
        let services = FakeServices { answers in answers.answer(BondsSignal.Chart.self, chart) }
        let presenter = BondChartPresenter(chart.isin, signals: fakeTree(services), tools: .forTests())
        presenter.open()
        for _ in 0..<4 { presenter.receive(.perform("longer")) }
        try await eventuallyOnMain("all is asked for") {
            services.signals(of: BondsSignal.Chart.self).last?.period == .all
        }
        #expect(
            BondsSignal.ChartPeriod.allCases.map { BondChartTexts.period($0).spoken(in: .russian) }
                == ["1Н", "1М", "3М", "6М", "1Г", "2Г", "Всё"])
        presenter.receive(.perform("period"))
        presenter.receive(.fill(field: "from", "2001-01-01"))
        presenter.receive(.enter)
        try await eventuallyOnMain("the dialogue is closed") { presenter.state.dialogue == nil }
        let said = BondChartView().screen(presenter.state).blocks.compactMap { block -> String? in
            if case .paragraph(let text, _) = block { text.spoken(in: .english) } else { nil }
        }
        #expect(said.contains { $0.hasPrefix("Quotes are there from") }, "\(said)")
        presenter.close()
    }

    @Test func theChartOfABondSaysWhatItsAxisCountsAndWhoseItIs() throws {
        var state = BondChartState(isin: try AppSamples.bond().isin)
        state.chart = .content(try AppSamples.bondChart(), stale: nil)
        func lines(_ columns: Int, _ rows: Int) -> [String] {
            let screen = BondChartView().screen(state)
            return GridRenderer(rows: rows, columns: columns, language: .english)
                .grid(of: GridRenderer.Page(path: [screen.title], screen: screen)).lines
        }
        #expect(lines(80, 24)[1].contains("Kamaz (RU000A0JW126)"))
        #expect(lines(80, 24).contains { $0.contains("price, % of the face") })
        #expect(lines(80, 24).contains { $0.contains("[price]  yield") && $0.contains("[1Y]") })
        for size in [(80, 24), (110, 34)] {
            let seen = lines(size.0, size.1).joined(separator: "\n")
            #expect(seen.contains("98.00\u{A0}%  ") && seen.contains("+1.50"), "\(seen)")
        }
    }

    @Test func aBondHasItsPaymentsBesideItAndAYearOfPricesBelow() async throws {
        let bond = try AppSamples.bond()
        let chart = try AppSamples.bondChart()
        let services = FakeServices { answers in
            answers.answer(
                BondsSignal.GetBond.self,
                BondsSignal.BondAnswer(
                    bond: bond, terms: AppSamples.terms,
                    figures: BondsSignal.QuotedFigures(day: AppSamples.today, figures: AppSamples.figures)))
            answers.answer(BondsSignal.Chart.self, chart)
        }
        let presenter = BondPresenter(bond.isin, signals: fakeTree(services), tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("both are there") {
            presenter.state.bond.value != nil && presenter.state.line.value != nil
        }
        #expect(services.signals(of: BondsSignal.Chart.self).last?.period == .year)
        let panes = BondView().screen(presenter.state).panes
        func placed(_ columns: Int, _ rows: Int) -> [PaneName] {
            PaneLayout.place(panes, focus: nil, columns: columns, rows: rows).map(\.pane)
        }
        #expect(placed(80, 24) == [.main, BondView.calendar])
        #expect(placed(110, 34) == [.main, BondView.calendar, "line"])
        let seen = GridRenderer(rows: 24, columns: 80, language: .english)
            .grid(of: GridRenderer.Page(path: [], screen: BondView().screen(presenter.state))).lines
        #expect(seen.contains { $0.contains("principal") && $0.contains("1\u{A0}000.00") }, "no amount is left out")
        let facts = panes[0].blocks.flatMap { block in if case .facts(let facts) = block { facts } else { [Fact]() } }
        let said = facts.map { $0.value.map { $0.text.spoken(in: .english) }.joined() }
        #expect(said.contains("1\u{A0}032.30\u{A0}RUB"), "amounts say their currency: \(said)")
        presenter.close()
    }

    @Test(arguments: [FaultCode.periodMissing, .periodReversed, .periodEmpty])
    func thePeriodDialogueSaysWhatBondsSays(code: FaultCode) async throws {
        let bond = try AppSamples.bond()
        let chart = try AppSamples.bondChart()
        let services = FakeServices { answers in
            answers.answer(BondsSignal.Chart.self) { signal, _ in
                guard signal.period != nil || signal.from?.instant == AppSamples.today.startInUTC else {
                    throw Fault(code, "Not this period.")
                }
                return chart
            }
        }
        let tree = fakeTree(services)
        let presenter = BondChartPresenter(bond.isin, signals: tree, tools: .forTests())
        presenter.open()
        try await eventuallyOnMain("the chart is there") { presenter.state.chart.value != nil }
        presenter.receive(.perform("period"))
        presenter.receive(.fill(field: "from", "someday"))
        presenter.receive(.enter)
        #expect(presenter.state.dialogue?.fields.first?.problem == BondsTexts.notADay)
        presenter.receive(.fill(field: "from", "01.02.2026"))
        presenter.receive(.enter)
        try await eventuallyOnMain("the fault is said") { presenter.state.dialogueFault?.code == code }
        #expect(presenter.state.chart.value != nil, "the chart is as it was")
        presenter.receive(.fill(field: "from", AppSamples.today.description))
        presenter.receive(.enter)
        try await eventuallyOnMain("the dialogue is closed") { presenter.state.dialogue == nil }
        #expect(presenter.state.period == nil && presenter.state.from == AppSamples.today)
        presenter.close()
    }
}
