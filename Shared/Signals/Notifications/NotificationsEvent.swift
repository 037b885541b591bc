import Domain

/// What notifications tells others.
public enum NotificationsEvent {
    /// Event `notifications.added`: something is new in an inbox, or has come back into sight there. What it says is asked
    /// for with `notifications.show`.
    public struct Added: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "notifications.added"

        /// Whose inbox it is.
        public let userId: String
        /// The notification.
        public let id: String
        /// What it is about.
        public let category: NotificationsSignal.Category
        /// What exactly happened.
        public let kind: NotificationsSignal.Kind

        public init(
            userId: String, id: String, category: NotificationsSignal.Category, kind: NotificationsSignal.Kind
        ) {
            self.userId = userId
            self.id = id
            self.category = category
            self.kind = kind
        }
    }

    /// Event `notifications.changed`: an inbox is other than it was; whoever shows it asks again.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "notifications.changed"

        /// Whose inbox it is.
        public let userId: String
        /// Which notifications are other than before.
        public let ids: [String]

        public init(userId: String, ids: [String]) {
            self.userId = userId
            self.ids = ids
        }
    }
}
