import Domain
import Drawing
import GatewayWords
import Signals

struct ScannerView: SceneView {
    static let scan: PaneName = "scan"
    static let results: PaneName = "results"
    static let shapes: PaneName = "shapes"

    func screen(_ state: ScannerState) -> Screen {
        switch state.stage {
        case .choosing: choosing(state)
        case .segment: segment(state)
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
                    Span(verbatim: security.timeframe.rawValue, .faint), Span(.count(security.candles)),
                    Span(.day(security.from), .faint), Span(.day(security.to), .faint),
                ]
            }, selected: state.selectedSecurity
        ).keyed(securities.map { "\($0.ticker) \($0.timeframe.rawValue)" }, .enters)
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
                .main, ScannerTexts.segmentTitle(candles: state.segment.count, days: state.days), badge: badge(state),
                totals: totals(candles, state), room: Pane.Room(columns: 71...1000, rows: 8...34),
                blocks: [.chart(ScannerChart.block(candles, state))], actions: segmentActions(state),
                sources: ["scanner"])
            screen.panes += [ScannerPanes.scan(state), ScannerPanes.results(state)]
            if let pair = state.pair { screen.panes.append(ScannerPanes.shapes(pair, state)) }
            screen.back =
                state.progress != nil
                ? ScannerTexts.stopSearch
                : state.isMoved ? ScannerTexts.resetSegment : state.isOnly ? nil : ScannerTexts.otherSecurity
        }
        return screen
    }

    /// Returns the progress of a search, shown even where its pane has no room.
    private func badge(_ state: ScannerState) -> Pane.Badge? {
        if let progress = state.progress { return Pane.Badge(ScannerTexts.searching(progress.share), .waits) }
        return state.fault.map { _ in Pane.Badge(ScannerTexts.failed, .bad) }
    }

    /// Returns both ends and the change of the price between them.
    private func totals(_ candles: [ScannerSignal.Candle], _ state: ScannerState) -> [Text] {
        let (first, last) = (candles[state.segment.lowerBound], candles[state.segment.upperBound])
        let change = Text.change(first.close == 0 ? 0 : last.close / first.close - 1)
        let ends = Text.candle(first.date) + Text(verbatim: " – ") + .candle(last.date)
        let both = ends + Text(verbatim: "  ") + change
        return [both + Text(verbatim: "  ") + ScannerTexts.candles(candles.count), both, change]
    }

    private func segmentActions(_ state: ScannerState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if state.progress == nil {
            actions.append(SceneAction("run", .enter, ScannerTexts.run))
        } else {
            actions.append(SceneAction("stop", .character("x"), DashboardTexts.stop, .act, .must))
        }
        let end = ScannerTexts.byOne(end: state.movesEnd)
        return actions + [
            SceneAction("one-later", .right, end, keys: Text(verbatim: "← →")),
            SceneAction("five-later", .shiftRight, ScannerTexts.byFive, keys: Text(verbatim: "Shift")),
            SceneAction("later", .pageDown, ScannerTexts.whole, keys: Text(verbatim: "PgUp PgDn")),
            SceneAction("other-end", .tab, ScannerTexts.otherEnd),
            SceneAction("one-earlier", .left, ScannerTexts.oneEarlier, isHinted: false),
            SceneAction("five-earlier", .shiftLeft, ScannerTexts.fiveEarlier, isHinted: false),
            SceneAction("earlier", .pageUp, ScannerTexts.earlier, isHinted: false),
            SceneAction("start-earlier", .character("<"), ScannerTexts.start, .view, keys: Text(verbatim: "< >")),
            SceneAction("start-later", .character(">"), ScannerTexts.startLater, isHinted: false, .view),
        ] + Self.views(state)
    }

    /// Returns the actions of the panes.
    static func views(_ state: ScannerState) -> [SceneAction] {
        [
            SceneAction("parameters", .character("p"), ScannerTexts.parametersKey, .view),
            SceneAction("kind", .character("f"), ScannerTexts.otherKind(than: state.parameters.kind), .view),
        ]
    }

    // MARK: Parameters

    private func parameters(_ state: ScannerState) -> Screen {
        var screen = Screen(ScannerTexts.parametersTitle)
        screen.blocks = [.form(state.form)]
        screen.actions = [
            SceneAction(.enter, .enter, ScannerTexts.take),
            SceneAction("targets", .character("t"), ScannerTexts.targetsKey),
        ]
        return screen
    }

    /// Returns the screen with the securities to search: a list with marks, searched by typing.
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
                    }, selected: state.targets.selected
                ).keyed(found.map { "\($0.ticker) \($0.timeframe.rawValue)" }, .enters)),
        ]
        screen.actions = [
            SceneAction(.enter, .enter, ScannerTexts.mark), SceneAction("done", .tab, ScannerTexts.done),
            SceneAction("all-found", .control("a"), ScannerTexts.markFound),
        ]
        return screen
    }
}
