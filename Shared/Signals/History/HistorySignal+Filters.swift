import Coordination

extension HistorySignal {
    /// Saves a filter under a name and replaces the filter of that name.
    ///
    /// - Answer: ``FilterAnswer``.
    /// - Faults, first match wins: `invalidArgument` (a field, the name, or more than 100 filters),
    ///   `conflict`, `notFound` (the account is not the user's).
    public struct SaveFilter: Signal {
        public typealias Answer = FilterAnswer
        public static let method: SignalMethod = "history.saveFilter"
        public static let summary = "Saves a filter under a name."

        /// The name, 1 ... 100 characters.
        public let name: String
        /// Only those of this account.
        public let account: String?
        /// Only those that went this way.
        public let type: TypeFilter?
        /// From this day of the user or instant of RFC 3339 on.
        public let from: String?
        /// To this day (to its end) or this instant, which counts too.
        public let to: String?
        /// Only those whose description has all these words, as in ``Transactions``.
        public let text: String?
        /// Only those of at least this amount, in units of each one's own currency.
        public let minAmount: String?
        /// Only those of at most this amount.
        public let maxAmount: String?
        /// Only those of this category.
        public let category: String?
        /// Only those with this account on the other side; `outside` for the world outside the books.
        public let counterparty: String?
        /// Only reversed ones, or only those that were not reversed.
        public let reversed: Bool?
        /// Only transfers between accounts of the user, including exchanges, or only the others.
        public let own: Bool?
        /// Only reversed transactions and their reversals, or only the others.
        public let undone: Bool?
        /// Only those that this query finds, as in ``Transactions``.
        public let query: String?

        public init(
            name: String, account: String? = nil, type: TypeFilter? = nil, from: String? = nil, to: String? = nil,
            text: String? = nil, minAmount: String? = nil, maxAmount: String? = nil, category: String? = nil,
            counterparty: String? = nil, reversed: Bool? = nil, own: Bool? = nil, undone: Bool? = nil,
            query: String? = nil
        ) {
            self.name = name
            self.account = account
            self.type = type
            self.from = from
            self.to = to
            self.text = text
            self.minAmount = minAmount
            self.maxAmount = maxAmount
            self.category = category
            self.counterparty = counterparty
            self.reversed = reversed
            self.own = own
            self.undone = undone
            self.query = query
        }
    }

    /// A saved filter.
    public struct SavedFilter: Codable, Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Only those of this account.
        public let account: String?
        /// Only those that went this way.
        public let type: TypeFilter?
        /// From this day of the user or instant of RFC 3339 on.
        public let from: String?
        /// To this day (to its end) or this instant, which counts too.
        public let to: String?
        /// Only those whose description has all these words, as in ``Transactions``.
        public let text: String?
        /// Only those of at least this amount, in units of each one's own currency.
        public let minAmount: String?
        /// Only those of at most this amount.
        public let maxAmount: String?
        /// Only those of this category.
        public let category: String?
        /// Only those with this account on the other side; `outside` for the world outside the books.
        public let counterparty: String?
        /// Only reversed ones, or only those that were not reversed.
        public let reversed: Bool?
        /// Only transfers between accounts of the user, including exchanges, or only the others.
        public let own: Bool?
        /// Only reversed transactions and their reversals, or only the others.
        public let undone: Bool?
        /// Only those that this query finds, as in ``Transactions``.
        public let query: String?

        public init(
            name: String, account: String? = nil, type: TypeFilter? = nil, from: String? = nil, to: String? = nil,
            text: String? = nil, minAmount: String? = nil, maxAmount: String? = nil, category: String? = nil,
            counterparty: String? = nil, reversed: Bool? = nil, own: Bool? = nil, undone: Bool? = nil,
            query: String? = nil
        ) {
            self.name = name
            self.account = account
            self.type = type
            self.from = from
            self.to = to
            self.text = text
            self.minAmount = minAmount
            self.maxAmount = maxAmount
            self.category = category
            self.counterparty = counterparty
            self.reversed = reversed
            self.own = own
            self.undone = undone
            self.query = query
        }
    }

    /// One filter.
    public struct FilterAnswer: Codable, Hashable, Sendable {
        /// The filter.
        public let filter: SavedFilter

        public init(filter: SavedFilter) {
            self.filter = filter
        }
    }

    /// Lists the filters that the user keeps, by name.
    ///
    /// - Answer: ``FilterList``.
    public struct Filters: Signal {
        public typealias Answer = FilterList
        public static let method: SignalMethod = "history.filters"
        public static let summary = "Lists saved filters."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Filters.
    public struct FilterList: Codable, Hashable, Sendable {
        /// By name.
        public let filters: [SavedFilter]

        public init(filters: [SavedFilter]) {
            self.filters = filters
        }
    }

    /// Deletes a saved filter.
    ///
    /// - Answer: ``FilterAnswer``: the one that was.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct RemoveFilter: Signal {
        public typealias Answer = FilterAnswer
        public static let method: SignalMethod = "history.removeFilter"
        public static let summary = "Removes a saved filter."
        /// Only looked up: any text that was ever stored is found.
        public static let rawTexts: Set<String> = ["name"]

        /// Its name.
        public let name: String

        public init(name: String) {
            self.name = name
        }
    }
}
