import Coordination
import Domain

extension BondsSignal {
    /// The kind of a payment of a bond.
    public enum PaymentKind: String, Codable, CaseIterable, Hashable, Sendable {
        /// Interest.
        case coupon
        /// The face, or a part of it.
        case principal
    }

    /// Lists payments day by day: of all bonds that the user holds, or of one bond, held or not.
    ///
    /// The service subscriptions, which computes for a user, names the user.
    /// - Answer: ``PaymentList``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument`, `notFound`, `termsMissing` (of the one bond),
    ///   `amountOverflow`.
    public struct Calendar: Signal {
        public typealias Answer = PaymentList
        public static let method: SignalMethod = "bonds.calendar"
        public static let summary = "Lists upcoming payments of bonds."
        public static let effect = SignalEffect.reads

        /// One bond; for one piece of it when none is held.
        public let isin: ISIN?
        /// The first day; today when absent.
        public let from: CalendarDay?
        /// The last day; a year after the first when absent.
        public let to: CalendarDay?
        /// For services only: whose bonds.
        public let user: String?
        /// The greatest number of items, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(
            isin: ISIN? = nil, from: CalendarDay? = nil, to: CalendarDay? = nil, user: String? = nil, limit: Int? = nil,
            cursor: String? = nil
        ) {
            self.isin = isin
            self.from = from
            self.to = to
            self.user = user
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// Payments in order.
    public struct PaymentList: Codable, Hashable, Sendable {
        /// The first day.
        public let from: CalendarDay
        /// The last day.
        public let to: CalendarDay
        /// By day, bond and kind.
        public let payments: [Payment]
        /// For each currency, of all pages.
        public let totals: [PaymentTotal]
        /// Where the next page begins; absent at the end.
        public let nextCursor: String?

        public init(
            from: CalendarDay, to: CalendarDay, payments: [Payment], totals: [PaymentTotal], nextCursor: String? = nil
        ) {
            self.from = from
            self.to = to
            self.payments = payments
            self.totals = totals
            self.nextCursor = nextCursor
        }
    }

    /// Something that a bond pays.
    public struct Payment: Codable, Hashable, Sendable {
        /// When.
        public let date: CalendarDay
        /// The bond.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// Interest, or a part of the face.
        public let kind: PaymentKind
        /// Money for one bond.
        public let value: Double
        /// How many bonds it is for.
        public let quantity: Int
        /// For all of them.
        public let amount: Money

        public init(
            date: CalendarDay, isin: ISIN, title: String, kind: PaymentKind, value: Double, quantity: Int, amount: Money
        ) {
            self.date = date
            self.isin = isin
            self.title = title
            self.kind = kind
            self.value = value
            self.quantity = quantity
            self.amount = amount
        }
    }

    /// Sums in a currency.
    public struct PaymentTotal: Codable, Hashable, Sendable {
        /// Which.
        public let currency: Currency
        /// Interest.
        public let coupons: Money
        /// A repayment.
        public let principal: Money

        public init(currency: Currency, coupons: Money, principal: Money) {
            self.currency = currency
            self.coupons = coupons
            self.principal = principal
        }
    }
}
