import Domain
import Signals

/// What one event of another service means here.
package struct HouseEvent: Hashable, Sendable {
    /// A tap on a button of ours in Telegram.
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

    /// Start, pressed with a code of ours.
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

    /// A coupon that somebody will get.
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

    /// A statement that somebody imported, as far as it is booked.
    package struct Import: Hashable, Sendable {
        package let userID: String
        package let id: String
        package let accountID: String
        package let rows: Int
        package let income: Money
        package let expense: Money
        package let first: CalendarDay
        package let last: CalendarDay
        /// Whether it was taken back.
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

    /// What it means.
    package enum Content: Hashable, Sendable {
        /// Something to tell people, each in their own words.
        case tell([Telling])
        /// Rows of a statement were imported, or all of them taken back.
        case imported(Import)
        /// What an account is called.
        case account(id: String, name: String)
        /// All that somebody will get of a bond.
        case coupons(userID: String, isin: String, title: String, [Coupon])
        /// There is a new user; the sign-in that comes with that is no news.
        case registered(userID: String)
        /// A user is gone for good.
        case deleted(userID: String)
        /// Somebody lives by other clocks.
        case zone(userID: String, zone: String, revision: Int64)
        case start(Start)
        case tap(Tap)
        /// Nothing here.
        case nothing
    }

    /// What is told to one person.
    package struct Telling: Hashable, Sendable {
        package let userID: String
        package let kind: NotificationsSignal.Kind
        package var facts: NoticeFacts
        /// The id of the account it is about, whose name is looked up.
        package var accountID: String?
        /// Whether they have just done it themselves, so that it is no news to them.
        package var isOwn: Bool
        /// Who is on the other side of the money, if somebody is; the name is looked up.
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
    /// The service that told it.
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
