import Domain
import Drawing
import GatewayWords
import Signals

/// The candles around a segment with movable ends.
enum ScannerChart {
    /// The number of candles that fit a window of 80 columns.
    private static let visible = 64

    static func block(_ candles: [ScannerSignal.Candle], _ state: ScannerState) -> ChartBlock {
        let around = max(visible, state.segment.count + 8)
        let middle = (state.segment.lowerBound + state.segment.upperBound) / 2
        let first = max(0, min(middle - around / 2, candles.count - around))
        let shown = Array(candles[first..<min(candles.count, first + around)])
        let marked = (state.segment.lowerBound - first)...(state.segment.upperBound - first)
        let isLine = state.parameters.kind == .chart
        let name = state.security?.ticker ?? ""
        func end(_ index: Int) -> ChartSegment.End {
            ChartSegment.End(place: Double(index), name: .candle(shown[index].date), key: shown[index].date)
        }
        let segment = ChartSegment(
            from: end(marked.lowerBound), to: end(marked.upperBound), movesEnd: state.movesEnd,
            stops: shown.enumerated().map { ChartSegment.Stop(place: Double($0.offset), key: $0.element.date) },
            refusal: state.refusal)
        return ChartBlock(rows: nil, hasLegend: false, segment: segment) { language in
            let moments = shown.map { ChartMoment.instant($0.date) ?? Instant(microseconds: 0) }
            // The segment is highlighted by a line of its own over the main line.
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
                measure: ChartTexts.price.spoken(in: language))
        }
    }
}
