import Coordination
import Domain
import Reasons
import Signals

/// Changes the preferences of the caller.
struct ChangePreferences: RepeatableUseCase {
    private static let mostRules = 100
    private static let mostThresholds = 50

    let dependencies: NotificationDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `unavailable` (auth, for a zone).
    func answer(
        _ signal: NotificationsSignal.SetPreferences, context: SignalContext
    ) async throws -> NotificationsSignal.Preferences {
        let user = try context.caller.requireUser().userID
        let change = try change(signal)
        let zone = try await setZone(signal.zone, context)
        return try await dependencies.change(signal, by: user, context) {
            [zones = dependencies.zones] transaction, now in
            if let zone { try zones.live(by: zone.zone, user, revision: zone.revision, in: transaction, at: now) }
            let before = try transaction.preferences(of: user)
            var preferences = before
            change(&preferences)
            try transaction.save(preferences, of: user)
            let router = Router(transaction, zones, at: now)
            try router.reschedule(user)
            // The thief of a session would do this first. The notice has a kind that cannot be turned off.
            if preferences.tellsLessOfMoneyOut(than: before) { _ = try router.tell(.newsReduced, to: user) }
            return NotificationsSignal.Preferences(preferences)
        }
    }

    /// Sets the zone of the user at auth, for all services; nil without a zone.
    private func setZone(_ name: String?, _ context: SignalContext) async throws -> AuthSignal.ZoneAnswer? {
        guard let name else { return nil }
        return try await dependencies.people.setZone(name, for: context)
    }

    /// Checks the change and returns it.
    private func change(
        _ signal: NotificationsSignal.SetPreferences
    ) throws(Fault) -> @Sendable (inout Preferences) -> Void {
        if let zone = signal.zone, dependencies.zones.zone(named: zone) == nil {
            throw .invalidArgument("zone", .notATimeZone)
        }
        try Self.check(signal.rules ?? [])
        try Self.check(signal.thresholds ?? [])
        let own = try signal.own.map(Self.own)
        let quiet: QuietHours?? = try signal.quietHours.map { hours throws(Fault) in
            QuietHours(
                from: try Self.time(hours.from, "quietHours.from"), to: try Self.time(hours.to, "quietHours.to"))
        }
        let digest = try signal.digest.map(Self.digest)
        return { preferences in
            if let language = signal.language { preferences.language = language }
            for rule in signal.rules ?? [] { preferences.carry(rule.category, by: rule.channel, rule.carrying) }
            if let thresholds = signal.thresholds { preferences.thresholds = thresholds }
            if let quiet { preferences.quiet = quiet }
            if let digest { preferences.digest = digest }
            if let own { preferences.own = own }
        }
    }

    private static func check(_ rules: [NotificationsSignal.Rule]) throws(Fault) {
        guard rules.count <= mostRules else {
            throw .invalidArgument("rules", .mustBeAtMost, ["most": .number(mostRules)])
        }
        for (index, rule) in rules.enumerated() where Preferences.isLocked(rule.category) && rule.carrying != .now {
            throw .invalidArgument("rules[\(index)]", .securityMustBeNow)
        }
    }

    private static func check(_ thresholds: [Money]) throws(Fault) {
        guard thresholds.count <= mostThresholds else {
            throw .invalidArgument("thresholds", .mustBeAtMost, ["most": .number(mostThresholds)])
        }
        var seen: Set<Currency> = []
        for (index, threshold) in thresholds.enumerated() {
            guard threshold.minorUnits >= 0 else {
                throw .invalidArgument("thresholds[\(index)]", .mustNotBeNegative)
            }
            guard seen.insert(threshold.currency).inserted else {
                throw .invalidArgument(
                    "thresholds[\(index)]", .secondInCurrency, ["currency": .text(threshold.currency.code)])
            }
        }
    }

    /// Checks the kinds of own actions, each once.
    private static func own(_ kinds: [NotificationsSignal.Kind]) throws(Fault) -> [NotificationsSignal.Kind] {
        let known = NotificationsSignal.Kind.ofOwnDoing
        for (index, kind) in kinds.enumerated() where !known.contains(kind) {
            throw .invalidArgument(
                "own[\(index)]", .notAnOwnKind, ["values": .text(known.map(\.rawValue).joined(separator: ", "))])
        }
        return known.filter(kinds.contains)
    }

    private static func digest(_ digest: NotificationsSignal.Digest) throws(Fault) -> DigestTime {
        var time = DigestTime()
        (time.every, time.at) = (digest.every, try Self.time(digest.at, "digest.at"))
        time.weekday = digest.weekday ?? 1
        guard (1...7).contains(time.weekday) else {
            throw .invalidArgument("digest.weekday", .notAWeekday)
        }
        return time
    }

    private static func time(_ text: String, _ field: String) throws(Fault) -> ClockTime {
        guard let time = ClockTime(text) else { throw .invalidArgument(field, .notATimeOfDay) }
        return time
    }
}
