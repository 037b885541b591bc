import Domain

/// A security on a user's watch-list.
package struct Watch: Hashable, Sendable {
    package let userID: String
    package let ticker: String
    package let since: Instant
    /// The last day that the user's last refresh saw; nil before the first.
    package var refreshedTo: String?
    /// True until the first look at the security for this user. Until then the user is shown nothing of it, so that
    /// nobody learns whether others watch it.
    package var isNew: Bool

    package init(userID: String, ticker: String, since: Instant, refreshedTo: String? = nil, isNew: Bool = true) {
        self.userID = userID
        self.ticker = ticker
        self.since = since
        self.refreshedTo = refreshedTo
        self.isNew = isNew
    }
}
