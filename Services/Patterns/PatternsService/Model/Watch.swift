import Domain

/// A security on a user's watch-list.
package struct Watch: Hashable, Sendable {
    package let userID: String
    package let ticker: String
    package let since: Instant
    /// The last day that the user's last refresh saw; nil before the first.
    package var refreshedTo: String?

    package init(userID: String, ticker: String, since: Instant, refreshedTo: String? = nil) {
        self.userID = userID
        self.ticker = ticker
        self.since = since
        self.refreshedTo = refreshedTo
    }
}
