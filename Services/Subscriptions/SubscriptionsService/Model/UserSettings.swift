import Domain

/// What a user has set, and how far looking at their balances has come.
package struct UserSettings: Hashable, Sendable {
    package static let warnDays = 30

    package let owner: String
    package var timeZone: String
    /// The currency of totals; nil until the user sets one.
    package var currency: Currency?
    package var account: String?
    package var warnDays = UserSettings.warnDays
    /// By account.
    package var buffers: [String: Money] = [:]
    /// When to look at the user's balances next; nil for never.
    package var lookAt: Instant?

    package init(owner: String, timeZone: String, currency: Currency? = nil) {
        self.owner = owner
        self.timeZone = timeZone
        self.currency = currency
    }
}

/// A service that a user has made.
package struct OwnService: Hashable, Sendable {
    package let id: String
    package let owner: String
    package let title: String
    package let color: String?

    package init(id: String, owner: String, title: String, color: String?) {
        self.id = id
        self.owner = owner
        self.title = title
        self.color = color
    }
}
