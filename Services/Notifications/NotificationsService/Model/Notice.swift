import Domain
import Reasons
import Signals

/// The facts of a notice independent of language, as far as a text needs them.
package struct NoticeFacts: Codable, Hashable, Sendable {
    /// The id of its subject: a transfer, a subscription, a pattern.
    package var subject: String?
    package var amount: Money?
    /// The remaining or the previous amount.
    package var other: Money?
    /// The name of the subject: a description, a subscription, a device, a bond, a channel.
    package var name: String?
    /// The name in Russian, if it has one.
    package var nameInRussian: String?
    package var payer: Person?
    package var payee: Person?
    /// The name that the owner gave to the account.
    package var account: String?
    package var day: CalendarDay?
    /// The last day of several.
    package var lastDay: CalendarDay?
    package var until: Instant?
    package var count: Int?
    /// The number of events by category, when the notice gathers many.
    package var counts: [String: Int]?
    /// The reason as a sentence of the service.
    package var reason: String?
    /// The reason by name, with its details.
    package var explanation: Explanation?
    /// The code of the fault of the sentence, in notices from before explanations existed.
    package var reasonCode: String?
    package var direction: ScannerSignal.Direction?
    /// Shares of a pattern.
    package var probability: Double?
    package var probabilityLow: Double?
    package var probabilityHigh: Double?
    package var baseRate: Double?
    package var change: Double?
    package var cameTrue: Bool?
    /// True for the repayment of a part of the face value, false for interest.
    package var isRepayment: Bool?
    /// True when an import was undone.
    package var isUndone: Bool?
    /// The kind of a channel.
    package var channel: NotificationsSignal.ChannelKind?
    /// The destination of a channel.
    package var place: String?

    /// The person on the other side of money, as others may know them.
    package struct Person: Codable, Hashable, Sendable {
        package let userID: String
        /// The name as banks show it: `Anna P.`
        package let name: String

        package init(userID: String, name: String) { (self.userID, self.name) = (userID, name) }
    }

    /// The user whose name the notice contains.
    package var namedPerson: String? { (payer ?? payee)?.userID }

    /// True when a channel is off because the house does not send to its address.
    var isOwnRefusal: Bool {
        explanation?.reason == Reason.addressNotAllowed.name || reasonCode == "forbiddenAddress"
    }

    package init() {}
}

/// A notice in the inbox of a user.
package struct Notice: Hashable, Sendable {
    package let id: String
    package let userID: String
    /// The id of the event it tells of. A user has one notice for each event.
    package let event: String
    package let kind: NotificationsSignal.Kind
    package let facts: NoticeFacts
    package let occurredAt: Instant
    package let createdAt: Instant
    package let isLate: Bool
    package var marks = Marks()

    /// The state that its owner gave to it.
    package struct Marks: Hashable, Sendable {
        package var readAt: Instant?
        package var archivedAt: Instant?
        package var snoozedUntil: Instant?

        package init(readAt: Instant? = nil, archivedAt: Instant? = nil, snoozedUntil: Instant? = nil) {
            self.readAt = readAt
            self.archivedAt = archivedAt
            self.snoozedUntil = snoozedUntil
        }
    }

    package init(
        id: String, userID: String, event: String, kind: NotificationsSignal.Kind, facts: NoticeFacts,
        occurredAt: Instant, createdAt: Instant, isLate: Bool, marks: Marks = Marks()
    ) {
        self.id = id
        self.userID = userID
        self.event = event
        self.kind = kind
        self.facts = facts
        self.occurredAt = occurredAt
        self.createdAt = createdAt
        self.isLate = isLate
        self.marks = marks
    }

    package var category: NotificationsSignal.Category { kind.category }

    /// True when it gathers many events, more of which may follow.
    package var isGathered: Bool { kind == .imported || kind == .oldNews }

    /// True for a notice with buttons: an upcoming payment.
    package var hasPaymentButtons: Bool { kind == .paymentUpcoming && facts.subject != nil && facts.day != nil }
}

extension NotificationsSignal.Kind {
    /// The category by which users choose.
    package var category: NotificationsSignal.Category {
        switch self {
        case .moneyIn: .moneyIn
        case .moneyOut: .moneyOut
        case .imported: .imports
        case .transferRefused, .paymentUpcoming, .paymentDone, .paymentFailed, .cancelBy: .payments
        case .priceChanged: .prices
        case .balanceLow: .forecast
        case .patternFound, .patternJudged: .patterns
        case .couponDue: .coupons
        case .signedIn, .passwordChanged, .passwordReset, .resetIssued, .codesOn, .codesOff, .recoveryCodesRenewed,
            .recoveryCodeUsed, .signInsFailed, .passkeyAdded, .passkeyRemoved, .passkeyCopied, .telegramLinked,
            .telegramUnlinked, .channelAdded, .channelRemoved,
            .channelSwitchedOn, .channelSwitchedOff, .channelSecretChanged, .sessionsEnded, .newsReduced:
            .security
        case .channelOff, .deliveryFailed, .oldNews, .channelTest: .channels
        }
    }
}
