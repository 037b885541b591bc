import Coordination
import Domain
import Reasons
import Signals

/// Fetches the terms and quotes of a bond from the exchange, only on request.
struct FetchBond: RepeatableUseCase {
    /// The range of a first fetch, in days.
    private static let usualDays = 3653

    let store: any BondsStore
    let source: any BondSource
    let clock: WallClock

    var answers: any ModelStore { store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `unavailable`,
    ///   `notFound`, `conflict`, `amountOverflow`.
    func answer(_ signal: BondsSignal.Fetch, context: SignalContext) async throws -> BondsSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        let till = signal.till ?? clock.now().dayInUTC
        // Known quotes are fetched again only from the last day on, which may not have been over.
        let known = try await store.bond(signal.isin)?.last?.dayInUTC
        let from = signal.from ?? known.map { min($0, till) } ?? till.adding(days: -Self.usualDays)
        guard from <= till else {
            throw Fault.invalidArgument("till", .mustNotBeBeforeDay, ["other": "from", "day": .text("\(from)")])
        }
        let fetched = try await source.bond(signal.isin, days: from...till) { share, count in
            context.progress?.report(share, .quotesFetched, ["quotes": .number(count)])
        }
        guard let fetched else {
            throw Fault(.notFound, .exchangeHasNoBond, ["isin": .text(signal.isin.text)], field: "isin")
        }
        let draft = BondDraft(
            place: "isin", isin: signal.isin, title: fetched.title, currency: fetched.currency, terms: fetched.terms,
            quotes: fetched.quotes, isFetched: true)
        return try await store.add([draft], for: signal, by: user, context: context)
    }
}
