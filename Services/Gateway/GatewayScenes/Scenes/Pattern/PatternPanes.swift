import GatewayWords
import Signals

/// The panes below the lists of patterns and of matches: the pattern, and what followed similar shapes.
enum PatternPanes {
    static let chart: PaneName = "chart"

    /// Returns the closes that lead to a pattern, with its segment marked.
    static func chart(_ pattern: PatternsSignal.Pattern, _ shown: Loadable<PatternsSignal.ShownPattern>) -> Pane {
        var pane = Pane(
            Self.chart, DashboardTexts.chart(pattern), .companion,
            totals: [.candle(pattern.periodStart) + Text(verbatim: " – ") + .candle(pattern.periodEnd)],
            room: Pane.Room(columns: 40...150, rows: 8...40), places: [.across])
        switch shown {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [.paragraph(fault.message, .waits)]
        case .content(let shown, _):
            pane.sources = ["patterns"]
            pane.blocks = [.chart(PatternChart.block(shown.chart, shown.pattern, rows: nil, hasLegend: false))]
        }
        return pane
    }

    /// Returns the pane about the price after similar shapes, and whether the result is significant.
    static func then(_ pattern: PatternsSignal.Pattern, _ stats: ScannerSignal.Statistics?) -> Pane {
        var pane = Pane(
            "then", DashboardTexts.thenTitle + Text(verbatim: " · ") + .count(pattern.considered), .companion,
            totals: [PatternsTexts.direction(pattern.direction) + Text(verbatim: " ") + .percent(pattern.probability)],
            room: Pane.Room(columns: 28...45, rows: 8...40), places: [.beside], takesKeys: false)
        if let stats {
            let sides = [
                (PatternsTexts.direction(.up), stats.up), (PatternsTexts.direction(.down), stats.down),
                (DashboardTexts.level, stats.flat),
            ]
            let most = max(1, sides.map(\.1).max() ?? 1)
            let bars = sides.filter { $0.1 > 0 }.map { name, count in
                Bar(name: name, value: .count(count), share: Double(count) / Double(most))
            }
            pane.blocks = [.bars(bars), .gap]
        }
        let (low, high) = (Text.percent(pattern.probabilityLow), Text.percent(pattern.probabilityHigh))
        pane.blocks += [
            .facts([
                Fact(DashboardTexts.then, .change(pattern.priceChange)),
                Fact(Text(verbatim: "95\u{A0}%"), Text("\(low) to \(high)", "от \(low) до \(high)")),
                Fact(DashboardTexts.always, .percent(pattern.baseRate)),
                Fact(DashboardTexts.after, ScannerTexts.watched(pattern.daysToWatch)),
            ]), .paragraph(PatternsTexts.edge(pattern.edge), pattern.edge == .yes ? .good : .plain),
        ]
        return pane
    }
}
