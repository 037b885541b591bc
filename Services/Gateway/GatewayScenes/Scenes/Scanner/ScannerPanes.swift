import GatewaySession
import GatewayWords
import Signals

/// The panes below the chart of a scan: the scan, its matches, and both shapes together.
enum ScannerPanes {
    // MARK: The scan

    /// Returns the pane with the parameters, the progress and the result of the scan.
    static func scan(_ state: ScannerState) -> Pane {
        var pane = Pane(
            ScannerView.scan, ScannerTexts.scanTitle, .companion,
            badge: Pane.Badge(PatternsTexts.kind(state.parameters.kind)),
            room: Pane.Room(columns: 28...45, rows: 9...22), places: [.across], blocks: [.facts(facts(state))],
            actions: [SceneAction(.enter, .enter, ScannerTexts.parametersKey)] + ScannerView.views(state))
        if let progress = state.progress {
            pane.blocks.append(.progress(progress.share, progress.text))
            pane.actions.append(stop)
        } else if let fault = state.fault {
            pane.blocks += Block.fault(fault)
        } else if let results = state.results, !results.answer.matches.isEmpty {
            pane.blocks += [
                .gap, .paragraph(ScannerTexts.verdict(results.answer.stats), state.isOutOfDate ? .faint : .plain),
            ]
        }
        return pane
    }

    private static func facts(_ state: ScannerState) -> [Fact] {
        let parameters = state.parameters
        let searched = state.isOutOfDate ? nil : state.results?.answer.searched
        let all = searched?.securities ?? Set(state.scannable.map(\.ticker)).count
        var facts = [Fact(ScannerTexts.place, ScannerTexts.targets(parameters, of: all))]
        if let searched { facts.append(Fact(PatternTexts.candles, .count(searched.candles))) }
        facts.append(Fact(ScannerTexts.after, ScannerTexts.watched(parameters.daysToWatch)))
        if parameters.kind == .chart {
            facts.append(Fact(ScannerTexts.distance, ScannerTexts.upTo(parameters.tolerance)))
        }
        if let from = parameters.searchFrom { facts.append(Fact(PatternTexts.from, .day(from))) }
        if let to = parameters.searchTo { facts.append(Fact(PatternTexts.to, .day(to))) }
        return facts
    }

    private static let stop = SceneAction("stop", .character("x"), DashboardTexts.stop, .act, .must)

    // MARK: The matches

    static func results(_ state: ScannerState) -> Pane {
        let isOld = state.isOutOfDate
        let answer = state.results?.answer
        let matches = answer?.matches ?? []
        var pane = Pane(
            ScannerView.results, ScannerTexts.resultsTitle, .aside,
            badge: isOld ? Pane.Badge(ScannerTexts.outOfDate, .waits) : nil,
            totals: isOld ? [] : answer.map { ScannerTexts.odds($0.stats) } ?? [],
            room: Pane.Room(columns: 46...79, rows: 9...22), places: [.beside])
        if let answer, !matches.isEmpty {
            let all = max(matches.count, answer.stats.matches)
            pane.blocks = [
                .list(MatchList.block(matches, selected: state.selectedMatch, count: all, isStale: isOld))
            ]
            if all > matches.count { pane.blocks.append(.text(ScannerTexts.nearest(matches.count), .faint)) }
        } else if state.progress == nil {
            pane.blocks = [.paragraph(answer == nil ? ScannerTexts.notSearched : ScannerTexts.nothingAlike, .faint)]
        }
        pane.actions = [
            SceneAction(
                .enter, .enter, PatternTexts.compare, obstacle: matches.isEmpty ? HistoryTexts.nothingFound : nil)
        ]
        if isOld { pane.actions.append(SceneAction("run", .character("g"), ScannerTexts.run)) }
        if state.progress != nil { pane.actions.append(stop) }
        return pane
    }

    // MARK: Both shapes

    static func shapes(_ pair: MatchPair, _ state: ScannerState) -> Pane {
        let similarity = Text.percent(pair.match.similarity, places: 1)
        var pane = Pane(
            ScannerView.shapes, ScannerTexts.both(pair.segment.ticker, pair.match.ticker), .companion,
            totals: [PatternTexts.similarity + Text(verbatim: " ") + similarity, similarity],
            room: Pane.Room(columns: 31...74, rows: 9...22), places: [.beside.from(columns: 110)],
            actions: [SceneAction(.enter, .enter, PatternTexts.compare)])
        switch state.shapes {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [.paragraph(fault.message, .waits)]
        case .content(let shapes, _):
            pane.sources = ["scanner"]
            pane.blocks = [.chart(ChartBlock(rows: nil, hasLegend: false) { shapes.drawing(in: $0) })]
            if pair.kind == .chart {
                pane.blocks.append(
                    .line([
                        Span(verbatim: "━━━ "), Span(verbatim: pair.segment.ticker + "  "),
                        Span(verbatim: "┄┄┄ ", .second), Span(verbatim: pair.match.ticker),
                    ]))
            }
            pane.blocks.append(.text(PatternTexts.ownScale, .faint))
        }
        return pane
    }
}
