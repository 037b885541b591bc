import Domain
import Signals

/// The known time zones.
package struct Zones: Sendable {
    private let find: @Sendable (String) -> TimeZone?

    package init(_ find: @escaping @Sendable (String) -> TimeZone?) { self.find = find }

    /// Returns a zone by its name; nil for an unknown one.
    package func zone(named name: String) -> TimeZone? { find(name) }

    /// Returns the zone of a user; UTC when the machine does not know it.
    package func zone(of preferences: Preferences) -> TimeZone { find(preferences.zone) ?? .utc }

    /// Sets the time zone of a user, unless a newer one is stored.
    func live(
        by zone: String, _ userID: String, revision: Int64, in transaction: any NotificationsTransaction,
        at now: Instant
    ) throws {
        guard try transaction.keep(zone: zone, of: userID, revision: revision) else { return }
        var preferences = try transaction.preferences(of: userID)
        guard preferences.zone != zone else { return }
        preferences.zone = zone
        try transaction.save(preferences, of: userID)
        try Router(transaction, self, at: now).reschedule(userID)
    }

    /// Returns the wording for a user.
    ///
    /// - Parameter language: The language of this request; nil for the preferred one.
    func wording(_ preferences: Preferences, in language: NotificationsSignal.Language? = nil) -> Wording {
        Wording(language ?? preferences.language ?? .en, zone(of: preferences))
    }
}
