import Coordination
import Domain
import Signals

/// Takes bonds with their quotes and terms, all of them or none. They are everybody's: what a market says is no secret.
struct ImportBondsInteractor: Interactor {
    /// Bonds of one request.
    static let mostBonds = 1_000
    /// Characters of a title.
    static let titleLength = 200

    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`.
    func execute(_ request: [BondsSignal.Activity], context: SignalContext) async throws -> [ImportedBond] {
        _ = try context.caller.requireUser()
        guard (1...Self.mostBonds).contains(request.count) else {
            throw Fault.invalidArgument("activities", "must be 1 to \(Self.mostBonds)")
        }
        let drafts = try request.enumerated().map { try Self.draft($1, field: "activities[\($0)]") }
        return try await store.add(drafts, deadline: context.deadline)
    }

    static func draft(_ activity: BondsSignal.Activity, field: String) throws(Fault) -> BondDraft {
        let length = activity.title.unicodeScalars.count
        guard (1...titleLength).contains(length),
            !activity.title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Fault.invalidArgument(
                "\(field).title", "must have 1 to \(titleLength) characters, none of them a control character")
        }
        var quotes: [Quote] = []
        quotes.reserveCapacity(activity.items.count)
        var isInOrder = true
        for (index, item) in activity.items.enumerated() {
            guard item.price.isFinite, item.price > 0, item.price <= TermsRules.largestValue else {
                throw Fault.invalidArgument("\(field).items[\(index)].price", "must be more than zero")
            }
            if let yield = item.yield, !yield.isFinite || abs(yield) > TermsRules.largestValue {
                throw Fault.invalidArgument("\(field).items[\(index)].yield", "must be a number of percent")
            }
            if let last = quotes.last, last.time >= item.date.instant { isInOrder = false }
            quotes.append(Quote(time: item.date.instant, price: item.price, yield: item.yield))
        }
        return BondDraft(
            isin: activity.isin, title: activity.title, currency: activity.currency,
            terms: try activity.terms.map { terms throws(Fault) in
                try TermsRules.payments(of: terms, field: "\(field).terms")
            },
            quotes: isInOrder ? quotes : ordered(quotes))
    }

    /// In order of time; of those of one moment the last stays.
    private static func ordered(_ quotes: [Quote]) -> [Quote] {
        let sorted = quotes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var result: [Quote] = []
        result.reserveCapacity(quotes.count)
        for (_, quote) in sorted {
            if result.last?.time == quote.time { result.removeLast() }
            result.append(quote)
        }
        return result
    }
}
