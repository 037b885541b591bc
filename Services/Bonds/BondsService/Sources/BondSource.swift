import Domain

/// A source from which bonds are fetched on request.
protocol BondSource: Sendable {
    /// Returns the terms of a bond, and its quotes of some days.
    ///
    /// - Parameter progress: Called with the share of the days that have arrived and the number of quotes.
    /// - Returns: Nil when the source does not know the bond.
    /// - Throws: ``Fault`` `unavailable`.
    func bond(
        _ isin: ISIN, days: ClosedRange<CalendarDay>, progress: @Sendable (_ share: Double, _ quotes: Int) -> Void
    ) async throws -> FetchedBond?
}

/// A bond as a source describes it.
struct FetchedBond: Sendable {
    let title: String?
    let currency: Currency?
    let terms: BondTerms?
    let quotes: QuoteColumns
}
