import Domain
import Signals

/// The sum of all accounts: by currency, and in one currency where rates are known.
///
/// Closed accounts are empty and left out. Frozen money is included and also shown separately. A negative balance
/// reduces the sum as a debt.
package struct MoneyTotals: Hashable, Sendable {
    /// The sum in one currency.
    package struct Row: Hashable, Sendable {
        /// The balance of its accounts; nil on overflow.
        package let balance: Money?
        /// The part of the balance that may be spent.
        package let available: Money?
        /// The rate to the wanted currency; nil for the wanted currency itself, and for an unknown rate.
        package let rate: Rate?
        let currency: Currency
    }

    /// A rate as the user entered it.
    package struct Rate: Hashable, Sendable {
        package let text: String
        /// True for the rate of the opposite direction.
        package let isInverted: Bool
        package let source: String
        package let asOf: Instant

        package init(text: String, isInverted: Bool, source: String, asOf: Instant) {
            self.text = text
            self.isInverted = isInverted
            self.source = source
            self.asOf = asOf
        }
    }

    /// The sums by currency, the most frequent currency first.
    package let rows: [Row]
    /// The currency of the total.
    let currency: Currency?
    /// The total of all currencies with a rate, in ``currency``; nil without accounts, or on overflow.
    package let total: Money?
    /// Currencies with money that are not in ``total``, because their rate is unknown.
    package let missing: [Currency]
    /// The money in frozen accounts, which is included.
    let frozen: [Money]
    /// The debts of accounts below zero, which are subtracted.
    let owed: [Money]

    /// Sums up accounts.
    ///
    /// - Parameters:
    ///   - accounts: All accounts of a user.
    ///   - rates: The rates that the user entered, as `ledger.rates` returns them.
    ///   - wanted: The currency of the total; by default the most frequent one.
    package init(of accounts: [LedgerSignal.Account], rates: [LedgerSignal.Rate], in wanted: Currency? = nil) {
        let open = accounts.filter { $0.status != .closed }
        let counts = Dictionary(open.map { ($0.currency, 1) }, uniquingKeysWith: +)
        let order = open.map(\.currency)
        func place(_ currency: Currency) -> Int { order.firstIndex(of: currency) ?? order.count }
        let currencies = counts.keys.sorted {
            (-(counts[$0] ?? 0), place($0)) < (-(counts[$1] ?? 0), place($1))
        }
        let standard = wanted ?? currencies.first
        var (rows, missing): ([Row], [Currency]) = ([], [])
        var sum: Int64? = 0
        for currency in currencies {
            let own = open.filter { $0.currency == currency }
            let balance = Self.sum(own.map(\.balance), currency)
            let used = standard.flatMap { Self.rate(from: currency, to: $0, among: rates) }
            rows.append(
                Row(
                    balance: balance, available: Self.sum(own.map(\.available), currency), rate: used?.rate,
                    currency: currency))
            guard let standard else { continue }
            if currency == standard {
                sum = Self.adding(sum, balance?.minorUnits)
            } else if let used {
                sum = Self.adding(sum, balance.flatMap { used.convert($0, standard) })
            } else if balance?.minorUnits != 0 {
                missing.append(currency)
            }
        }
        (self.rows, self.missing, currency) = (rows, missing, standard)
        total =
            currencies.isEmpty
            ? nil : standard.flatMap { unit in sum.map { Money(minorUnits: $0, currency: unit) } }
        frozen = currencies.compactMap { currency in
            Self.sum(open.filter { $0.currency == currency && $0.status == .frozen }.map(\.balance), currency)
        }.filter { $0.minorUnits != 0 }
        owed = currencies.compactMap { currency in
            Self.sum(open.filter { $0.currency == currency && $0.balance.minorUnits < 0 }.map(\.balance), currency)
        }.filter { $0.minorUnits != 0 }
    }

    /// The rates used, the oldest first.
    var rates: [(currency: Currency, rate: Rate)] {
        rows.compactMap { row in row.rate.map { (row.currency, $0) } }.sorted { $0.1.asOf < $1.1.asOf }
    }

    private static func adding(_ sum: Int64?, _ part: Int64?) -> Int64? {
        guard let sum, let part else { return nil }
        let (result, isTooMuch) = sum.addingReportingOverflow(part)
        return isTooMuch ? nil : result
    }

    private static func sum(_ amounts: [Money], _ currency: Currency) -> Money? {
        amounts.reduce(Int64?(0)) { adding($0, $1.minorUnits) }.map { Money(minorUnits: $0, currency: currency) }
    }

    /// Returns the rate from one currency to another, or that of the opposite direction. Totals of subscriptions follow
    /// the same rule.
    private static func rate(
        from currency: Currency, to wanted: Currency, among rates: [LedgerSignal.Rate]
    ) -> (rate: Rate, convert: (Money, Currency) -> Int64?)? {
        guard currency != wanted else { return nil }
        if let direct = rates.first(where: { $0.from == currency && $0.to == wanted }),
            let number = DecimalRate(direct.rate)
        {
            return (
                Rate(text: direct.rate, isInverted: false, source: direct.source, asOf: direct.asOf),
                { number.convert($0, to: $1) }
            )
        }
        guard let opposite = rates.first(where: { $0.from == wanted && $0.to == currency }),
            let number = DecimalRate(opposite.rate)
        else { return nil }
        return (
            Rate(text: opposite.rate, isInverted: true, source: opposite.source, asOf: opposite.asOf),
            { number.convertBack($0, to: $1) }
        )
    }
}
