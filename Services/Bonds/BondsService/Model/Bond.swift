import Domain

/// A bond that is known here.
struct Bond: Hashable, Sendable {
    let isin: ISIN
    let title: String
    let currency: Currency
    /// What it pays, if that is known.
    let terms: BondTerms?
    /// How many quotes there are.
    let quotes: Int
    let first: Instant?
    let last: Instant?
    /// In percent of the outstanding face.
    let lastPrice: Double?
}

/// A bond as an import brings it.
struct BondDraft: Sendable {
    /// Where it stands in the request, for faults: `activities[3]`.
    let place: String
    let isin: ISIN
    /// Nil leaves what is known.
    let title: String?
    /// Nil leaves what is known.
    let currency: Currency?
    /// Nil leaves what is known.
    let terms: BondTerms?
    /// In order of time, none twice.
    let quotes: QuoteColumns
    /// Whether the service fetched it from the exchange, which anybody may have it do, whoever put the bond in.
    var isFetched = false
}

/// A price at a moment.
struct Quote: Hashable, Sendable {
    let time: Instant
    /// In percent of the outstanding face, without accrued interest.
    let price: Double
    /// In percent a year, if the source said it.
    let yield: Double?
}
