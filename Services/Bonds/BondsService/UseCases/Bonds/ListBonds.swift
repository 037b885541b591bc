import Coordination
import Domain
import Reasons
import Signals

/// Lists the known bonds.
struct ListBonds: UseCase {
    let store: any BondsStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`.
    func answer(_ signal: BondsSignal.List, context: SignalContext) async throws -> BondsSignal.BondList {
        _ = try context.caller.requireUser()
        let limit = try PageRules.limit(signal.limit)
        let cursor = try signal.cursor.map { text throws(Fault) in
            guard let isin = ISIN(text) else { throw Fault.invalidArgument("cursor", .mustBeAnswered) }
            return isin
        }
        let bonds = try await store.read { try $0.bonds(after: cursor, limit: limit + 1) }
        let today = clock.now().dayInUTC
        return BondsSignal.BondList(
            bonds: bonds.prefix(limit).map { BondsSignal.Bond($0, today: today) },
            nextCursor: bonds.count > limit ? bonds[limit - 1].isin.text : nil)
    }
}

extension BondsSignal.Bond {
    /// Creates the list item of a bond, with the age of its price on a day.
    init(_ bond: Bond, today: CalendarDay) {
        self.init(
            isin: bond.isin, title: bond.title, currency: bond.currency, quotes: bond.quotes, from: bond.first,
            to: bond.last, lastPrice: bond.lastPrice, maturity: bond.terms?.maturity,
            priceAgeDays: bond.last.map { $0.dayInUTC.days(until: today) })
    }
}
