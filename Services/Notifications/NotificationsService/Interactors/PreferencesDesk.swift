import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Asks auth, who answers for people.
package protocol PeopleDesk: Sendable {
    /// Sets the time zone of the user of a session, which counts for all services.
    func setZone(_ zone: String, session: String) async throws -> AuthSignal.ZoneAnswer
    /// Whether a request comes from the user, not only from a session.
    ///
    /// - Parameter attempt: The same for the same request, which may use its code again.
    func check(
        _ signal: AuthSignal.CheckCode, attempt: String, deadline: Instant?
    ) async throws -> AuthSignal.CodeCheck
}

/// Reads and changes what people want to be told.
struct PreferencesDesk: Sendable {
    private static let mostRules = 100
    private static let mostThresholds = 50

    let store: any NotificationsStore
    let zones: Zones
    let clock: WallClock
    let people: any PeopleDesk
    /// Told that there may be something to send.
    let ring: @Sendable () -> Void

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func get(_ context: SignalContext) async throws -> Preferences {
        let user = try context.caller.requireUser().userID
        return try await store.read { try $0.preferences(of: user) }
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `unavailable` (auth, for a zone), `conflict`.
    func set(
        _ signal: NotificationsSignal.SetPreferences, _ keyed: KeyedRequest?, _ context: SignalContext
    ) async throws -> Preferences {
        let user = try context.caller.requireUser().userID
        let change = try self.change(signal)
        let zone = try await setZone(signal.zone, context)
        let now = clock.now()
        let preferences = try await store.write(deadline: context.deadline) { [zones] books in
            _ = try books.once(keyed) {
                if let zone { try zones.live(by: zone.zone, user, revision: zone.revision, in: books, at: now) }
                var preferences = try books.preferences(of: user)
                change(&preferences)
                try books.save(preferences, of: user)
                try Router(books, zones, at: now).reschedule(user)
                return ""
            }
            return try books.preferences(of: user)
        }
        ring()
        return preferences
    }

    /// Sets the one zone of the user, at auth; nil when none is to be set.
    private func setZone(_ name: String?, _ context: SignalContext) async throws -> AuthSignal.ZoneAnswer? {
        guard let name else { return nil }
        guard let session = context.session else {
            throw Fault.unauthenticated("This needs a session: sign in first.")
        }
        return try await people.setZone(name, session: session)
    }

    /// What is to be changed, checked.
    private func change(
        _ signal: NotificationsSignal.SetPreferences
    ) throws(Fault) -> @Sendable (inout Preferences) -> Void {
        if let zone = signal.zone, zones.zone(named: zone) == nil {
            throw .invalidArgument("zone", "must be a time zone of the IANA database, such as Europe/Moscow")
        }
        try check(signal.rules ?? [])
        try check(signal.thresholds ?? [])
        let own = try signal.own.map(Self.own)
        var quiet: QuietHours?
        if let hours = signal.quietHours {
            quiet = QuietHours(
                from: try Self.time(hours.from, "quietHours.from"), to: try Self.time(hours.to, "quietHours.to"))
        }
        let hasQuiet = signal.quietHours != nil
        var digest: DigestTime?
        if let wish = signal.digest {
            var time = DigestTime()
            (time.every, time.at) = (wish.every, try Self.time(wish.at, "digest.at"))
            time.weekday = wish.weekday ?? 1
            guard (1...7).contains(time.weekday) else {
                throw .invalidArgument("digest.weekday", "must be 1 (Monday) to 7 (Sunday)")
            }
            digest = time
        }
        let (newQuiet, newDigest) = (quiet, digest)
        return { preferences in
            if let language = signal.language { preferences.language = language }
            for rule in signal.rules ?? [] { preferences.carry(rule.category, by: rule.channel, rule.carrying) }
            if let thresholds = signal.thresholds { preferences.thresholds = thresholds }
            if hasQuiet { preferences.quiet = newQuiet }
            if let newDigest { preferences.digest = newDigest }
            if let own { preferences.own = own }
        }
    }

    private func check(_ rules: [NotificationsSignal.Rule]) throws(Fault) {
        guard rules.count <= Self.mostRules else {
            throw .invalidArgument("rules", "must be at most \(Self.mostRules)")
        }
        for (index, rule) in rules.enumerated() where Preferences.isLocked(rule.category) && rule.carrying != .now {
            throw .invalidArgument(
                "rules[\(index)]", "is about security, which cannot be turned off or delayed: it must be now")
        }
    }

    private func check(_ thresholds: [Money]) throws(Fault) {
        guard thresholds.count <= Self.mostThresholds else {
            throw .invalidArgument("thresholds", "must be at most \(Self.mostThresholds)")
        }
        var seen: Set<Currency> = []
        for (index, threshold) in thresholds.enumerated() {
            guard threshold.minorUnits >= 0 else {
                throw .invalidArgument("thresholds[\(index)]", "must be zero or more")
            }
            guard seen.insert(threshold.currency).inserted else {
                throw .invalidArgument("thresholds[\(index)]", "is the second in \(threshold.currency)")
            }
        }
    }

    /// Kinds that people cause themselves, each once.
    private static func own(_ kinds: [NotificationsSignal.Kind]) throws(Fault) -> [NotificationsSignal.Kind] {
        let known = NotificationsSignal.Kind.ofOwnDoing
        for (index, kind) in kinds.enumerated() where !known.contains(kind) {
            throw .invalidArgument("own[\(index)]", "must be moneyIn, moneyOut, paymentDone or priceChanged")
        }
        return known.filter(kinds.contains)
    }

    private static func time(_ text: String, _ field: String) throws(Fault) -> ClockTime {
        guard let time = ClockTime(text) else { throw .invalidArgument(field, "must be a time of day, such as 08:00") }
        return time
    }
}
