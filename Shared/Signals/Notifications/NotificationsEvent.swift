import Domain

/// The events of notifications.
public enum NotificationsEvent {
    /// Event `notifications.added`: a notification is new in an inbox, or visible again. `notifications.show` returns
    /// its text.
    public struct Added: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "notifications.added"

        /// The owner of the inbox.
        public let userId: String
        /// The notification.
        public let id: String
        /// The category.
        public let category: NotificationsSignal.Category
        /// The exact kind.
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

    /// Event `notifications.changed`: an inbox changed. Programs that show it read it again.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "notifications.changed"

        /// The owner of the inbox.
        public let userId: String
        /// Which notifications are other than before.
        public let ids: [String]

        public init(userId: String, ids: [String]) {
            self.userId = userId
            self.ids = ids
        }
    }
}
