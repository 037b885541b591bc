import Domain
import Reasons
import Signals

/// What a notification tells, apart from any language: what of it a text needs.
package struct NoticeFacts: Codable, Hashable, Sendable {
    /// What it is about: the id of a transfer, a subscription, a pattern.
    package var subject: String?
    package var amount: Money?
    /// What is left, or what it was before.
    package var other: Money?
    /// What people call it: a description, a subscription, a device, a bond, a channel.
    package var name: String?
    /// The same in Russian, where it has a name there.
    package var nameInRussian: String?
    /// Who sent the money.
    package var payer: Person?
    /// Who got the money.
    package var payee: Person?
    /// The account, as its owner calls it.
    package var account: String?
    package var day: CalendarDay?
    /// The last day of several.
    package var lastDay: CalendarDay?
    package var until: Instant?
    package var count: Int?
    /// How many of each category, when it tells of many things together.
    package var counts: [String: Int]?
    /// A sentence of whoever told it.
    package var reason: String?
    /// The same by name, with its details.
    package var explanation: Explanation?
    /// The code of the fault that the sentence is of, in notices of before there were explanations.
    package var reasonCode: String?
    package var direction: ScannerSignal.Direction?
    /// Shares: of a pattern.
    package var probability: Double?
    package var probabilityLow: Double?
    package var probabilityHigh: Double?
    package var baseRate: Double?
    package var change: Double?
    package var cameTrue: Bool?
    /// Whether it is a part of the face, not interest.
    package var isRepayment: Bool?
    /// Whether an import was taken back.
    package var isUndone: Bool?
    /// The kind of a channel.
    package var channel: NotificationsSignal.ChannelKind?
    /// Where a channel leads.
    package var place: String?

    /// Somebody on the other side of money, as others may know them.
    package struct Person: Codable, Hashable, Sendable {
        package let userID: String
        /// As banks show it: `Anna P.`
        package let name: String

        package init(userID: String, name: String) { (self.userID, self.name) = (userID, name) }
    }

    /// Whose name it tells.
    package var namedPerson: String? { (payer ?? payee)?.userID }

    /// Whether a channel is off since this house does not call its address.
    var isOwnRefusal: Bool {
        explanation?.reason == Reason.addressNotAllowed.name || reasonCode == "forbiddenAddress"
    }

    package init() {}
}

/// A piece of news in somebody's inbox.
package struct Notice: Hashable, Sendable {
    package let id: String
    package let userID: String
    /// The id of the event it tells of; one of each for a person.
    package let event: String
    package let kind: NotificationsSignal.Kind
    package let facts: NoticeFacts
    package let occurredAt: Instant
    package let createdAt: Instant
    package let isLate: Bool
    package var marks = Marks()

    /// What its owner did to it.
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

    /// Whether it tells of many events together, more of which may be on their way.
    package var isGathered: Bool { kind == .imported || kind == .oldNews }

    /// Whether buttons make sense under it: a payment that is to come.
    package var hasPaymentButtons: Bool { kind == .paymentUpcoming && facts.subject != nil && facts.day != nil }
}

extension NotificationsSignal.Kind {
    /// What people choose by.
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
            .recoveryCodeUsed, .signInsFailed, .telegramLinked, .telegramUnlinked, .channelAdded, .channelRemoved,
            .channelSwitchedOn, .channelSwitchedOff, .channelSecretChanged, .sessionsEnded, .newsReduced:
            .security
        case .channelOff, .deliveryFailed, .oldNews, .channelTest: .channels
        }
    }
}
