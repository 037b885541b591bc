import Domain
import Drawing
import Signals
import Terminal

/// A scan, as it is seen.
struct ScannerView: SceneView {
    /// As many candles as fit beside each other in a window of 80 columns.
    private static let visible = 64
    static let scan: PaneName = "scan"
    static let results: PaneName = "results"

    func screen(_ state: ScannerState) -> Screen {
        switch state.stage {
        case .choosing: choosing(state)
        case .segment, .results: segment(state)
        case .parameters: parameters(state)
        case .targets: targets(state)
        }
    }

    private func choosing(_ state: ScannerState) -> Screen {
        var screen = Screen(ScannerTexts.title, isWaiting: state.securities.isLoading)
        switch state.securities {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content(let securities, let stale):
            guard !securities.isEmpty else {
                screen.blocks.append(.paragraph(ScannerTexts.emptyMarket, .plain))
                return screen
            }
            screen.blocks = [.text(ScannerTexts.choose, .faint), .gap, .list(list(securities, state))]
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            screen.actions = [SceneAction(.enter, .enter, ScannerTexts.take)]
        }
        return screen
    }

    private func list(_ securities: [ScannerSignal.Security], _ state: ScannerState) -> ListBlock {
        ListBlock(
            [
                .words(PatternsTexts.ticker), .text(ScannerTexts.name), .words(ScannerTexts.timeframe),
                .numbers(PatternTexts.candles), .words(PatternTexts.from), .words(PatternTexts.to),
            ],
            rows: securities.map { security in
                [
                    Span(verbatim: security.ticker, .strong), Span(SecurityNameText.of(security.name)),
                    Span(verbatim: security.timeframe.rawValue, .faint), Span(verbatim: String(security.candles)),
                    Span(.day(security.from), .faint), Span(.day(security.to), .faint),
                ]
            }, selected: state.selectedSecurity)
    }

    // MARK: The segment

    private func segment(_ state: ScannerState) -> Screen {
        let ticker = state.security?.ticker ?? ""
        let name = SecurityNameText.title(ticker, name: state.security?.name)
        var screen = Screen(ScannerTexts.title(name), isWaiting: state.candles.isLoading || state.progress != nil)
        switch state.candles {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content(let candles, _):
            guard candles.indices.contains(state.segment.upperBound) else {
                screen.blocks.append(.text(ScannerTexts.emptyMarket, .faint))
                return screen
            }
            screen.panes[0] = Pane(
                .main, ScannerTexts.segmentTitle, totals: [Text.change(change(candles, state))],
                room: Pane.Room(columns: 71...1000, rows: 8...26),
                blocks: [.line(ends(candles, state)), .chart(chart(candles, state))], actions: segmentActions(state),
                sources: ["scanner"])
            screen.panes.append(scan(state))
            if let results = state.results { screen.panes.append(self.results(results, state)) }
            if state.stage == .results { screen.focus = Self.results }
            if state.progress != nil { screen.back = ScannerTexts.stopSearch }
        }
        return screen
    }

    /// By how much the price changed over the segment.
    private func change(_ candles: [ScannerSignal.Candle], _ state: ScannerState) -> Double {
        let first = candles[state.segment.lowerBound].close
        return first == 0 ? 0 : candles[state.segment.upperBound].close / first - 1
    }

    /// What is searched how, and how far that is.
    private func scan(_ state: ScannerState) -> Pane {
        var pane = Pane(
            Self.scan, ScannerTexts.scanTitle, .companion, badge: Pane.Badge(PatternsTexts.kind(state.parameters.kind)),
            room: Pane.Room(columns: 28...45, rows: 4...22), places: [.across],
            blocks: [.paragraph(ScannerTexts.parameters(state.parameters), .plain)], takesKeys: false)
        if let progress = state.progress {
            pane.blocks.append(.progress(progress.share, Text(verbatim: progress.text)))
        }
        if let fault = state.fault { pane.blocks += Block.fault(fault) }
        return pane
    }

    /// Both ends with the one that moves pointed out, and how long that is.
    private func ends(_ candles: [ScannerSignal.Candle], _ state: ScannerState) -> [Span] {
        func style(_ isMoved: Bool) -> Tone {
            isMoved ? .here : .strong
        }
        return [
            Span(.day(candles[state.segment.lowerBound].date), style(!state.movesEnd)), Span(verbatim: " – "),
            Span(.day(candles[state.segment.upperBound].date), style(state.movesEnd)), Span(verbatim: "   "),
            Span(ScannerTexts.length(candles: state.segment.count, days: state.days)), Span(verbatim: "   "),
            Span(ScannerTexts.moves(end: state.movesEnd), .faint),
        ]
    }

