extension PatternsEvent {
    /// Event `patterns.changed`: what a user sees of the securities they watch is other than it was: which they are, or what was
    /// found of them. Whoever shows it asks again. What is worth telling people is told by `patterns.found` and
    /// `patterns.judged`.
    public struct Changed: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "patterns.changed"

        /// Who watches them.
        public let userId: String
        /// The securities.
        public let tickers: [String]

        public init(userId: String, tickers: [String]) {
            self.userId = userId
            self.tickers = tickers
        }
    }
}
