import Domain

/// Where bonds can be fetched from, when somebody says so.
protocol BondSource: Sendable {
    /// What a bond pays, and its quotes of some days.
    ///
    /// - Parameter progress: Told the share of the days that are there, and how many quotes.
    /// - Returns: Nil when the source does not know it.
    /// - Throws: ``Fault`` `unavailable`.
    func bond(
        _ isin: ISIN, days: ClosedRange<CalendarDay>, progress: @Sendable (_ share: Double, _ quotes: Int) -> Void
    ) async throws -> FetchedBond?
}

/// A bond as a source tells it.
struct FetchedBond: Sendable {
    let title: String?
    let currency: Currency?
    let terms: BondTerms?
    let quotes: QuoteColumns
}
