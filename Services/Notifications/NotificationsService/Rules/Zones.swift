import Domain
import Signals

/// The time zones that there are.
package struct Zones: Sendable {
    private let find: @Sendable (String) -> TimeZone?

    package init(_ find: @escaping @Sendable (String) -> TimeZone?) { self.find = find }

    /// Nil for one that there is not.
    package func zone(named name: String) -> TimeZone? { find(name) }

    /// That of somebody; UTC where the machine has lost it.
    package func zone(of preferences: Preferences) -> TimeZone { find(preferences.zone) ?? .utc }

    /// Counts the hours of somebody by the clocks of a zone from now on, unless a newer one is known.
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

    /// How to put things into words for somebody.
    ///
    /// - Parameter language: The language that is wanted this time; nil for the one that they prefer.
    func wording(_ preferences: Preferences, in language: NotificationsSignal.Language? = nil) -> Wording {
        Wording(language ?? preferences.language ?? .en, zone(of: preferences))
    }
}
