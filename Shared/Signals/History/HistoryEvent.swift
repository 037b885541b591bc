/// The events of history. They say nothing about money: the events of ledger do, and history is built from those.
public enum HistoryEvent {
    /// The change.
    public enum Change: String, Codable, CaseIterable, Hashable, Sendable {
        /// A category was assigned to a transaction by hand, or the assignment was removed.
        case category
        /// A category rule was added, moved or removed.
        case rules
        /// A filter was saved or deleted.
        case filters
        /// A layout of CSV files was learned or forgotten.
        case layouts
    }

    /// Event `history.changed`: the transactions of a user look different, although no money moved. Programs that show
    /// them read them again.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "history.changed"

        /// The owner.
        public let userId: String
        /// The change.
        public let change: Change
        /// The transfer whose category changed; absent for other changes.
        public let transfer: String?

        public init(userId: String, change: Change, transfer: String? = nil) {
            self.userId = userId
            self.change = change
            self.transfer = transfer
        }
    }
}
