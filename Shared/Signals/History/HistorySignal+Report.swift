import Coordination
import Domain

extension HistorySignal {
    /// What a report is about.
    public enum ReportKind: String, Codable, CaseIterable, Hashable, Sendable {
        /// The balance of each account at the end of each period.
        case balance
        /// Income and expenses by category, and what is left of them.
        case income
        /// Money in and money out by account, between the opening and the closing balance.
        case cashflow
        /// The sum of all accounts at the end of each period, and its change.
        case networth
        /// Expenses by category, largest first.
        case spending
    }

    /// The length of the periods of a report. Weeks are those of ISO 8601, from Monday to Sunday.
    public enum ReportInterval: String, Codable, CaseIterable, Hashable, Sendable {
        /// From midnight to midnight; from Monday to Sunday; three months from January, April, July or October on.
        case day, week, month, quarter, year
    }

    /// What the periods of a report are compared with.
    public enum ReportComparison: String, Codable, CaseIterable, Hashable, Sendable {
        /// The period before.
        case previous
        /// The same days a year ago; for weeks, the week 52 weeks ago.
        case year
    }

    /// Reports balances, income, cash flow, net worth or spending, one column for each period. Currencies are never
    /// mixed.
    ///
    /// Categories are a tree: `food:restaurants` lies in `food`, whose row includes it. Transfers between accounts of
    /// the user, exchanges, and reversed transactions with their reversals are neither income nor expenses, unless the
    /// saved filter or the query asks for them; they do count for `balance`, `networth` and `cashflow`.
    /// - Answer: ``ReportAnswer``.
    /// - Faults, first match wins: `invalidArgument` (also more than 120 periods, and a field that does not go with the
    ///   report), `notFound` (as for a list), `limitExceeded` (more than 1,000 rows or 30,000 amounts).
    public struct Report: Signal {
        public typealias Answer = ReportAnswer
        public static let method: SignalMethod = "history.report"
        public static let summary = "Reports balances, income, cash flow, net worth or spending by period."
        public static let effect = SignalEffect.reads
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["text", "category", "counterparty", "filter", "query"]

        /// What it is about.
        public let kind: ReportKind
        /// The length of the periods; a month when absent. The first and the last are cut to the days asked for.
        public let by: ReportInterval?
        /// The first day of the user; when absent, such that there are six periods.
        public let from: CalendarDay?
        /// The last day, which counts to its end; when absent, today or the last day of the saved filter.
        public let to: CalendarDay?
        /// How many levels of categories to show, 1 ... 50; deeper ones are part of those above them. All when absent.
        /// Only for `income` and `spending`.
        public let depth: Int?
        /// Adds what each amount is compared with.
        public let compare: ReportComparison?
        /// Only this account.
        public let account: String?
        /// Only transactions whose description has all these words, as in ``Transactions``. This field and those below
        /// are only for `income` and `spending`: a balance is the sum of all transactions.
        public let text: String?
        /// Only those of at least this amount, in units of each one's own currency.
        public let minAmount: String?
        /// Only those of at most this amount.
        public let maxAmount: String?
        /// Only those of exactly this category.
        public let category: String?
        /// Only those with this account on the other side; `outside` for the world outside the books.
        public let counterparty: String?
        /// Only those that the saved filter of this name finds; the other fields narrow it.
        public let filter: String?
        /// Only those that this query finds, as in ``Transactions``.
        public let query: String?

        public init(
            kind: ReportKind, by: ReportInterval? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil,
            depth: Int? = nil, compare: ReportComparison? = nil, account: String? = nil, text: String? = nil,
            minAmount: String? = nil, maxAmount: String? = nil, category: String? = nil, counterparty: String? = nil,
            filter: String? = nil, query: String? = nil
        ) {
            self.kind = kind
            self.by = by
            self.from = from
            self.to = to
            self.depth = depth
            self.compare = compare
            self.account = account
            self.text = text
            self.minAmount = minAmount
            self.maxAmount = maxAmount
            self.category = category
            self.counterparty = counterparty
            self.filter = filter
            self.query = query
        }
    }

