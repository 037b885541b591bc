/// The time zone of a user, with its source.
struct UserZone: Hashable, Sendable {
    /// The source of a zone, in ascending precedence.
    enum Source: Int64, Comparable, Sendable {
        /// A program detected it.
        case found = 0
        /// The user chose it for notifications, before one zone was used everywhere.
        case notifications = 1
        /// The user chose it for subscriptions, before one zone was used everywhere.
        case subscriptions = 2
        case chosen = 3

        static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
    }

    let name: String
    let source: Source
    /// The number of the change of the user's zone, counted from 1.
    let revision: Int64

    /// Returns the zone after a change. It is `zone` itself when its source has precedence.
    ///
    /// - Parameter replacesEqual: True when a zone from the same source is replaced.
    static func changing(_ zone: UserZone?, to name: String, from source: Source, replacesEqual: Bool) -> UserZone {
        if let zone, replacesEqual ? source < zone.source : source <= zone.source { return zone }
        if let zone, zone.name == name, zone.source == source { return zone }
        return UserZone(name: name, source: source, revision: (zone?.revision ?? 0) + 1)
    }
}
