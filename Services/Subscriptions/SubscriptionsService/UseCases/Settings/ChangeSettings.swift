import Coordination
import Domain
import Reasons
import Signals

/// Changes the settings of a user.
struct ChangeSettings: RepeatableUseCase {
    let dependencies: SubscriptionDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`, `unavailable` (auth, for a zone).
    func answer(
        _ signal: SubscriptionsSignal.SetSettings, context: SignalContext
    ) async throws -> SubscriptionsSignal.SettingsAnswer {
        let user = try context.caller.requireUser().userID
        if let name = signal.timeZone, dependencies.timetable.zones(name) == nil {
            throw Fault.invalidArgument("timeZone", .unknownTimeZone)
        }
        if let days = signal.warnDays, !(1...SubscriptionLimits.longestForecast).contains(days) {
            throw Fault.invalidArgument(
                "warnDays", .mustBeBetween, ["least": 1, "most": .number(SubscriptionLimits.longestForecast)])
        }
        if let account = signal.account {
            try SubscriptionLimits.check(account, field: "account", limit: SubscriptionLimits.titleLength)
        }
        if let buffer = signal.buffer {
            try SubscriptionLimits.check(
                buffer.account, field: "buffer.account", limit: SubscriptionLimits.titleLength, mayBeEmpty: false)
            guard (0...SubscriptionLimits.largestAmount).contains(buffer.amount.minorUnits) else {
                throw Fault.invalidArgument("buffer.amount", .badBuffer)
            }
        }
        let usual = try await dependencies.settingsInForce(of: user).currency
        let zone = try await setZone(signal.timeZone, context)
        return try await dependencies.change(signal, by: user, context, weight: 4) { transaction, now in
            if let zone {
                try dependencies.timetable.live(by: zone.zone, user, revision: zone.revision, in: transaction)
            }
            try Self.change(try dependencies.timetable.kept(user, in: transaction), by: signal, now, in: transaction)
            let settings = try dependencies.timetable.settings(of: user, in: transaction)
            return SubscriptionsSignal.SettingsAnswer(
                SettingsInForce(settings: settings, currency: settings.currency ?? usual))
        }
    }

    /// Sets the user's time zone at auth; returns nil when the request contains none.
    private func setZone(_ name: String?, _ context: SignalContext) async throws -> AuthSignal.ZoneAnswer? {
        guard let name else { return nil }
        return try await dependencies.neighbours.setZone(name, for: context)
    }

    private static func change(
        _ before: UserSettings, by signal: SubscriptionsSignal.SetSettings, _ now: Instant,
        in transaction: any SubscriptionsTransaction
    ) throws {
        var settings = before
        if let currency = signal.currency { settings.currency = currency }
        if let account = signal.account { settings.account = account.isEmpty ? nil : account }
        if let days = signal.warnDays { settings.warnDays = days }
        if let buffer = signal.buffer {
            settings.buffers[buffer.account] = buffer.amount.minorUnits == 0 ? nil : buffer.amount
            guard settings.buffers.count <= SubscriptionLimits.buffersPerUser else {
                throw Fault.tooMany(.tooManyBuffers, SubscriptionLimits.buffersPerUser, field: "buffer")
            }
        }
        settings.lookAt = now
        try transaction.put(settings)
        try transaction.tell(.changed(SubscriptionsEvent.Changed(userId: settings.owner, id: nil, change: .settings)))
    }
}
