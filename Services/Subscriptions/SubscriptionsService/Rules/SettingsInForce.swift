import Coordination
import Domain
import Signals

/// A user's settings, and the currency of their totals.
struct SettingsInForce: Sendable {
    let settings: UserSettings
    let currency: Currency
}

extension SubscriptionDependencies {
    /// Returns the settings of the caller.
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func settingsInForce(for caller: Caller) async throws -> SettingsInForce {
        try await settingsInForce(of: try caller.requireUser().userID)
    }

    /// Returns the settings of a user, with the currency of their totals.
    func settingsInForce(of user: String) async throws -> SettingsInForce {
        let (settings, subscriptions) = try await store.read { [timetable] reading in
            (try timetable.settings(of: user, in: reading), try reading.subscriptions(of: user))
        }
        return SettingsInForce(settings: settings, currency: await currency(of: settings, subscriptions))
    }

    /// Returns the currency that the user has set; else the most frequent currency of their subscriptions or, without
    /// subscriptions, of their accounts. The oldest wins a tie. The currency of the house is the last resort, also
    /// while the ledger does not answer.
    func currency(of settings: UserSettings, _ subscriptions: [Subscription]) async -> Currency {
        if let set = settings.currency { return set }
        let now = timetable.clock.now()
        let today = timetable.zone(of: settings).day(at: now)
        let prices = subscriptions.filter { $0.next != nil }.map { $0.currentPrice(on: today).currency }
        if let most = Self.most(of: prices) { return most }
        let accounts = try? await neighbours.outlook(of: settings.owner, until: today).accounts
        return Self.most(of: (accounts ?? []).map(\.currency)) ?? timetable.standardCurrency
    }

    private static func most(of currencies: [Currency]) -> Currency? {
        let counts = Dictionary(currencies.map { ($0, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        return currencies.first { counts[$0] == most }
    }
}
