import Domain
import Drawing
import GatewayWords
import Signals

/// The shapes that a scan compared: overlaid lines, or candles side by side.
package struct ScanShapes {
    /// A range of candles of a security.
    struct Run: Hashable, Sendable {
        let ticker: String
        let name: String?
        let from: String
        let to: String
        let candles: [ScannerSignal.Candle]
    }

    let kind: ScannerSignal.Kind
    let segment: Run
    let matches: [Run]

    /// Loads the candles of a segment and its matches.
    package static func ask(
        _ kind: ScannerSignal.Kind, _ segment: ScannerSignal.Segment, _ matches: some Collection<ScannerSignal.Match>,
        _ chart: @Sendable (ScannerSignal.Segment) async throws -> ScannerSignal.ChartAnswer
    ) async throws -> ScanShapes {
        func run(_ segment: ScannerSignal.Segment) async throws -> Run {
            let answer = try await chart(segment)
            return Run(
                ticker: segment.ticker, name: answer.name, from: segment.from, to: segment.to,
                candles: answer.candles)
        }
        let first = try await run(segment)
        var others: [Run] = []
        for match in matches {
            others.append(
                try await run(ScannerSignal.Segment(ticker: match.ticker, from: match.from, to: match.to)))
        }
        return ScanShapes(kind: kind, segment: first, matches: others)
    }

    /// Returns the chart with a heading.
    package func chart(in language: Language) -> Chart {
        var chart = drawing(in: language)
        let name = SecurityNameText.title(segment.ticker, name: segment.name)
        let (from, to) = (Text.candle(segment.from), Text.candle(segment.to))
        chart.title = Text("Like \(name) from \(from) to \(to)", "Похоже на \(name) с \(from) по \(to)")
            .spoken(in: language)
        let found = matches.map { (Text(verbatim: $0.ticker + " ") + .candle($0.from)).spoken(in: language) }
            .joined(separator: ", ")
        let scale =
            kind == .chart
            ? Text("closes, each on its own scale", "закрытия, каждое в своём масштабе")
            : Text(verbatim: found)
                + Text(": candles, each run on its own scale", ": свечи, каждый отрезок в своём масштабе")
        chart.subtitle =
            (matches.isEmpty ? Text("nothing like it was found", "ничего похожего не нашлось") : scale)
            .spoken(in: language)
        return chart
    }

    /// Returns the chart without a heading.
    package func drawing(in language: Language) -> Chart {
        kind == .chart ? lines(in: language) : candles(in: language)
    }

    // MARK: Lines

    /// Returns all lines at the length of the segment, whose own line is the thickest.
    private func lines(in language: Language) -> Chart {
        func series(_ run: Run, isMain: Bool) -> Series {
            let values = Self.shape(run.candles.map(\.close))
            let step = values.count > 1 ? Double(max(1, segment.candles.count - 1)) / Double(values.count - 1) : 1
            let (from, to) = (Text.candle(run.from), Text.candle(run.to))
            let name = Text("\(run.ticker) \(from) to \(to)", "\(run.ticker) с \(from) по \(to)")
            let place = isMain ? Text("searched: ", "искали: ") + name : name
            return Series(
                place.spoken(in: language),
                .line(values.enumerated().map { Point(Double($0.offset) * step + 1, $0.element) }),
                isDashed: !isMain, isMain: isMain)
        }
        let ticker = segment.ticker
        return Chart(
            title: "", series: [series(segment, isMain: true)] + matches.map { series($0, isMain: false) },
            horizontal: .numbers(Text("candles of \(ticker)", "свечи \(ticker)").spoken(in: language)),
            measure: ChartTexts.deviation.spoken(in: language), unit: ChartTexts.deviations.spoken(in: language),
            language: language)
    }

    /// Returns closes as a scan compares them: the distance from their mean, in standard deviations.
    static func shape(_ closes: [Double]) -> [Double] {
        guard let least = closes.min(), let greatest = closes.max(), least < greatest else {
            return closes.map { _ in 0 }
        }
        let mean = closes.reduce(0, +) / Double(closes.count)
        let square = closes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(closes.count)
        return closes.map { ($0 - mean) / square.squareRoot() }
    }

    // MARK: Candles

    /// Returns the candles of the segment, followed by those of each match, all scaled between their lowest low and
    /// highest high.
    private func candles(in language: Language) -> Chart {
        let runs = [segment] + matches
        let groups = runs.map { run in
            HorizontalAxis.Group(
                (Text(verbatim: run.ticker + " ") + .candle(run.from)).spoken(in: language), count: run.candles.count)
        }
        let starts = HorizontalAxis.starts(of: groups)
        let searched = Text("searched: \(segment.ticker)", "искали: \(segment.ticker)").spoken(in: language)
        return Chart(
            title: "",
            series: runs.indices.map { index in
                Series(groups[index].name, .candles(Self.scaled(runs[index].candles)), start: starts[index])
            }, horizontal: .groups(groups), measure: ChartTexts.share.spoken(in: language), unit: "%",
            marks: segment.candles.isEmpty
                ? [] : [.period(from: 0, to: Double(segment.candles.count - 1), searched)], language: language)
    }

    /// Returns candles as a scan compares them: 0 is the lowest low, 100 the highest high.
    static func scaled(_ candles: [ScannerSignal.Candle]) -> [Candle] {
        let (low, high) = (candles.map(\.low).min() ?? 0, candles.map(\.high).max() ?? 0)
        func share(_ price: Double) -> Double { high > low ? (price - low) / (high - low) * 100 : 0 }
        return candles.map {
            Candle(open: share($0.open), high: share($0.high), low: share($0.low), close: share($0.close))
        }
    }
}
