import Coordination

extension AuthSignal {
    /// Sets the time zone of the user, by whose clocks every service counts days: limits, schedules, months, quiet
    /// hours.
    ///
    /// Services learn it from the event `auth.zoneChanged`. Instants on the wire stay in UTC.
    /// - Answer: ``ZoneAnswer``.
    /// - Faults, first match wins: `invalidArgument` (no zone that this machine knows).
    public struct SetZone: Signal {
        public typealias Answer = ZoneAnswer
        public static let method: SignalMethod = "auth.setZone"
        public static let summary = "Sets your time zone."

        /// A name of the IANA database, `Europe/Moscow`.
        public let zone: String
        /// Sets the zone only when none is set: a zone that a program detected never replaces one that a person chose.
        public let ifUnset: Bool?

        public init(zone: String, ifUnset: Bool? = nil) {
            self.zone = zone
            self.ifUnset = ifUnset
        }
    }

    /// The time zone of a user.
    public struct ZoneAnswer: Codable, Hashable, Sendable {
        /// The zone that holds now.
        public let zone: String
        /// Which change of the user's zone it came with, counted from 1.
        public let revision: Int64

        public init(zone: String, revision: Int64) {
            self.zone = zone
            self.revision = revision
        }
    }

    /// Tells auth which zones a service kept for its users before there was one by person. Only services may.
    ///
    /// A zone that the user chose in one service takes the place of one that a program found out, never of one that the
    /// user chose for all; that of subscriptions, by which money moves, takes the place of that of notifications.
    /// - Answer: ``AdoptedZones``.
    /// - Faults, first match wins: `permissionDenied`, `invalidArgument` (too many).
    public struct AdoptZones: Signal {
        public typealias Answer = AdoptedZones
        public static let method: SignalMethod = "auth.adoptZones"
        public static let summary = "Reports to auth which time zones a service kept for users."
        /// How many one signal tells at most.
        public static let mostZones = 1_000

        /// One for each user, at most ``mostZones``. Zones that this machine does not know are passed over, and so are
        /// users who are gone.
        public let zones: [KeptZone]

        public init(zones: [KeptZone]) {
            self.zones = zones
        }
    }

    /// A zone that a service kept.
    public struct KeptZone: Codable, Hashable, Sendable {
        /// The user.
        public let user: String
        /// The zone.
        public let zone: String

        public init(user: String, zone: String) {
            self.user = user
            self.zone = zone
        }
    }

    /// The result of reported zones.
    public struct AdoptedZones: Codable, Hashable, Sendable {
        /// How many users have another zone now.
        public let adopted: Int

        public init(adopted: Int) {
            self.adopted = adopted
        }
    }
}

extension AuthEvent {
    /// Event `auth.zoneChanged`: a user lives by other clocks.
    public struct ZoneChanged: Codable, Hashable, Sendable {
        /// The user.
        public let userId: String
        /// The zone.
        public let zone: String
        /// Which change of the user's zone it is, counted from 1: of two the greater holds.
        public let revision: Int64

        public init(userId: String, zone: String, revision: Int64) {
            self.userId = userId
            self.zone = zone
            self.revision = revision
        }
    }
}
