import Domain

/// The settings of a user, and the schedule of their forecasts.
package struct UserSettings: Hashable, Sendable {
    package static let warnDays = 30

    package let owner: String
    package var timeZone: String
    /// The currency of totals; nil until the user sets one.
    package var currency: Currency?
    package var account: String?
    package var warnDays = UserSettings.warnDays
    /// The amounts that are to remain, by account.
    package var buffers: [String: Money] = [:]
    /// The time of the next forecast; nil for never.
    package var lookAt: Instant?

    package init(owner: String, timeZone: String, currency: Currency? = nil) {
        self.owner = owner
        self.timeZone = timeZone
        self.currency = currency
    }
}

/// A service that a user created.
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
