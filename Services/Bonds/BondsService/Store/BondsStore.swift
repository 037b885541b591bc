import Coordination
import Domain
import Signals

/// The store of bonds, their quotes and their holdings.
protocol BondsStore: ModelStore where Reading == any BondsReading, Writing == any BondsTransaction {}

/// The queries.
protocol BondsReading {
    /// Returns bonds in the order of their ISINs, after `isin`.
    func bonds(after isin: ISIN?, limit: Int) throws -> [Bond]
    /// Returns a bond and its quotes; nil when it is unknown.
    func bond(_ isin: ISIN) throws -> (bond: Bond, quotes: any QuoteSource)?
    /// Returns all holdings of a user, in the order of the ISINs.
    func holdings(of user: String) throws -> [(holding: Holding, quotes: any QuoteSource)]
}

extension BondsStore {
    /// Returns a bond; nil when it is unknown.
    func bond(_ isin: ISIN) async throws -> Bond? { try await read { try $0.bond(isin)?.bond } }
}

/// A snapshot of the quotes of a bond.
protocol QuoteSource {
    /// Returns the quotes of a period, possibly with some around it, in order of time.
    func quotes(from start: Instant, through end: Instant) throws -> QuoteColumns
    /// Returns the last quote at or before a moment.
    func last(notAfter time: Instant) throws -> Quote?
}

/// The changes.
protocol BondsTransaction {
    /// Adds a bond with its quotes, or updates it, and publishes changed payments to its holders.
    ///
    /// - Throws: ``Fault`` `conflict` for a bond in another currency, `invalidArgument` for a new one without a
    ///   currency, `permissionDenied` for data that would change a bond of another user.
    func add(_ draft: BondDraft, by user: String) throws -> BondsSignal.Imported
    /// Appends the event of changed bonds, for the user who imported them.
    func tell(changeOf isins: [ISIN], to user: String) throws
    /// Sets the quantity of a bond that a user holds, and publishes the change.
    ///
    /// - Returns: The bond, and the previous quantity.
    /// - Throws: ``Fault`` `notFound`, `limitExceeded`, `amountOverflow`.
    func hold(_ quantity: Int, of isin: ISIN, by user: String) throws -> Holding
}