    /// A report.
    public struct ReportAnswer: Codable, Hashable, Sendable {
        /// What it is about.
        public let kind: ReportKind
        /// The length of the periods.
        public let by: ReportInterval
        /// The columns, oldest first.
        public let periods: [ReportPeriod]
        /// What each column is compared with; absent unless asked for.
        public let comparedPeriods: [ReportPeriod]?
        /// A report for each currency, in the order of codes; none for a currency without amounts.
        public let currencies: [CurrencyReport]

        public init(
            kind: ReportKind, by: ReportInterval, periods: [ReportPeriod], comparedPeriods: [ReportPeriod]? = nil,
            currencies: [CurrencyReport]
        ) {
            self.kind = kind
            self.by = by
            self.periods = periods
            self.comparedPeriods = comparedPeriods
            self.currencies = currencies
        }
    }

    /// A column of a report.
    public struct ReportPeriod: Codable, Hashable, Sendable {
        /// The whole period: `2026-11-21`, `2026-W47`, `2026-11`, `2026-Q4` or `2026`.
        public let key: String
        /// Its first day in the report.
        public let first: CalendarDay
        /// Its last day in the report.
        public let last: CalendarDay

        public init(key: String, first: CalendarDay, last: CalendarDay) {
            self.key = key
            self.first = first
            self.last = last
        }
    }

    /// The rows of one currency.
    public struct CurrencyReport: Codable, Hashable, Sendable {
        /// The currency.
        public let currency: Currency
        /// Accounts in the order in which they became known; categories by name, for `spending` the largest first, each
        /// above those in it, what has no category last. None for `networth`.
        public let rows: [ReportRow]
        /// The sums of the rows, one row for each kind of amount.
        public let totals: [ReportRow]

        public init(currency: Currency, rows: [ReportRow], totals: [ReportRow]) {
            self.currency = currency
            self.rows = rows
            self.totals = totals
        }
    }

    /// What the amounts of a row are.
    public enum ReportLine: String, Codable, CaseIterable, Hashable, Sendable {
        /// The balance at the end of the period.
        case balance
        /// How much the balance changed in the period.
        case change
        /// Income.
        case income
        /// Expenses, as positive amounts.
        case expense
        /// Income without expenses, or money in without money out.
        case net
        /// The balance at the start of the period.
        case opening
        /// Money that came to the account, as positive amounts.
        case moneyIn
        /// Money that left the account, as positive amounts.
        case moneyOut
        /// The balance at the end of the period.
        case closing
    }

    /// A row of a report. An amount beyond 64 bits of minor units stays at the largest that fits.
    public struct ReportRow: Codable, Hashable, Sendable {
        /// What its amounts are.
        public let line: ReportLine
        /// The id of the account or the whole category; absent for what has no category, and in totals.
        public let key: String?
        /// The name of the account, or the last part of the category.
        public let name: String?
        /// Its level in the tree, 1 for the top; 0 in totals.
        public let depth: Int
        /// One for each period.
        public let amounts: [Money]
        /// What each amount is compared with; absent unless asked for.
        public let compared: [Money]?
        /// The sum of the amounts; absent for balances.
        public let total: Money?
        /// The mean of the amounts, to the nearest minor unit; halves away from zero.
        public let average: Money
        /// The share of the total of `spending`, in percent with two decimals.
        public let sharePercent: Double?

        public init(
            line: ReportLine, key: String? = nil, name: String? = nil, depth: Int, amounts: [Money],
            compared: [Money]? = nil, total: Money? = nil, average: Money, sharePercent: Double? = nil
        ) {
            self.line = line
            self.key = key
            self.name = name
            self.depth = depth
            self.amounts = amounts
            self.compared = compared
            self.total = total
            self.average = average
            self.sharePercent = sharePercent
        }
    }
}
