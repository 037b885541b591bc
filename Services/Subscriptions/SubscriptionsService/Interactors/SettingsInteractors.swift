import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Changes what a user has set.
struct SetSettingsInteractor: Interactor {
    struct Request: Sendable {
        let signal: SubscriptionsSignal.SetSettings
        let keyed: KeyedRequest?
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`, `unavailable` (auth, for a zone).
    func execute(_ request: Request, context: SignalContext) async throws -> UserSettings {
        let user = try context.caller.requireUser().userID
        let signal = request.signal
        if let name = signal.timeZone, desk.timetable.zones(name) == nil {
            throw Fault.invalidArgument("timeZone", "must be a zone that this machine knows, such as Europe/Moscow")
        }
        if let days = signal.warnDays, !(1...SubscriptionLimits.longestForecast).contains(days) {
            throw Fault.invalidArgument("warnDays", "must be 1 to \(SubscriptionLimits.longestForecast)")
        }
        if let account = signal.account {
            try SubscriptionLimits.check(account, field: "account", limit: SubscriptionLimits.titleLength)
        }
        if let buffer = signal.buffer {
            try SubscriptionLimits.check(
                buffer.account, field: "buffer.account", limit: SubscriptionLimits.titleLength, mayBeEmpty: false)
            guard (0...SubscriptionLimits.largestAmount).contains(buffer.amount.minorUnits) else {
                throw Fault.invalidArgument("buffer.amount", "must be zero or more, and no more than an account holds")
            }
        }
        let zone = try await setZone(signal.timeZone, context)
        let now = desk.timetable.clock.now()
        _ = try await desk.store.write(deadline: context.deadline, weight: 4) { [desk] books in
            try books.once(request.keyed) {
                if let zone {
                    try desk.timetable.live(by: zone.zone, user, revision: zone.revision, in: books)
                }
                try Self.change(try desk.timetable.kept(user, in: books), by: signal, now, in: books)
                return ""
            }
        }
        desk.ring()
        return try await desk.store.read { [desk] in try desk.timetable.settings(of: user, in: $0) }
    }

    /// Sets the one zone of the user, at auth; nil when none is to be set.
    private func setZone(_ name: String?, _ context: SignalContext) async throws -> AuthSignal.ZoneAnswer? {
        guard let name else { return nil }
        guard let session = context.session else {
            throw Fault.unauthenticated("This needs a session: sign in first.")
        }
        return try await desk.neighbours.setZone(name, session: session)
    }

    private static func change(
        _ before: UserSettings, by signal: SubscriptionsSignal.SetSettings, _ now: Instant,
        in books: any SubscriptionBooks
    ) throws {
        var settings = before
        if let currency = signal.currency { settings.currency = currency }
        if let account = signal.account { settings.account = account.isEmpty ? nil : account }
        if let days = signal.warnDays { settings.warnDays = days }
        if let buffer = signal.buffer {
            settings.buffers[buffer.account] = buffer.amount.minorUnits == 0 ? nil : buffer.amount
            guard settings.buffers.count <= SubscriptionLimits.buffersPerUser else {
                throw Fault.tooMany("buffers", SubscriptionLimits.buffersPerUser, field: "buffer")
            }
        }
        settings.lookAt = now
        try books.put(settings)
        try books.tell(.changed(SubscriptionsEvent.Changed(userId: settings.owner, id: nil, change: .settings)))
    }
}

/// Lists the services of the catalogue and the user's own.
struct ListServicesInteractor: Interactor {
    let store: any SubscriptionsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func execute(_ text: String?, context: SignalContext) async throws -> [SubscriptionsSignal.Service] {
        let user = try context.caller.requireUser().userID
        if let text { try SubscriptionLimits.check(text, field: "text", limit: SubscriptionLimits.titleLength) }
        let own = try await store.read { try $0.ownServices(of: user).map(\.shown) }
        guard let wanted = text?.lowercased(), !wanted.isEmpty else { return own + Catalogue.services }
        return (own + Catalogue.services).filter { service in
            [service.id, service.title.ru, service.title.en].contains { $0.lowercased().contains(wanted) }
        }
    }
}
