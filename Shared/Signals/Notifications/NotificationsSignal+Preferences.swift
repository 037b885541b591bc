import Coordination
import Domain
import Reasons

extension NotificationsSignal {
    /// When a channel carries what is about something.
    public enum Carrying: String, Codable, CaseIterable, Hashable, Sendable {
        /// At once, or at the end of the quiet hours.
        case now
        /// With the digest.
        case digest
        /// Never.
        case off
    }

    /// A cell of the table category by channel.
    public struct Rule: Codable, Hashable, Sendable {
        /// The category.
        public let category: Category
        /// Which kind of channel.
        public let channel: ChannelKind
        /// When that carries it.
        public let carrying: Carrying

        public init(category: Category, channel: ChannelKind, carrying: Carrying) {
            self.category = category
            self.channel = channel
            self.carrying = carrying
        }
    }

    /// Hours in which only security notifications are delivered.
    public struct QuietHours: Codable, Hashable, Sendable {
        /// When they begin, `23:00`, by the clocks of the user's zone.
        public let from: String
        /// When they end, `08:00`; the same as `from` for none at all.
        public let to: String

        public init(from: String, to: String) {
            self.from = from
            self.to = to
        }
    }

    /// How often digests come.
    public enum DigestEvery: String, Codable, CaseIterable, Hashable, Sendable {
        /// Each day.
        case day
        /// Once a week.
        case week
    }

    /// When digests come.
    public struct Digest: Codable, Hashable, Sendable {
        /// How often.
        public let every: DigestEvery
        /// The time of day, `09:00`, by the clocks of the user's zone.
        public let at: String
        /// The day of a weekly one: 1 is Monday, 7 is Sunday; Monday when absent.
        public let weekday: Int?

        public init(every: DigestEvery, at: String, weekday: Int? = nil) {
            self.every = every
            self.at = at
            self.weekday = weekday
        }
    }

    /// The preferences of a user: what to be told, where and when.
    public struct Preferences: Codable, Hashable, Sendable {
        /// The language of texts.
        public let language: Language
        /// The time zone, `Europe/Moscow`.
        public let zone: String
        /// Every category with every kind of channel.
        public let rules: [Rule]
        /// The categories that cannot be turned off or postponed, and the reasons.
        public let locked: [Locked]
        /// Smaller incoming and outgoing amounts are not notified, by currency; in other currencies all amounts are.
        public let thresholds: [Money]
        /// When it is quiet; absent for never.
        public let quietHours: QuietHours?
        /// When digests come.
        public let digest: Digest
        /// Kinds of notifications about the user's own actions; none unless the user chooses them.
        public let own: [Kind]

        public init(
            language: Language, zone: String, rules: [Rule], locked: [Locked], thresholds: [Money],
            quietHours: QuietHours?, digest: Digest, own: [Kind]
        ) {
            self.language = language
            self.zone = zone
            self.rules = rules
            self.locked = locked
            self.thresholds = thresholds
            self.quietHours = quietHours
            self.digest = digest
            self.own = own
        }
    }

    /// A category that cannot be turned off.
    public struct Locked: Codable, Hashable, Sendable {
        /// Which.
        public let category: Category
        /// Why, in the language of the preferences.
        public let reason: String
        /// The same by name.
        public let explanation: Explanation?

        public init(category: Category, reason: String, explanation: Explanation? = nil) {
            self.category = category
            self.reason = reason
            self.explanation = explanation
        }
    }

    /// Returns the preferences of the caller.
    ///
    /// - Answer: ``Preferences``.
    public struct GetPreferences: Signal {
        public typealias Answer = Preferences
        public static let method: SignalMethod = "notifications.preferences"
        public static let summary = "Shows your preferences: which notifications go where, and when."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Changes the preferences of the caller; absent ones stay. Notifications held already follow the new hours.
    ///
    /// - Answer: ``Preferences``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `unavailable` (auth, for a zone).
    public struct SetPreferences: Signal {
        public typealias Answer = Preferences
        public static let method: SignalMethod = "notifications.setPreferences"
        public static let summary = "Changes your preferences: which notifications go where, and when."

        /// The language of texts.
        public let language: Language?
        /// A zone of the IANA database.
        public let zone: String?
        /// Cells of the table that are to be other than they are.
        public let rules: [Rule]?
        /// All thresholds, one for each currency; an empty list removes them.
        public let thresholds: [Money]?
        /// When it is quiet.
        public let quietHours: QuietHours?
        /// When digests come.
        public let digest: Digest?
        /// All kinds of notifications about the user's own actions: `moneyIn`, `moneyOut`, `paymentDone`,
        /// `priceChanged`; an empty list for none.
        public let own: [Kind]?

        public init(
            language: Language? = nil, zone: String? = nil, rules: [Rule]? = nil, thresholds: [Money]? = nil,
            quietHours: QuietHours? = nil, digest: Digest? = nil, own: [Kind]? = nil
        ) {
            self.language = language
            self.zone = zone
            self.rules = rules
            self.thresholds = thresholds
            self.quietHours = quietHours
            self.digest = digest
            self.own = own
        }
    }
}
