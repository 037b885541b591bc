import Domain

/// A security on a user's watch-list.
package struct Watch: Hashable, Sendable {
    package let userID: String
    package let ticker: String
    package let since: Instant

    package init(userID: String, ticker: String, since: Instant) {
        self.userID = userID
        self.ticker = ticker
        self.since = since
    }
}
