import Coordination
import Domain

/// The signals of notifications: an inbox filled from the events of other services, and the channels that carry it out
/// of the house.
public enum NotificationsSignal {
    /// The category of a notification, by which people choose.
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
        /// Payments of bonds.
        case coupons
        /// Channels that do not work, and events read too late to be notified one by one.
        case channels
        /// Sign-ins, passwords, codes, sessions that others ended, changes of channels and of what is told: never held
        /// back and never turned off.
        case security
    }

    /// The exact kind.
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
        /// Attempts to sign in as the user failed repeatedly.
        case signInsFailed
        /// A passkey signs in from now on.
        case passkeyAdded
        /// It does not any more.
        case passkeyRemoved
        /// The counter of a passkey went back: there may be a copy.
        case passkeyCopied
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
        /// Events read long after they happened, summed up in one notification.
        case oldNews
        /// A channel was tried by its owner; stands in no inbox.
        case channelTest

        /// The kinds that people cause themselves. Users are notified of their own actions only when they choose so.
        public static let ofOwnDoing: [Kind] = [.moneyIn, .moneyOut, .paymentDone, .priceChanged]
    }

    /// The language of texts.
    public enum Language: String, Codable, CaseIterable, Hashable, Sendable {
        /// Russian.
        case ru
        /// English.
        case en
    }

    /// One notification in the inbox of a user. Its texts are in the language of the reader.
    public struct Notification: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The category.
        public let category: Category
        /// The exact kind.
        public let kind: Kind
        /// The event in a few words.
        public let title: String
        /// The rest, a few sentences.
        public let body: String
        /// When it was put here.
        public let createdAt: Instant
        /// When it happened.
        public let occurredAt: Instant
        /// Whether it was notified long after the event; the body says so, too.
        public let late: Bool
        /// When it was read.
        public let readAt: Instant?
        /// When it was put away.
        public let archivedAt: Instant?
        /// Until when it is out of sight.
        public let snoozedUntil: Instant?
        /// The id of the CloudEvent that it reports.
        public let event: String
        /// The subject: the id of a transfer, a subscription, a pattern.
        public let subject: String?
        /// The amount that it is about.
        public let amount: Money?

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
