import Coordination
import Domain
import Reasons
import Signals

/// Sets the time zone of the caller. Setting it again changes nothing.
struct SetZone: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(_ signal: AuthSignal.SetZone, context: SignalContext) async throws -> AuthSignal.ZoneAnswer {
        let caller = try context.caller.requireUser()
        guard dependencies.zones(signal.zone) != nil else {
            throw Fault.invalidArgument("zone", .unknownTimeZone)
        }
        let now = dependencies.clock.now()
        return try await dependencies.store.once(signal, by: caller.userID, context: context) { transaction in
            guard let user = try transaction.user(id: caller.userID) else { throw Fault.accountGone }
            let onlyIfUnset = signal.ifUnset ?? false
            let zone = UserZone.changing(
                user.zone, to: signal.zone, from: onlyIfUnset ? .found : .chosen, replacesEqual: !onlyIfUnset)
            try transaction.setZone(zone, of: user, at: now)
            return AuthSignal.ZoneAnswer(zone: zone.name, revision: zone.revision)
        }
    }
}

/// Takes over the zones that a service stored for its users.
struct AdoptZones: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a user, or a service that stored
    ///   no zones), `invalidArgument` (too many).
    func answer(_ signal: AuthSignal.AdoptZones, context: SignalContext) async throws -> AuthSignal.AdoptedZones {
        let (service, source): (String, UserZone.Source)
        switch context.caller {
        case .service("subscriptions"): (service, source) = ("subscriptions", .subscriptions)
        case .service("notifications"): (service, source) = ("notifications", .notifications)
        case .service, .user, .operator: throw Fault(.permissionDenied, .onlyServicesWithZones)
        case .anonymous: throw Fault.unauthenticated(.needsServiceSession)
        }
        guard signal.zones.count <= AuthSignal.AdoptZones.mostZones else {
            throw Fault.invalidArgument("zones", .mustBeAtMost, ["most": .number(AuthSignal.AdoptZones.mostZones)])
        }
        let known = signal.zones.filter { dependencies.zones($0.zone) != nil }
        let now = dependencies.clock.now()
        return try await dependencies.store.once(signal, by: "service:\(service)", context: context) { transaction in
            var adopted = 0
            for kept in known {
                guard let user = try transaction.user(id: kept.user) else { continue }
                let zone = UserZone.changing(user.zone, to: kept.zone, from: source, replacesEqual: false)
                try transaction.setZone(zone, of: user, at: now)
                if zone.name != user.zone?.name { adopted += 1 }
            }
            return AuthSignal.AdoptedZones(adopted: adopted)
        }
    }
}

extension AuthTransaction {
    /// Stores the zone of a user and records the event, if the zone changed.
    fileprivate func setZone(_ zone: UserZone, of user: User, at now: Instant) throws {
        guard zone != user.zone else { return }
        try setZone(zone, of: user.id)
        try record(.zoneChanged(userID: user.id, zone), at: now)
    }
}
