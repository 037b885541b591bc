import Domain
import Signals

/// The meaning of an event of another service for notifications.
package struct HouseEvent: Hashable, Sendable {
    /// A tap on a Telegram button of notifications.
    package struct Tap: Hashable, Sendable {
        package let person: Int64
        package let queryID: String
        package let messageID: Int64?
        package let data: String

        package init(person: Int64, queryID: String, messageID: Int64?, data: String) {
            self.person = person
            self.queryID = queryID
            self.messageID = messageID
            self.data = data
        }
    }

    /// Start pressed with a code of notifications.
    package struct Start: Hashable, Sendable {
        package let person: Int64
        package let name: String
        package let language: NotificationsSignal.Language
        package let code: String

        package init(person: Int64, name: String, language: NotificationsSignal.Language, code: String) {
            self.person = person
            self.name = name
            self.language = language
            self.code = code
        }
    }

    /// A coupon that a user will receive.
    package struct Coupon: Hashable, Sendable {
        package let day: CalendarDay
        package let isRepayment: Bool
        package let amount: Money

        package init(day: CalendarDay, isRepayment: Bool, amount: Money) {
            self.day = day
            self.isRepayment = isRepayment
            self.amount = amount
        }
    }

    /// The booked rows of a statement that a user imported.
    package struct Import: Hashable, Sendable {
        package let userID: String
        package let id: String
        package let accountID: String
        package let rows: Int
        package let income: Money
        package let expense: Money
        package let first: CalendarDay
        package let last: CalendarDay
        /// True when the import was undone.
        package let isUndone: Bool

        package init(
            userID: String, id: String, accountID: String, rows: Int, income: Money, expense: Money,
            first: CalendarDay, last: CalendarDay, isUndone: Bool = false
        ) {
            self.userID = userID
            self.id = id
            self.accountID = accountID
            self.rows = rows
            self.income = income
            self.expense = expense
            self.first = first
            self.last = last
            self.isUndone = isUndone
        }
    }

    package enum Content: Hashable, Sendable {
        /// Notices for users, each with their own facts.
        case tell([Telling])
        /// Rows of a statement were imported, or the whole import was undone.
        case imported(Import)
        /// The name of an account.
        case account(id: String, name: String)
        /// All future coupons of a user for a bond.
        case coupons(userID: String, isin: String, title: String, [Coupon])
        /// A user registered. The sign-in that comes with it is not reported.
        case registered(userID: String)
        /// A user was deleted.
        case deleted(userID: String)
        /// A user has another time zone.
        case zone(userID: String, zone: String, revision: Int64)
        case start(Start)
        case tap(Tap)
        /// The event has no meaning here.
        case nothing
    }

    /// A notice for one user.
    package struct Telling: Hashable, Sendable {
        package let userID: String
        package let kind: NotificationsSignal.Kind
        package var facts: NoticeFacts
        /// The id of the account it is about. The name is looked up.
        package var accountID: String?
        /// True when the user has just done it themselves and need not be notified.
        package var isOwn: Bool
        /// The user on the other side of the money, if there is one. The name is looked up.
        package var otherID: String?

        package init(
            userID: String, kind: NotificationsSignal.Kind, facts: NoticeFacts = NoticeFacts(),
            accountID: String? = nil, isOwn: Bool = false, otherID: String? = nil
        ) {
            self.userID = userID
            self.kind = kind
            self.facts = facts
            self.accountID = accountID
            self.isOwn = isOwn
            self.otherID = otherID
        }
    }

    package let sequence: Int64
    /// The service that recorded the event.
    package let source: String
    package let time: Instant
    package let content: Content

    package init(sequence: Int64, source: String, time: Instant, content: Content) {
        self.sequence = sequence
        self.source = source
        self.time = time
        self.content = content
    }

    /// The id of its CloudEvent.
    package var event: String { "\(source)-\(sequence)" }
}
