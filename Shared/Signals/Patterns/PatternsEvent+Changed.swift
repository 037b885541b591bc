extension PatternsEvent {
    /// Event `patterns.changed`: the watch-list of a user or the findings of its securities changed. Programs that show
    /// them read them again. `patterns.found` and `patterns.judged` carry what is worth telling people.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "patterns.changed"

        /// The user who watches them.
        public let userId: String
        /// The securities.
        public let tickers: [String]

        public init(userId: String, tickers: [String]) {
            self.userId = userId
            self.tickers = tickers
        }
    }
}
