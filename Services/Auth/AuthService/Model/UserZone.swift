/// The time zone of a user, and how it came to be.
struct UserZone: Hashable, Sendable {
    /// Where a zone comes from, what counts less first.
    enum Source: Int64, Comparable, Sendable {
        /// A program found it out.
        case found = 0
        /// The user chose it for notifications, before there was one for all.
        case notifications = 1
        /// The user chose it for subscriptions, before there was one for all.
        case subscriptions = 2
        /// The user chose it.
        case chosen = 3

        static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
    }

    /// The name.
    let name: String
    /// Where it comes from.
    let source: Source
    /// Which change of the user's zone it is, counted from 1.
    let revision: Int64

    /// The zone after a change, which is `zone` itself where that counts more.
    ///
    /// - Parameter replacesEqual: Whether a zone from the same source gives way.
    static func changing(_ zone: UserZone?, to name: String, from source: Source, replacesEqual: Bool) -> UserZone {
        if let zone, replacesEqual ? source < zone.source : source <= zone.source { return zone }
        if let zone, zone.name == name, zone.source == source { return zone }
        return UserZone(name: name, source: source, revision: (zone?.revision ?? 0) + 1)
    }
}
