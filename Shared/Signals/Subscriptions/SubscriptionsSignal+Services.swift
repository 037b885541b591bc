import Coordination
import Domain

extension SubscriptionsSignal {
    /// Something that people pay for.
    public struct Service: Codable, Hashable, Sendable {
        /// Its id.
        public let id: String
        /// Its name.
        public let title: Title
        /// Its colour, `#rrggbb`.
        public let color: String?
        /// Its category.
        public let category: String?
        /// Whether the user created it.
        public let own: Bool

        public init(id: String, title: Title, color: String? = nil, category: String? = nil, own: Bool) {
            self.id = id
            self.title = title
            self.color = color
            self.category = category
            self.own = own
        }
    }

    /// Lists the services that the catalogue knows and the user's own, by title.
    ///
    /// - Answer: ``ServiceList``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct Services: Signal {
        public typealias Answer = ServiceList
        public static let method: SignalMethod = "subscriptions.services"
        public static let summary = "Lists services that people pay for."
        public static let effect = SignalEffect.reads
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["text"]

        /// Only those with this in their title or id.
        public let text: String?

        public init(text: String? = nil) {
            self.text = text
        }
    }

    /// Services.
    public struct ServiceList: Codable, Hashable, Sendable {
        /// The user's own first, then by their title.
        public let services: [Service]

        public init(services: [Service]) {
            self.services = services
        }
    }

    /// A currency.
    public struct CurrencyFacts: Codable, Hashable, Sendable {
        /// Its code of ISO 4217.
        public let code: Currency
        /// How many decimals its amounts have.
        public let exponent: Int
        /// Its symbol; the code where it has none.
        public let symbol: String

        public init(code: Currency, exponent: Int, symbol: String) {
            self.code = code
            self.exponent = exponent
            self.symbol = symbol
        }
    }

    /// Lists the currencies of ISO 4217.
    ///
    /// - Answer: ``CurrencyList``.
    public struct Currencies: Signal {
        public typealias Answer = CurrencyList
        public static let method: SignalMethod = "subscriptions.currencies"
        public static let summary = "Lists currencies."
        public static let effect = SignalEffect.reads

        public init() {
        }
    }

    /// Currencies.
    public struct CurrencyList: Codable, Hashable, Sendable {
        /// By code.
        public let currencies: [CurrencyFacts]
        /// The currency of the totals of this user.
        public let standard: Currency

        public init(currencies: [CurrencyFacts], standard: Currency) {
            self.currencies = currencies
            self.standard = standard
        }
    }
}