    /// The candles around the segment, with the segment marked.
    private func chart(_ candles: [ScannerSignal.Candle], _ state: ScannerState) -> ChartBlock {
        let around = max(Self.visible, state.segment.count + 8)
        let middle = (state.segment.lowerBound + state.segment.upperBound) / 2
        let first = max(0, min(middle - around / 2, candles.count - around))
        let shown = Array(candles[first..<min(candles.count, first + around)])
        let marked = (state.segment.lowerBound - first)...(state.segment.upperBound - first)
        let isLine = state.parameters.kind == .chart
        let name = state.security?.ticker ?? ""
        return ChartBlock(rows: nil, hasLegend: false) { language in
            let moments = shown.map { ChartMoment.instant($0.date) ?? Instant(microseconds: 0) }
            // The segment stands out of the line by a line of its own over it.
            let content: [Series] =
                isLine
                ? [
                    Series(
                        name, .line(shown.enumerated().map { Point(Double($0.offset), $0.element.close) }),
                        isDashed: true),
                    Series(
                        ScannerTexts.segment.spoken(in: language),
                        .line(marked.map { Point(Double($0), shown[$0].close) }), isMain: true),
                ]
                : [
                    Series(
                        name,
                        .candles(
                            shown.map { Candle(open: $0.open, high: $0.high, low: $0.low, close: $0.close) }))
                ]
            return Chart(
                title: "", series: content, horizontal: .moments(moments),
                measure: ChartTexts.price.spoken(in: language),
                marks: [
                    .period(
                        from: Double(marked.lowerBound), to: Double(marked.upperBound),
                        (Text.day(shown[marked.lowerBound].date) + Text(verbatim: " – ")
                            + .day(shown[marked.upperBound].date)).spoken(in: language))
                ])
        }
    }

    private func segmentActions(_ state: ScannerState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if state.progress == nil {
            actions.append(SceneAction("run", .enter, ScannerTexts.run))
        } else {
            actions.append(SceneAction("stop", .character("x"), DashboardTexts.stop))
        }
        actions += [
            SceneAction("other-end", .tab, ScannerTexts.otherEnd),
            SceneAction("parameters", .character("p"), ScannerTexts.parametersKey, .view),
            SceneAction("kind", .character("f"), ScannerTexts.kindKey, .view),
        ]
        if state.results != nil {
            actions.append(SceneAction("results", .character("v"), ScannerTexts.resultsKey, .view))
        }
        return actions + [
            SceneAction("earlier", .pageUp, ScannerTexts.earlier, isHinted: false),
            SceneAction("later", .pageDown, ScannerTexts.later, isHinted: false),
            SceneAction("start-earlier", .character("<"), ScannerTexts.startEarlier, isHinted: false),
            SceneAction("start-later", .character(">"), ScannerTexts.startLater, isHinted: false),
        ]
    }

    // MARK: Parameters and results

    private func parameters(_ state: ScannerState) -> Screen {
        var screen = Screen(ScannerTexts.parametersTitle)
        screen.blocks = [.form(state.form)]
        screen.actions = [
            SceneAction(.enter, .enter, ScannerTexts.take),
            SceneAction("targets", .character("t"), ScannerTexts.targetsKey),
        ]
        return screen
    }

    /// The securities to search: a list with marks, searched by typing.
    private func targets(_ state: ScannerState) -> Screen {
        var screen = Screen(ScannerTexts.targetsTitle)
        let all = state.scannable
        let found = state.targets.found(in: all)
        screen.blocks = [
            .form(state.targets.form),
            .text(ScannerTexts.chosen(state.targets.chosen.count, of: Set(all.map(\.ticker)).count), .faint), .gap,
            .list(
                ListBlock(
                    [
                        .words(.blank), .words(PatternsTexts.ticker), .text(ScannerTexts.name),
                        .words(PatternTexts.from), .words(PatternTexts.to),
                    ],
                    rows: found.map { security in
                        [
                            Span(verbatim: state.targets.chosen.contains(security.ticker) ? "[x]" : "[ ]"),
                            Span(verbatim: security.ticker, .strong), Span(SecurityNameText.of(security.name)),
                            Span(.day(security.from), .faint), Span(.day(security.to), .faint),
                        ]
                    }, selected: state.targets.selected)),
        ]
        screen.actions = [
            SceneAction(.enter, .enter, ScannerTexts.mark), SceneAction("done", .tab, ScannerTexts.done),
            SceneAction("all-found", .control("a"), ScannerTexts.markFound),
        ]
        return screen
    }

    /// What was found in a few words, marked when it is of another scan than the one described now.
    private func summary(_ state: ScannerState) -> [Block] {
        guard let results = state.results else { return [] }
        var blocks: [Block] = []
        if state.isOutOfDate {
            blocks.append(.paragraph(ScannerTexts.outOfDate, .waits))
        }
        blocks.append(
            .paragraph(ScannerTexts.found(results.answer), state.isOutOfDate ? .faint : .plain))
        return blocks
    }

    private func results(_ results: ScannerState.Results, _ state: ScannerState) -> Pane {
        let matches = results.answer.matches
        var pane = Pane(
            Self.results, ScannerTexts.resultsTitle, .aside, room: Pane.Room(columns: 44...79, rows: 9...30),
            places: [.beside, .below], blocks: summary(state))
        if !matches.isEmpty {
            pane.blocks.append(
                .list(MatchList.block(matches, selected: state.selectedMatch, isStale: state.isOutOfDate)))
        }
        pane.actions = [
            SceneAction(
                .enter, .enter, PatternTexts.compare, obstacle: matches.isEmpty ? HistoryTexts.nothingFound : nil),
            SceneAction("segment", .character("e"), ScannerTexts.changeSegment),
        ]
        if state.isOutOfDate { pane.actions.append(SceneAction("run", .character("g"), ScannerTexts.run)) }
        if state.progress != nil {
            pane.actions.append(SceneAction("stop", .character("x"), DashboardTexts.stop, .act, .must))
        }
        return pane
    }
}
