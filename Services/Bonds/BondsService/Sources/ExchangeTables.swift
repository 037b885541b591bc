import Domain
import MarketData
import Reasons
import Signals
import StrictJSON

/// Converts tables of the Moscow Exchange, fetched or from a file, to quotes and terms.
package enum ExchangeTables {
    package typealias Unreadable = ExchangeClient.Unreadable

    /// The data of a table about the bond itself.
    package struct Card: Sendable {
        package var isin: ISIN?
        package var title: String?
        package var currency: Currency?

        package init(isin: ISIN? = nil, title: String? = nil, currency: Currency? = nil) {
            self.isin = isin
            self.title = title
            self.currency = currency
        }

        package mutating func read(_ row: ISSTable.Row) {
            isin = isin ?? (row["isin"] ?? row["secid"])?.string.flatMap { ISIN($0) }
            title = title ?? ExchangeTables.title((row["name"] ?? row["shortname"])?.string)
            let code = (row["faceunit"] ?? row["currencyid"])?.string
            currency = currency ?? code.flatMap(ExchangeTables.currency)
        }
    }

    /// Returns the title if it is valid; nil otherwise.
    static func title(_ text: String?) -> String? {
        guard let text, (try? ImportRules.check(title: text, field: "")) != nil else { return nil }
        return text
    }

    /// Returns the currency of a code. The exchange uses the old code of the rouble.
    static func currency(_ code: String) -> Currency? { Currency(code: code == "SUR" ? "RUB" : code) }

    /// Reads daily quotes from `TRADEDATE`, `CLOSE` and `YIELDCLOSE`, which is 0 when unknown. A day without trades is
    /// skipped. When several boards quote a day, the larger turnover wins.
    package static func quotes(of rows: [ISSTable.Row], into days: inout DayQuotes) throws(Unreadable) {
        for (index, row) in rows.enumerated() {
            guard let price = row["close"]?.double, price != 0 else { continue }
            guard let day = row["tradedate"]?.string.flatMap({ CalendarDay($0) }) else {
                throw Unreadable(.quoteRowLacksDay, ["row": .number(index + 1)])
            }
            guard QuoteRules.isPrice(price) else {
                throw Unreadable(.quoteRowHasBadPrice, ["row": .number(index + 1)])
            }
            let yield = row["yieldclose"]?.double.flatMap { $0 != 0 && QuoteRules.isYield($0) ? $0 : nil }
            days.add(day, price: price, yield: yield ?? .nan, turnover: row["value"]?.double ?? 0)
        }
    }

    /// Returns the terms in the tables of a "bondization"; coupons without an amount are not known yet.
    package static func terms(coupons: [ISSTable.Row], amortizations: [ISSTable.Row]) throws(Unreadable) -> BondTerms {
        var periods: [BondTerms.CouponPeriod] = []
        var unknown: Set<CalendarDay> = []
        var last: CalendarDay?
        for (index, row) in coupons.enumerated() {
            let place: [String: ReasonDetail] = ["row": .number(index + 1)]
            guard let date = row["coupondate"]?.string.flatMap({ CalendarDay($0) }) else {
                throw Unreadable(.couponRowLacksDay, place)
            }
            let start = row["startdate"]?.string.flatMap { CalendarDay($0) } ?? last
            last = date
            guard let value = row["value"]?.double, value != 0 else {
                unknown.insert(date)
                continue
            }
            guard let start, start < date else {
                throw Unreadable(.couponRowLacksStart, place)
            }
            guard value > 0, value <= TermsRules.largestValue else {
                throw Unreadable(.couponRowHasBadValue, place)
            }
            periods.append(BondTerms.CouponPeriod(start: start, date: date, value: value))
        }
        var principal: [BondTerms.Repayment] = []
        for (index, row) in amortizations.enumerated() {
            guard let date = row["amortdate"]?.string.flatMap({ CalendarDay($0) }), let value = row["value"]?.double,
                value > 0, value <= TermsRules.largestValue
            else { throw Unreadable(.repaymentRowIncomplete, ["row": .number(index + 1)]) }
            principal.append(BondTerms.Repayment(date: date, value: value))
        }
        guard !principal.isEmpty else {
            throw Unreadable(.noRepayments)
        }
        return try checked(periods, principal, unknown)
    }

    private static func checked(
        _ periods: [BondTerms.CouponPeriod], _ principal: [BondTerms.Repayment], _ unknown: Set<CalendarDay>
    ) throws(Unreadable) -> BondTerms {
        let ordered = periods.sorted { $0.date < $1.date }
        for (earlier, later) in zip(ordered, ordered.dropFirst()) where later.start < earlier.date {
            throw Unreadable(
                .couponsAreWrong,
                [
                    "rule": .text(Reason.overlap.name), "day": .text("\(later.date)"),
                    "before": .text("\(earlier.date)"),
                ], phrases: [.overlap])
        }
        guard max(periods.count, principal.count, unknown.count) <= TermsRules.mostCoupons else {
            throw Unreadable(.tooManyPayments, ["most": .number(TermsRules.mostCoupons)])
        }
        return BondTerms(
            coupons: ordered, principal: principal.sorted { $0.date < $1.date }, unknownCoupons: unknown.sorted())
    }
}

/// Daily quotes, one per day.
package struct DayQuotes: Sendable {
    private var quotes: [CalendarDay: (price: Double, yield: Double, turnover: Double)] = [:]

    package init() {}

    package var count: Int { quotes.count }
    var last: CalendarDay? { quotes.keys.max() }

    mutating func add(_ day: CalendarDay, price: Double, yield: Double, turnover: Double) {
        if let known = quotes[day], known.turnover > turnover { return }
        quotes[day] = (price, yield, turnover)
    }

    /// The quotes in order; a day stands for its beginning in UTC.
    package var columns: QuoteColumns {
        var columns = QuoteColumns()
        for (day, quote) in quotes.sorted(by: { $0.key < $1.key }) {
            columns.append(time: day.startInUTC.microseconds, price: quote.price, yield: quote.yield)
        }
        return columns
    }
}
