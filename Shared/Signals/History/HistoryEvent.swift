/// What history tells others. Of money it tells nothing: ledger has, and history is made of that.
public enum HistoryEvent {
    /// What was done.
    public enum Change: String, Codable, CaseIterable, Hashable, Sendable {
        /// A transaction was given a category by hand, or that was taken back.
        case category
        /// A rule that gives categories was added, moved or removed.
        case rules
        /// A saved filter was kept or forgotten.
        case filters
    }

    /// Event `history.changed`: what a user sees of their transactions is other than it was, though no money moved; whoever
    /// shows it asks again.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "history.changed"

        /// Whose it is.
        public let userId: String
        /// What was done.
        public let change: Change
        /// The transfer whose category is another; absent where it is not about one.
        public let transfer: String?

        public init(userId: String, change: Change, transfer: String? = nil) {
            self.userId = userId
            self.change = change
            self.transfer = transfer
        }
    }
}
