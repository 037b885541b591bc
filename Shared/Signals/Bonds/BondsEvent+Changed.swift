import Domain

extension BondsEvent {
    /// Event `bonds.changed`: bonds are new, or their quotes, terms or titles changed. The market is shared by all
    /// users, but only the user who made the change sees this event. Programs that show bonds read them again.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "bonds.changed"

        /// The user who made the change.
        public let userId: String
        /// Which bonds.
        public let isins: [ISIN]

        public init(userId: String, isins: [ISIN]) {
            self.userId = userId
            self.isins = isins
        }
    }
}
