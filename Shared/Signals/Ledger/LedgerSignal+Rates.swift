import Coordination
import Domain

extension LedgerSignal {
    /// The rate of one unit of a currency in another, as its user entered it.
    public struct Rate: Codable, Hashable, Sendable {
        /// The currency that is given.
        public let from: Currency
        /// The currency that is got.
        public let to: Currency
        /// How many units of `to` one unit of `from` is: a decimal text.
        public let rate: String
        /// Where it was found.
        public let source: String
        /// When it held.
        public let asOf: Instant

        public init(from: Currency, to: Currency, rate: String, source: String, asOf: Instant) {
            self.from = from
            self.to = to
            self.rate = rate
            self.source = source
            self.asOf = asOf
        }
    }

    /// Enters a rate and replaces the previous one from the one currency to the other.
    ///
    /// - Answer: ``RateAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `limitExceeded` (1,000 rates a user).
    public struct SetRate: Signal {
        public typealias Answer = RateAnswer
        public static let method: SignalMethod = "ledger.setRate"
        public static let summary = "Records your exchange rate."

        /// The currency that is given.
        public let from: Currency
        /// The currency that is got.
        public let to: Currency
        /// How many units of `to` one unit of `from` is: a decimal text above zero with at most 12 decimals.
        public let rate: String
        /// Where it was found, 1 to 100 characters.
        public let source: String
        /// When it held; now when absent. Not in the future.
        public let asOf: Instant?

        public init(from: Currency, to: Currency, rate: String, source: String, asOf: Instant? = nil) {
            self.from = from
            self.to = to
            self.rate = rate
            self.source = source
            self.asOf = asOf
        }
    }

    /// One rate.
    public struct RateAnswer: Codable, Hashable, Sendable {
        /// The rate as it is kept.
        public let rate: Rate

        public init(rate: Rate) {
            self.rate = rate
        }
    }

    /// Enters the rates of a table, all or none.
    ///
    /// - Answer: ``ImportedRates``.
    /// - Faults, first match wins: `invalidArgument` (the details say which line), `conflict`, `limitExceeded`.
    public struct ImportRates: Signal {
        public typealias Answer = ImportedRates
        public static let method: SignalMethod = "ledger.importRates"
        public static let summary = "Records the exchange rates of a CSV table."
        /// A file, with its line breaks.
        public static let rawTexts: Set<String> = ["csv"]

        /// Lines of `from,to,rate,source,asOf` under such a header, at most 1,000; `asOf` is a day, an instant, or
        /// empty for now. Fields may be quoted.
        public let csv: String

        public init(csv: String) {
            self.csv = csv
        }
    }

    /// The result of importing rates.
    public struct ImportedRates: Codable, Hashable, Sendable {
        /// How many rates were entered.
        public let imported: Int

        public init(imported: Int) {
            self.imported = imported
        }
    }

    /// Lists the rates of the user by their currencies.
    ///
    /// - Answer: ``RateList``.
    public struct Rates: Signal {
        public typealias Answer = RateList
        public static let method: SignalMethod = "ledger.rates"
        public static let summary = "Lists your exchange rates."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Rates.
    public struct RateList: Codable, Hashable, Sendable {
        /// By the codes of their currencies.
        public let rates: [Rate]

        public init(rates: [Rate]) {
            self.rates = rates
        }
    }

    /// Deletes a rate.
    ///
    /// - Answer: ``RateAnswer``, the rate that was there.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RemoveRate: Signal {
        public typealias Answer = RateAnswer
        public static let method: SignalMethod = "ledger.removeRate"
        public static let summary = "Removes an exchange rate."

        /// The currency that is given.
        public let from: Currency
        /// The currency that is got.
        public let to: Currency

        public init(from: Currency, to: Currency) {
            self.from = from
            self.to = to
        }
    }

    /// Exchanges money between two accounts of the user in different currencies, at the rate that the user entered.
    ///
    /// The amount received is rounded down. The rate of the opposite direction is never used.
    /// - Answer: ``ExchangeAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount`, `currencyMismatch` (the
    ///   amount is not in the currency of the giving account, or both accounts are in one currency), `accountClosed`,
    ///   `accountFrozen`, `rateMissing`, `insufficientFunds`, `limitExceeded`, `amountOverflow`,
    ///   `confirmationRequired`, `wrongCode`, `tooManyAttempts`.
    public struct Exchange: Signal {
        public typealias Answer = ExchangeAnswer
        public static let method: SignalMethod = "ledger.exchange"
        public static let summary = "Exchanges money between two of your accounts."

        /// The payer.
        public let from: String
        /// The payee: an account of the same user in another currency.
        public let to: String
        /// How much is given, in the currency of `from`.
        public let amount: Money
        /// The greatest age of the rate in days, 0 to 3,650; any age when absent.
        public let maxAgeDays: Int?
        /// Only tells what would come of it.
        public let dryRun: Bool?
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(
            from: String, to: String, amount: Money, maxAgeDays: Int? = nil, dryRun: Bool? = nil, code: String? = nil
        ) {
            self.from = from
            self.to = to
            self.amount = amount
            self.maxAgeDays = maxAgeDays
            self.dryRun = dryRun
            self.code = code
        }
    }

    /// The result of an exchange or of its preview.
    public struct ExchangeAnswer: Codable, Hashable, Sendable {
        /// Two transfers: one to the outside world, and one from it.
        public let transfers: [Transfer]
        /// The balances of the accounts after it.
        public let balances: [AccountBalance]
        /// How much was given.
        public let given: Money
        /// How much was got.
        public let got: Money
        /// How many units of the one currency were paid for one of the other.
        public let rate: String
        /// Where the rate was found.
        public let source: String
        /// When the rate held.
        public let asOf: Instant
        /// True when nothing was done.
        public let dryRun: Bool

        public init(
            transfers: [Transfer], balances: [AccountBalance], given: Money, got: Money, rate: String, source: String,
            asOf: Instant, dryRun: Bool
        ) {
            self.transfers = transfers
            self.balances = balances
            self.given = given
            self.got = got
            self.rate = rate
            self.source = source
            self.asOf = asOf
            self.dryRun = dryRun
        }
    }
}
