import Domain

/// The exchange rates of a person, as far as that person knows them.
struct BookedRates: Sendable {
    /// What is exchanged for what.
    private struct Pair: Hashable {
        let from: Currency
        let to: Currency
    }

    private var acknowledged: [Pair: String] = [:]
    /// Rates that were asked for and not acknowledged. A late attempt of one may have its effect at any time.
    private var doubtful: [Pair: [String]] = [:]

    /// Notes that a rate will be asked for.
    mutating func ask(_ from: Currency, _ to: Currency, _ rate: String) {
        doubtful[Pair(from: from, to: to), default: []].append(rate)
    }

    /// Notes that the rate that was asked for last is in force.
    mutating func acknowledge(_ from: Currency, _ to: Currency, _ rate: String) {
        let pair = Pair(from: from, to: to)
        acknowledged[pair] = rate
        if let place = doubtful[pair]?.lastIndex(of: rate) { doubtful[pair]?.remove(at: place) }
    }

    /// Returns the rates that may be in force.
    func possible(_ from: Currency, _ to: Currency) -> Set<String> {
        let pair = Pair(from: from, to: to)
        return Set(doubtful[pair] ?? []).union(acknowledged[pair].map { [$0] } ?? [])
    }

    /// Returns what an amount is worth by a rate such as `90.5`, in minor units of a currency, rounded down; nil when
    /// the text is no rate. The house computes this elsewhere, and otherwise.
    static func worth(of amount: Money, by rate: String, in currency: Currency) -> Int128? {
        let parts = rate.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let digits = Int128(parts.joined()), digits > 0 else { return nil }
        let places = parts.count == 2 ? parts[1].count : 0
        var divisor = Int128(amount.currency.minorUnitsPerUnit)
        for _ in 0..<places { divisor *= 10 }
        return Int128(amount.minorUnits) * digits * Int128(currency.minorUnitsPerUnit) / divisor
    }
}
