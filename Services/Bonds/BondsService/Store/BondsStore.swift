import Coordination
import Domain

import struct Storage.KeyedRequest

/// Where bonds, their quotes and who holds them are kept.
protocol BondsStore: Sendable {
    /// Takes bonds with their quotes, all of them or none, and tells the one who brings them, and holders of those that pay
    /// otherwise now.
    ///
    /// - Throws: ``Fault`` `conflict` for a bond that is in another currency, `invalidArgument` for a new one without a
    ///   currency, `permissionDenied` for one that another user put in and that would say otherwise than it does.
    func add(
        _ drafts: [BondDraft], by user: String, keyed: KeyedRequest?, deadline: Instant?
    ) async throws -> [ImportedBond]

    /// Bonds in the order of their numbers, from the one after `isin` on.
    func bonds(after isin: ISIN?, limit: Int) async throws -> [Bond]

    /// A bond; nil when it is not known.
    func bond(_ isin: ISIN) async throws -> Bond?

    /// Runs `body` over a bond and its quotes, on a thread where it may take its time; nil when it is not known.
    func read<Value: Sendable>(
        _ isin: ISIN, _ body: @escaping @Sendable (Bond, any QuoteSource) throws -> Value
    ) async throws -> Value?

    /// Notes how many of a bond a user holds, and tells of it.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``Fault`` `notFound`, `limitExceeded`, `amountOverflow`.
    func hold(
        _ quantity: Int, of isin: ISIN, by user: String, keyed: KeyedRequest?, deadline: Instant?
    ) async throws -> HeldBefore

    /// Runs `body` over all that a user holds, in the order of the bonds' numbers.
    func holdings<Value: Sendable>(
        of user: String, _ body: @escaping @Sendable ([(holding: Holding, quotes: any QuoteSource)]) throws -> Value
    ) async throws -> Value
}

/// The quotes of a bond, as they were at one moment.
protocol QuoteSource {
    /// Those in a period, and perhaps some around it; in order of time.
    func quotes(from start: Instant, through end: Instant) throws -> QuoteColumns
    /// The last that is not after a moment.
    func last(notAfter time: Instant) throws -> Quote?
}

/// What a change of a holding found.
struct HeldBefore: Codable, Hashable, Sendable {
    let title: String
    let quantity: Int
}
