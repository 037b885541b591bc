import Hosting

/// The settings of patterns.
public struct PatternsSettings: ServiceSettings {
    /// The settings that every service has.
    public let common: CommonSettings
    /// The rules for which segments are scanned and what counts as a pattern.
    package let rules: WatchRules
    /// The interval of scans of everything that is watched (`--refresh-every`).
    public let refreshEvery: Duration
    /// The time limit of one scan (`--scan-limit`).
    public let scanLimit: Duration

    static let refresh = Setting(
        "refresh-every", default: Duration.seconds(3600), range: .seconds(1)...(.seconds(7 * 86_400)),
        summary: "How often all watched securities are scanned; changed ones are scanned at once.")
    static let longestScan = Setting(
        "scan-limit", default: Duration.seconds(120), range: .seconds(1)...(.seconds(3600)),
        summary: "How long one scan may take before scanner counts as too slow.")
    static let candleShortest = Setting(
        "candle-shortest", default: 2, range: 1...50, unit: "candles", summary: "The shortest segment of candles.")
    static let candleLongest = Setting(
        "candle-longest", default: 5, range: 1...50, unit: "candles", summary: "The longest segment of candles.")
    static let tailShortest = Setting(
        "tail-shortest", default: 0, range: 0...49, unit: "candles",
        summary: "The fewest leading candles that are compared by direction only.")
    static let tailLongest = Setting(
        "tail-longest", default: 3, range: 0...49, unit: "candles",
        summary: "The most leading candles that are compared by direction only; always fewer than all.")
    static let chartShortest = Setting(
        "chart-shortest", default: 15, range: 3...500, unit: "candles", summary: "The shortest line.")
    static let chartLongest = Setting(
        "chart-longest", default: 30, range: 3...500, unit: "candles", summary: "The longest line.")
    static let leastMatches = Setting(
        "least-matches", default: 10, range: 1...1_000_000, unit: "matches",
        summary: "The fewest matches that make a pattern.")
    static let candleDays = Setting(
        "candle-days", default: 3, range: 1...250, unit: "candles",
        summary: "How many candles after a segment of candles the outcome is measured.")
    static let chartDays = Setting(
        "chart-days", default: 5, range: 1...250, unit: "candles",
        summary: "How many candles after a line the outcome is measured.")
    static let bodyTolerance = Setting(
        "body-tolerance", default: 10, range: 0...100, unit: "per cent of the window's range",
        summary: "How far candle bodies may differ.")
    static let shadowTolerance = Setting(
        "shadow-tolerance", default: 10, range: 0...100, unit: "per cent of the window's range",
        summary: "How far candle shadows may differ.")
    static let chartTolerance = Setting(
        "chart-tolerance", default: 25, range: 0...400, unit: "hundredths",
        summary: "The greatest distance between two lines.")
    static let band = Setting(
        "chart-band", default: 10, range: 0...100, unit: "per cent of the line", summary: "How far time may be warped.")
    static let scaleLeast = Setting(
        "chart-scale-least", default: 80, range: 10...1000, unit: "per cent of the line",
        summary: "The shortest window that a line is compared with.")
    static let scaleMost = Setting(
        "chart-scale-most", default: 120, range: 10...1000, unit: "per cent of the line",
        summary: "The longest window that a line is compared with.")
    static let quietAfter = Setting(
        "quiet-after", default: 14, range: 0...36_500, unit: "days",
        summary: "A security whose candles end this long before those of others is not scanned.")
    static let keepFor = Setting(
        "keep-patterns", default: Duration.seconds(7 * 86_400), range: .seconds(1)...(.seconds(3650 * 86_400)),
        summary: "How long a pattern stays current without newer candles.")
    static let mostWatched = Setting(
        "watch-limit", default: 100, range: 1...10_000, unit: "securities",
        summary: "How many securities one person may watch.")

    /// Reads the settings.
    public init(reading reader: SettingsReader) {
        common = CommonSettings(reading: reader)
        refreshEvery = reader[Self.refresh]
        scanLimit = reader[Self.longestScan]
        var rules = WatchRules()
        rules.candleLengths = Self.range(Self.candleShortest, Self.candleLongest, reader)
        rules.tails = Self.range(Self.tailShortest, Self.tailLongest, reader)
        rules.chartLengths = Self.range(Self.chartShortest, Self.chartLongest, reader)
        rules.leastMatches = reader[Self.leastMatches]
        rules.candleDays = reader[Self.candleDays]
        rules.chartDays = reader[Self.chartDays]
        rules.bodyTolerance = Double(reader[Self.bodyTolerance]) / 100
        rules.shadowTolerance = Double(reader[Self.shadowTolerance]) / 100
        rules.chartTolerance = Double(reader[Self.chartTolerance]) / 100
        rules.band = Double(reader[Self.band]) / 100
        let scales = Self.range(Self.scaleLeast, Self.scaleMost, reader)
        rules.scales = (Double(scales.lowerBound) / 100)...(Double(scales.upperBound) / 100)
        rules.quietAfterDays = reader[Self.quietAfter]
        rules.keptFor = reader[Self.keepFor]
        rules.mostWatched = reader[Self.mostWatched]
        self.rules = rules
    }

    private static func range(
        _ least: Setting<Int>, _ most: Setting<Int>, _ reader: SettingsReader
    ) -> ClosedRange<Int> {
        let (low, high) = (reader[least], reader[most])
        guard low <= high else {
            reader.fault(least.name, "must not be above \(most.name) (\(high))")
            return least.defaultValue...most.defaultValue
        }
        return low...high
    }
}
