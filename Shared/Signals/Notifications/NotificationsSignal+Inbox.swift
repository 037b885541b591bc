import Coordination
import Domain

extension NotificationsSignal {
    /// Lists the caller's inbox, newest first, without archived and snoozed notifications.
    ///
    /// - Answer: ``Inbox``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct List: Signal {
        public typealias Answer = Inbox
        public static let method: SignalMethod = "notifications.list"
        public static let summary = "Lists your notifications, newest first."
        public static let effect = SignalEffect.reads

        /// Only what was not read.
        public let unread: Bool?
        /// True: archived notifications instead of the others.
        public let archived: Bool?
        /// Only what is about this.
        public let category: Category?
        /// How many, 1 to 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?
        /// The language of the texts; the caller's preference when absent.
        public let language: Language?

        public init(
            unread: Bool? = nil, archived: Bool? = nil, category: Category? = nil, limit: Int? = nil,
            cursor: String? = nil, language: Language? = nil
        ) {
            self.unread = unread
            self.archived = archived
            self.category = category
            self.limit = limit
            self.cursor = cursor
            self.language = language
        }
    }

    /// A page of an inbox.
    public struct Inbox: Codable, Hashable, Sendable {
        /// The newest first.
        public let notifications: [Notification]
        /// How many are unread in all, without archived and snoozed ones.
        public let unread: Int
        /// Where the next page begins; absent on the last.
        public let nextCursor: String?

        public init(notifications: [Notification], unread: Int, nextCursor: String?) {
            self.notifications = notifications
            self.unread = unread
            self.nextCursor = nextCursor
        }
    }

    /// Shows a notification and what became of it in the channels.
    ///
    /// - Answer: ``Shown``.
    /// - Faults, first match wins: `notFound`.
    public struct Show: Signal {
        public typealias Answer = Shown
        public static let method: SignalMethod = "notifications.show"
        public static let summary = "Shows a notification and where it was delivered."
        public static let effect = SignalEffect.reads

        /// Which.
        public let id: String
        /// The language of the texts; the caller's preference when absent.
        public let language: Language?

        public init(id: String, language: Language? = nil) {
            self.id = id
            self.language = language
        }
    }

    /// A notification and what became of it.
    public struct Shown: Codable, Hashable, Sendable {
        /// The notification.
        public let notification: Notification
        /// The messages it is in, the oldest first.
        public let deliveries: [Delivery]

        public init(notification: Notification, deliveries: [Delivery]) {
            self.notification = notification
            self.deliveries = deliveries
        }
    }

    /// Marks notifications as read. Read ones stay as they are.
    ///
    /// - Answer: ``Changed``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`.
    public struct Read: Signal {
        public typealias Answer = Changed
        public static let method: SignalMethod = "notifications.read"
        public static let summary = "Marks notifications as read."

        /// Which, 1 ... 1,000.
        public let ids: [String]

        public init(ids: [String]) { self.ids = ids }
    }

    /// Puts notifications away; they are read then.
    ///
    /// - Answer: ``Changed``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`.
    public struct Archive: Signal {
        public typealias Answer = Changed
        public static let method: SignalMethod = "notifications.archive"
        public static let summary = "Archives notifications."

        /// Which, 1 ... 1,000.
        public let ids: [String]

        public init(ids: [String]) { self.ids = ids }
    }

    /// Snoozes notifications until a moment. Then they come back unread, in the channels too.
    ///
    /// - Answer: ``Changed``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`.
    public struct Snooze: Signal {
        public typealias Answer = Changed
        public static let method: SignalMethod = "notifications.snooze"
        public static let summary = "Hides notifications until a given time."

        /// Which, 1 ... 1,000.
        public let ids: [String]
        /// Until when; within a year.
        public let until: Instant

        public init(ids: [String], until: Instant) {
            self.ids = ids
            self.until = until
        }
    }

    /// Undoes the last change of the caller's inbox: reading, archiving or snoozing. The last twenty changes can be
    /// undone, one after another.
    ///
    /// - Answer: ``Changed``.
    /// - Faults, first match wins: `conflict`, `notFound` (there is nothing to take back).
    public struct Undo: Signal {
        public typealias Answer = Changed
        public static let method: SignalMethod = "notifications.undo"
        public static let summary = "Undoes the last change to your inbox."

        public init() {}
    }

    /// A change of notifications.
    public enum Change: String, Codable, CaseIterable, Hashable, Sendable {
        /// It was read.
        case read
        /// It was put away.
        case archive
        /// It was put out of sight.
        case snooze
    }

    /// The result of a change.
    public struct Changed: Codable, Hashable, Sendable {
        /// The change that was made or undone.
        public let change: Change
        /// Which are other than before.
        public let ids: [String]
        /// How many were not read after it.
        public let unread: Int

        public init(change: Change, ids: [String], unread: Int) {
            self.change = change
            self.ids = ids
            self.unread = unread
        }
    }
}
