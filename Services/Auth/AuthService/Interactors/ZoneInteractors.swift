import Coordination
import Domain
import Signals

/// Sets the time zone of the caller.
struct SetZoneInteractor: Interactor {
    struct Request: Sendable {
        let zone: String
        let onlyIfUnset: Bool
    }

    let store: any AuthStore
    let clock: WallClock
    /// The zones that there are.
    let zones: @Sendable (String) -> TimeZone?

    /// - Returns: The zone that holds now. Setting it again changes nothing.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func execute(_ request: Request, context: SignalContext) async throws -> UserZone {
        let caller = try context.caller.requireUser()
        guard zones(request.zone) != nil else {
            throw Fault.invalidArgument("zone", "must be a zone that this machine knows, such as Europe/Moscow")
        }
        let now = clock.now()
        let zone = try await store.write(deadline: context.deadline) { transaction -> UserZone? in
            guard let user = try transaction.user(id: caller.userID) else { return nil }
            if request.onlyIfUnset, let zone = user.zone { return zone }
            let changed = UserZone.changing(
                user.zone, to: request.zone, from: request.onlyIfUnset ? .found : .chosen, replacesEqual: true)
            guard let changed else { return user.zone }
            try transaction.setZone(changed, of: user, at: now)
            return changed
        }
        guard let zone else { throw Fault.unauthenticated("The account of this session is gone; sign in again.") }
        return zone
    }
}

/// Takes over the zones that a service kept for its users.
struct AdoptZonesInteractor: Interactor {
    struct Request: Sendable {
        let zones: [(user: String, zone: String)]
    }

    let store: any AuthStore
    let clock: WallClock
    /// The zones that there are.
    let zones: @Sendable (String) -> TimeZone?

    /// - Returns: How many users have another zone now.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a user, or a service that kept none),
    ///   `invalidArgument` (too many).
    func execute(_ request: Request, context: SignalContext) async throws -> Int {
        let source: UserZone.Source
        switch context.caller {
        case .service("subscriptions"): source = .subscriptions
        case .service("notifications"): source = .notifications
        case .service, .user, .operator: throw Fault(.permissionDenied, "Only services that kept zones tell them.")
        case .anonymous: throw Fault.unauthenticated("This needs the session of a service.")
        }
        guard request.zones.count <= AuthSignal.AdoptZones.mostZones else {
            throw Fault.invalidArgument("zones", "must be at most \(AuthSignal.AdoptZones.mostZones)")
        }
        let known = request.zones.filter { zones($0.zone) != nil }
        let now = clock.now()
        return try await store.write(deadline: context.deadline) { transaction in
            var adopted = 0
            for kept in known {
                guard let user = try transaction.user(id: kept.user),
                    let zone = UserZone.changing(user.zone, to: kept.zone, from: source, replacesEqual: false)
                else { continue }
                try transaction.setZone(zone, of: user, at: now)
                if zone.name != user.zone?.name { adopted += 1 }
            }
            return adopted
        }
    }
}

extension AuthTransaction {
    /// Keeps the zone of a user and tells others, where it is another one.
    fileprivate func setZone(_ zone: UserZone, of user: User, at now: Instant) throws {
        try setZone(zone, of: user.id)
        try record(.zoneChanged(userID: user.id, zone), at: now)
    }
}
