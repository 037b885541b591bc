import Signals

/// Candles, a column each: wicks thin, bodies that rise heavy and open, bodies that fall filled; shape as well as colour.
enum CandleChart {
    /// The lines of a chart; neighbours are merged where there are more candles than columns.
    static func lines(
        _ candles: [ScannerSignal.Candle], width: Int, rows: Int = ChartFrame.usualRows, isPlain: Bool
    ) -> [[StyledText]] {
        guard let first = candles.first, let last = candles.last else { return [] }
        let frame = ChartFrame(
            values: candles.flatMap { [$0.low, $0.high] }, width: width, rows: rows, isPlain: isPlain)
        let perColumn = (candles.count + frame.columns - 1) / frame.columns
        let shown = stride(from: 0, to: candles.count, by: perColumn).map {
            merged(candles[$0..<min($0 + perColumn, candles.count)])
        }
        // With room to spare candles stand apart.
        let slot = max(1, min(3, frame.columns / shown.count))
        return frame.lines(
            { row in
                shown.flatMap { candle -> [StyledText] in
                    let (sign, look) = cell(candle, row: row, frame)
                    let gap = String(repeating: " ", count: slot - 1)
                    return [StyledText(String(sign), look)] + (gap.isEmpty ? [] : [StyledText(gap)])
                }
            }, from: first.date, to: last.date)
    }

    private struct Shown {
        let open, high, low, close: Double
    }

    private static func merged(_ candles: ArraySlice<ScannerSignal.Candle>) -> Shown {
        Shown(
            open: candles.first?.open ?? 0, high: candles.map(\.high).max() ?? 0, low: candles.map(\.low).min() ?? 0,
            close: candles.last?.close ?? 0)
    }

    private static func cell(
        _ candle: Shown, row: Int, _ frame: ChartFrame
    ) -> (Character, StyledText.Look) {
        let isUp = candle.close > candle.open
        let look: StyledText.Look = isUp ? .green : candle.close < candle.open ? .red : .plain
        let body = frame.step(of: max(candle.open, candle.close))...frame.step(of: min(candle.open, candle.close))
        let wick = frame.step(of: candle.high)...frame.step(of: candle.low)
        if body.contains(row) { return (frame.isPlain ? (isUp ? "O" : "#") : isUp ? "┃" : "█", look) }
        if wick.contains(row) { return (frame.isPlain ? "|" : "│", look) }
        return (" ", .plain)
    }
}
