import Domain

/// The events of bonds.
public enum BondsEvent {
    /// Event `bonds.couponsChanged`: the future payments of a bond to a user changed, because they hold more or fewer
    /// or its payments changed.
    ///
    /// It lists all future payments and replaces the previous event for the same user and bond.
    public struct CouponsChanged: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "bonds.couponsChanged"

        /// The holder.
        public let userId: String
        /// The bond.
        public let isin: ISIN
        /// Its name.
        public let title: String
        /// How many they hold; 0 for none any more.
        public let quantity: Int
        /// Known payments from the day after the event on, in order.
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
