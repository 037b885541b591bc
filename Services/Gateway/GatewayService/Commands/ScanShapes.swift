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
                "\(segment.ticker) \(segment.from) to \(segment.to)", .line(points(first, over: first.count)),
                isDashed: true)
        ]
        for match in matches {
            let other = try await shape(match.ticker, match.from, match.to)
            series.append(
                Series("\(match.ticker) \(match.from) to \(match.to)", .line(points(other, over: first.count))))
        }
        return Chart(
            title: "Like \(segment.ticker) from \(segment.from) to \(segment.to)",
            subtitle: matches.isEmpty ? "nothing like it was found" : "closes, each on its own scale", series: series,
            horizontal: .numbers("candles of \(segment.ticker)"))
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
