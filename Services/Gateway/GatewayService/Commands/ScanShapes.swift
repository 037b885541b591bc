import Drawing
import Signals

/// The shapes that a scan compared, over one another.
enum ScanShapes {
    /// A chart of the segment and of matches, each on its own scale and as long as the segment, as they were compared.
    static func chart(
        of matches: some Collection<ScannerSignal.Match>, _ signal: ScannerSignal.Scan, _ scene: CommandScene
    ) async throws -> Chart {
        func shape(_ ticker: String, _ from: String, _ to: String) async throws -> [Double] {
            let chart = try await scene.desk.ask(
                ScannerSignal.Chart(ticker: ticker, from: from, to: to, timeframe: signal.timeframe))
            return Self.shape(chart.candles.map(\.close))
        }
        let segment = signal.segment
        let first = try await shape(segment.ticker, segment.from, segment.to)
        var series = [
            Series(
                "\(Self.period(segment.ticker, segment.from, segment.to))", .line(points(first, over: first.count)),
                isDashed: true)
        ]
        for match in matches {
            let other = try await shape(match.ticker, match.from, match.to)
            series.append(
                Series("\(Self.period(match.ticker, match.from, match.to))", .line(points(other, over: first.count))))
        }
        let (from, to) = (Text.candle(segment.from), Text.candle(segment.to))
        let title = Text(
            "Like \(segment.ticker) from \(from) to \(to)", "Похоже на \(segment.ticker) с \(from) по \(to)")
        let subtitle =
            matches.isEmpty
            ? Text("nothing like it was found", "ничего похожего не нашлось")
            : Text("closes, each on its own scale", "закрытия, каждое в своём масштабе")
        return Chart(
            title: "\(title)", subtitle: "\(subtitle)", series: series,
            horizontal: .numbers("\(Text("candles of \(segment.ticker)", "свечи \(segment.ticker)"))"))
    }

    /// `SBER 2026-01-12 to 2026-02-03`.
    private static func period(_ ticker: String, _ from: String, _ to: String) -> Text {
        let (from, to) = (Text.candle(from), Text.candle(to))
        return Text("\(ticker) \(from) to \(to)", "\(ticker) с \(from) по \(to)")
    }

    /// Values at even distances from the first candle to the last of the segment.
    private static func points(_ values: [Double], over count: Int) -> [Point] {
        let step = values.count > 1 ? Double(max(1, count - 1)) / Double(values.count - 1) : 1
        return values.enumerated().map { Point(Double($0.offset) * step + 1, $0.element) }
    }

    /// Closes on a scale of their own, as a scan compares them: without their mean, over their deviation.
    static func shape(_ closes: [Double]) -> [Double] {
        guard let least = closes.min(), let greatest = closes.max(), least < greatest else {
            return closes.map { _ in 0 }
        }
        let mean = closes.reduce(0, +) / Double(closes.count)
        let square = closes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(closes.count)
        return closes.map { ($0 - mean) / square.squareRoot() }
    }
}
