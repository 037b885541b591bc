extension SubscriptionsEvent {
    /// The change.
    public enum Change: String, Codable, CaseIterable, Hashable, Sendable {
        /// It is new.
        case added
        /// A property of it changed.
        case updated
        /// It is paused.
        case paused
        /// It is resumed.
        case resumed
        /// A payment of it is skipped.
        case skipped
        /// The mark of a payment, made or skipped, is removed.
        case unpaid
        /// Payments of the past were added to it.
        case merged
        /// Nothing more is due.
        case ended
        /// It is removed.
        case removed
        /// The user's settings changed.
        case settings
    }

    /// Event `subscriptions.changed`: the subscriptions of a user changed. Programs that show them read them again.
    /// Payments, refusals and new prices have events of their own, besides this one or instead of it.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.changed"

        /// Whose it is.
        public let userId: String
        /// The subscription; absent for the settings.
        public let id: String?
        /// The change.
        public let change: Change

        public init(userId: String, id: String?, change: Change) {
            self.userId = userId
            self.id = id
            self.change = change
        }
    }
}
