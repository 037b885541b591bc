import Signals

/// What scanner tells everybody.
struct MarketFacts: Sendable {
    let securities: [ScannerSignal.Security]
    /// The daily candles, by ticker.
    let charts: [String: [ScannerSignal.Candle]]
}

/// What patterns tells one person.
struct PatternFacts: Sendable {
    let watched: [String]
    let listed: [PatternsSignal.Pattern]
    let score: [PatternsSignal.KindScore]
    let events: [ToldEvent]
    /// The newest patterns that were announced, as they are shown.
    let shown: [PatternsSignal.ShownPattern]

    var found: [PatternsEvent.Found] { Self.found(in: events) }

    var judged: [PatternsEvent.Judged] {
        events.compactMap { if case .judged(let facts) = $0.facts { facts } else { nil } }
    }

    fileprivate static func found(in events: [ToldEvent]) -> [PatternsEvent.Found] {
        events.compactMap { if case .found(let facts) = $0.facts { facts } else { nil } }
    }
}

extension SimulatedPerson {
    /// Reads the market; nil when something could not be read.
    func marketFacts() async -> MarketFacts? {
        guard let securities = await read(ScannerSignal.Securities())?.securities else { return nil }
        var charts: [String: [ScannerSignal.Candle]] = [:]
        for security in securities {
            guard let candles = await read(ScannerSignal.Chart(ticker: security.ticker))?.candles else { return nil }
            charts[security.ticker] = candles
        }
        return MarketFacts(securities: securities, charts: charts)
    }

    /// Reads what patterns tells; nil when something could not be read.
    func patternFacts() async -> PatternFacts? {
        guard let watched = await read(PatternsSignal.ListWatches())?.securities.map(\.ticker),
            let listed = await read(PatternsSignal.List.everything)?.patterns,
            let score = await read(PatternsSignal.Score())?.kinds,
            let events = await events({ PatternsEvents(after: $0, limit: 1000) })
        else { return nil }
        var shown: [PatternsSignal.ShownPattern] = []
        for found in PatternFacts.found(in: events).suffix(2) {
            guard let pattern = await read(PatternsSignal.Show(id: found.id)) else { return nil }
            shown.append(pattern)
        }
        return PatternFacts(watched: watched, listed: listed, score: score, events: events, shown: shown)
    }
}
