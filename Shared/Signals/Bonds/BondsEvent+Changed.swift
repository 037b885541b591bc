import Domain

extension BondsEvent {
    /// Event `bonds.changed`: bonds have come, or have other quotes, terms or titles than before. The market is everybody's, but
    /// only the one who brought it sees this; whoever shows bonds asks again.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "bonds.changed"

        /// Who brought it.
        public let userId: String
        /// Which bonds.
        public let isins: [ISIN]

        public init(userId: String, isins: [ISIN]) {
            self.userId = userId
            self.isins = isins
        }
    }
}
