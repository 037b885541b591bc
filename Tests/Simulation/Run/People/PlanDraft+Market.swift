import TestSupport

extension PlanDraft {
    /// A security soon has this many candles, so that shapes repeat in it. Then it grows by a few at a time.
    private static let usualCandles = 120
    private static let mostAtOnce = 60

    /// Lets everybody begin with a security in which there is something to find.
    mutating func beginMarket() {
        while candles[0] < Self.usualCandles {
            let act = importCandles(0)
            append(act, at: 0.015, by: 0)
        }
        for person in slots.indices { append(.watch(security: 0), at: 0.016, by: person) }
    }

    /// Returns an act that adds to the market, or looks at it; nil when the market is full.
    mutating func useMarket(_ wish: Wish, of person: Int) -> Act? {
        switch wish {
        case .importCandles:
            let security = some(0...1)
            return candles[security] + Self.mostAtOnce > TownMarket.mostCandles ? nil : importCandles(security)
        case .watch: return .watch(security: some(0...2))
        case .unwatch: return .unwatch(security: some(0...2))
        case .refresh: return .refresh
        case .readPatterns: return .readPatterns
        default: return nil
        }
    }

    private mutating func importCandles(_ security: Int) -> Act {
        let known = candles[security]
        let first = max(0, known - some(0...3))
        let end = known < Self.usualCandles ? first + Self.mostAtOnce : known + some(1...5)
        candles[security] = max(known, end)
        return .importCandles(security: security, first: first, count: end - first, asFile: random.chance(50))
    }
}
