import Coordination
import Domain

/// What notifications understands: an inbox fed by what other services tell, and the channels that carry it out of the
/// house.
public enum NotificationsSignal {
    /// What a notification is about: what people choose by.
    public enum Category: String, Codable, CaseIterable, Hashable, Sendable {
        /// Money came into an account.
        case moneyIn
        /// Money left an account.
        case moneyOut
        /// Statements that were imported.
        case imports
        /// Payments to come, made, refused or failed.
        case payments
        /// A price that rises.
        case prices
        /// A balance that will run low.
        case forecast
        /// Patterns that end now, and what became of them.
        case patterns
        /// What bonds pay.
        case coupons
        /// A channel that does not work, and news that was read too late to be told one by one.
        case channels
        /// Sign-ins, passwords, codes, sessions that others ended, changes of channels and of what is told: never held back, and never off.
        case security
    }

    /// What exactly happened.
    public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
        /// Money came into an account.
        case moneyIn
        /// Money left an account.
        case moneyOut
        /// A statement was imported: all of its rows together.
        case imported
        /// A scheduled transfer was refused.
        case transferRefused
        /// A payment of a subscription is near.
        case paymentUpcoming
        /// A payment of a subscription was made.
        case paymentDone
        /// A payment of a subscription failed.
        case paymentFailed
        /// A subscription is to be cancelled by a day, or it goes on.
        case cancelBy
        /// A subscription has another price.
        case priceChanged
        /// A balance will run low.
        case balanceLow
        /// A pattern ends now.
        case patternFound
        /// It is known what came of a pattern.
        case patternJudged
        /// A bond pays today.
        case couponDue
        /// Somebody signed in.
        case signedIn
        /// The password is another.
        case passwordChanged
        /// A forgotten password was replaced.
        case passwordReset
        /// A code that resets the password was made.
        case resetIssued
        /// Signing in needs a one-time code from now on.
        case codesOn
        /// It does not any more.
        case codesOff
        /// There are new recovery codes.
        case recoveryCodesRenewed
        /// A recovery code was used.
        case recoveryCodeUsed
        /// Somebody fails again and again to prove to be the user.
        case signInsFailed
        /// A Telegram account signs in from now on.
        case telegramLinked
        /// It does not any more.
        case telegramUnlinked
        /// A channel was set up.
        case channelAdded
        /// A channel was taken away.
        case channelRemoved
        /// A channel was switched on by its owner, or by somebody with the owner's session.
        case channelSwitchedOn
        /// A channel was switched off by the same.
        case channelSwitchedOff
        /// A webhook has another secret.
        case channelSecretChanged
        /// A session ended others of the user.
        case sessionsEnded
        /// Money that leaves is told less, or later, than before.
        case newsReduced
        /// A channel was switched off, by the other side.
        case channelOff
        /// A message could not be delivered.
        case deliveryFailed
        /// What happened long before it was read, all of it together.
        case oldNews
        /// A channel was tried by its owner; stands in no inbox.
        case channelTest

        /// The kinds that people cause themselves. What they did themselves is told when they ask for it only.
        public static let ofOwnDoing: [Kind] = [.moneyIn, .moneyOut, .paymentDone, .priceChanged]
    }

    /// The language of texts.
    public enum Language: String, Codable, CaseIterable, Hashable, Sendable {
        /// Russian.
        case ru
        /// English.
        case en
    }

    /// One piece of news in somebody's inbox. Texts are in the language of the one who reads.
    public struct Notification: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// What it is about.
        public let category: Category
        /// What exactly happened.
        public let kind: Kind
        /// What happened, in a few words.
        public let title: String
        /// The rest, a few sentences.
        public let body: String
        /// When it was put here.
        public let createdAt: Instant
        /// When it happened.
        public let occurredAt: Instant
        /// Whether it was told long after it happened; the body says so, too.
        public let late: Bool
        /// When it was read.
        public let readAt: Instant?
        /// When it was put away.
        public let archivedAt: Instant?
        /// Until when it is out of sight.
        public let snoozedUntil: Instant?
        /// The event it tells of: the id of its CloudEvent.
        public let event: String
        /// What it is about: the id of a transfer, a subscription, a pattern.
        public let subject: String?
        /// The amount that it is about.
        public let amount: Money?

        /// A value of these parts.
        public init(
            id: String, category: Category, kind: Kind, title: String, body: String, createdAt: Instant,
            occurredAt: Instant, late: Bool, readAt: Instant?, archivedAt: Instant?, snoozedUntil: Instant?,
            event: String, subject: String?, amount: Money?
        ) {
            self.id = id
            self.category = category
            self.kind = kind
            self.title = title
            self.body = body
            self.createdAt = createdAt
            self.occurredAt = occurredAt
            self.late = late
            self.readAt = readAt
            self.archivedAt = archivedAt
            self.snoozedUntil = snoozedUntil
            self.event = event
            self.subject = subject
            self.amount = amount
        }
    }
}
