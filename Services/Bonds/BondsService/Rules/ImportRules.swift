import Coordination
import Domain
import Reasons
import Signals

/// The rules for imported bonds.
enum ImportRules {
    /// The largest number of bonds per request.
    static let mostBonds = 1_000
    /// The largest number of characters in a title.
    static let titleLength = 200

    /// - Throws: ``Fault`` `invalidArgument`.
    static func drafts(of activities: [BondsSignal.Activity], field: String) throws(Fault) -> [BondDraft] {
        guard (1...mostBonds).contains(activities.count) else {
            throw Fault.invalidArgument(field, .mustBeBetween, ["least": 1, "most": .number(mostBonds)])
        }
        var drafts: [BondDraft] = []
        for (index, activity) in activities.enumerated() {
            drafts.append(try draft(activity, field: "\(field)[\(index)]"))
        }
        return drafts
    }

    private static func draft(_ activity: BondsSignal.Activity, field: String) throws(Fault) -> BondDraft {
        try check(title: activity.title, field: "\(field).title")
        var quotes = QuoteColumns()
        quotes.reserveCapacity(activity.items.count)
        for (index, item) in activity.items.enumerated() {
            guard QuoteRules.isPrice(item.price) else {
                throw Fault.invalidArgument("\(field).items[\(index)].price", QuoteRules.price)
            }
            if let yield = item.yield, !QuoteRules.isYield(yield) {
                throw Fault.invalidArgument("\(field).items[\(index)].yield", QuoteRules.yield)
            }
            quotes.append(time: item.date.instant.microseconds, price: item.price, yield: item.yield ?? .nan)
        }
        return BondDraft(
            place: field, isin: activity.isin, title: activity.title, currency: activity.currency,
            terms: try activity.terms.map { terms throws(Fault) in
                try TermsRules.payments(of: terms, field: "\(field).terms")
            },
            quotes: quotes.sorted())
    }

    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(title: String, field: String) throws(Fault) {
        guard (1...titleLength).contains(title.unicodeScalars.count),
            PlainText.isPlain(title)
        else {
            throw Fault.invalidArgument(field, .badPlainText, ["most": .number(titleLength)])
        }
    }
}

/// The rules for quotes.
enum QuoteRules {
    static let price = Refusal(.mustBeAboveUpTo, ["least": 0, "most": "1e12"])
    static let yield = Refusal(.mustBeBetween, ["least": "-1e12", "most": "1e12"])

    static func isPrice(_ value: Double) -> Bool { value > 0 && value <= TermsRules.largestValue }
    static func isYield(_ value: Double) -> Bool { abs(value) <= TermsRules.largestValue }
}
