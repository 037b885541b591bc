import Domain

/// What bonds tells others.
public enum BondsEvent {
    /// Event `bonds.couponsChanged`: what a user will get of a bond is another: they hold more or fewer, or it pays otherwise.
    ///
    /// It says all that is to come, and stands in for what was said of the same user and bond before.
    public struct CouponsChanged: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "bonds.couponsChanged"

        /// Who holds it.
        public let userId: String
        /// Which bond.
        public let isin: ISIN
        /// What people call it.
        public let title: String
        /// How many they hold; 0 for none any more.
        public let quantity: Int
        /// What is known to be paid from the day after the event on, in order.
        public let payments: [Payment]

        public init(userId: String, isin: ISIN, title: String, quantity: Int, payments: [Payment]) {
            self.userId = userId
            self.isin = isin
            self.title = title
            self.quantity = quantity
            self.payments = payments
        }
    }

    /// A payment to a holder.
    public struct Payment: Codable, Hashable, Sendable {
        /// When.
        public let date: CalendarDay
        /// Interest, or a part of the face.
        public let kind: BondsSignal.PaymentKind
        /// For all that they hold.
        public let amount: Money

        public init(date: CalendarDay, kind: BondsSignal.PaymentKind, amount: Money) {
            self.date = date
            self.kind = kind
            self.amount = amount
        }
    }
}
