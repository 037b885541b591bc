import Domain

/// A bond known to the service.
struct Bond: Hashable, Sendable {
    let isin: ISIN
    let title: String
    let currency: Currency
    /// The terms, if they are known.
    let terms: BondTerms?
    /// The number of quotes.
    let quotes: Int
    let first: Instant?
    let last: Instant?
    /// In percent of the outstanding face.
    let lastPrice: Double?
}

/// A bond as an import contains it.
package struct BondDraft: Sendable {
    /// The place in the request, for faults: `activities[3]`.
    let place: String
    let isin: ISIN
    /// Nil keeps the known title.
    package let title: String?
    /// Nil keeps the known currency.
    let currency: Currency?
    /// Nil keeps the known terms.
    package let terms: BondTerms?
    /// The quotes in order of time, without duplicates.
    package let quotes: QuoteColumns
    /// True when the service fetched the bond from the exchange. Any user may request that, whoever owns the bond.
    var isFetched = false
}

/// A price at a moment.
struct Quote: Hashable, Sendable {
    let time: Instant
    /// The clean price: in percent of the outstanding face, without accrued interest.
    let price: Double
    /// In percent a year, if the source states it.
    let yield: Double?
}
