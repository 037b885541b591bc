import Coordination
import Domain
import Signals

/// Where bonds, their quotes and who holds them are kept.
protocol BondsStore: ModelStore where Reading == any BondsReading, Writing == any BondsTransaction {}

/// What can be asked.
protocol BondsReading {
    /// Bonds in the order of their numbers, from the one after `isin` on.
    func bonds(after isin: ISIN?, limit: Int) throws -> [Bond]
    /// A bond and its quotes; nil when it is not known.
    func bond(_ isin: ISIN) throws -> (bond: Bond, quotes: any QuoteSource)?
    /// All that a user holds, in the order of the bonds' numbers.
    func holdings(of user: String) throws -> [(holding: Holding, quotes: any QuoteSource)]
}

extension BondsStore {
    /// A bond; nil when it is not known.
    func bond(_ isin: ISIN) async throws -> Bond? { try await read { try $0.bond(isin)?.bond } }
}

/// The quotes of a bond, as they were at one moment.
protocol QuoteSource {
    /// Those in a period, and perhaps some around it; in order of time.
    func quotes(from start: Instant, through end: Instant) throws -> QuoteColumns
    /// The last that is not after a moment.
    func last(notAfter time: Instant) throws -> Quote?
}

/// What can be changed.
protocol BondsTransaction {
    /// Takes a bond with its quotes, and tells its holders when it pays otherwise now.
    ///
    /// - Throws: ``Fault`` `conflict` for a bond that is in another currency, `invalidArgument` for a new one without a
    ///   currency, `permissionDenied` for one that another user put in and that would say otherwise than it does.
    func add(_ draft: BondDraft, by user: String) throws -> BondsSignal.Imported
    /// Tells whoever brought bonds that they changed.
    func tell(changeOf isins: [ISIN], to user: String) throws
    /// Notes how many of a bond a user holds, and tells of it.
    ///
    /// - Returns: The bond, and how many there were.
    /// - Throws: ``Fault`` `notFound`, `limitExceeded`, `amountOverflow`.
    func hold(_ quantity: Int, of isin: ISIN, by user: String) throws -> Holding
}
