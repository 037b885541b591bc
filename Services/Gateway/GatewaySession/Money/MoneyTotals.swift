import Domain
import Signals

/// How much there is in all accounts together: by currency, and in one where rates are known.
///
/// Accounts that are closed hold nothing and are left out; what is frozen is counted, and told apart. An account that is
/// below zero takes away from the sum: what it owes is owed.
package struct MoneyTotals: Hashable, Sendable {
    /// A currency of the accounts.
    package struct Row: Hashable, Sendable {
        /// What its accounts hold together; nil where that is more than a number can tell.
        package let balance: Money?
        /// What of it may be spent.
        package let available: Money?
        /// The rate that makes it one of the wanted currency; nil for the wanted currency itself, and where none is known.
        package let rate: Rate?
        let currency: Currency
    }

    /// A rate as the person entered it.
    package struct Rate: Hashable, Sendable {
        package let text: String
        /// Whether it is the rate of the opposite direction.
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

    /// By currency, the commonest first.
    package let rows: [Row]
    /// The currency of the one sum.
    let currency: Currency?
    /// All that has a rate, in ``currency``; nil without accounts, or where it is more than a number can tell.
    package let total: Money?
    /// Currencies that are not in ``total``, since no rate is known; none that holds nothing.
    package let missing: [Currency]
    /// What is in accounts that are frozen, which is counted.
    let frozen: [Money]
    /// What accounts below zero owe, which is taken off.
    let owed: [Money]

    /// - Parameters:
    ///   - accounts: All accounts of a person.
    ///   - rates: Those that the person entered, as `ledger.rates` answers them.
    ///   - wanted: The currency of the one sum; the commonest among the accounts unless said.
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

    /// The rates that are used, the oldest first.
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

    /// The rate of one currency to another, or that of the opposite direction, as totals of subscriptions use them.
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
