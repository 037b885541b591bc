extension SubscriptionsEvent {
    /// What was done.
    public enum Change: String, Codable, CaseIterable, Hashable, Sendable {
        /// It is new.
        case added
        /// Something about it is another.
        case updated
        /// It rests.
        case paused
        /// It goes on.
        case resumed
        /// A payment of it is left out.
        case skipped
        /// What was said of a payment of it, that it was made or is left out, is taken back.
        case unpaid
        /// Payments of the past were added to it.
        case merged
        /// Its last payment was the last: nothing more is due.
        case ended
        /// It is gone.
        case removed
        /// What the user has set for all of them is another.
        case settings
    }

    /// Event `subscriptions.changed`: what a user has here is other than it was; whoever shows it asks again. What was paid,
    /// what was refused and what costs another amount are told by events of their own, besides or instead.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "subscriptions.changed"

        /// Whose it is.
        public let userId: String
        /// The subscription; absent for the settings.
        public let id: String?
        /// What was done.
        public let change: Change

        public init(userId: String, id: String?, change: Change) {
            self.userId = userId
            self.id = id
            self.change = change
        }
    }
}
