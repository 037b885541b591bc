import Coordination
import Domain
import Signals

/// A user's settings, and the currency that their totals are in.
struct SettingsInForce: Sendable {
    let settings: UserSettings
    let currency: Currency
}

extension SubscriptionDependencies {
    /// Reads the settings of whoever asks.
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func settingsInForce(for caller: Caller) async throws -> SettingsInForce {
        try await settingsInForce(of: try caller.requireUser().userID)
    }

    /// Reads the settings of a user with the currency of their totals.
    func settingsInForce(of user: String) async throws -> SettingsInForce {
        let (settings, subscriptions) = try await store.read { [timetable] reading in
            (try timetable.settings(of: user, in: reading), try reading.subscriptions(of: user))
        }
        return SettingsInForce(settings: settings, currency: await currency(of: settings, subscriptions))
    }

    /// The currency that a user has set; else the one of most of their subscriptions, or, if there are none, of most of
    /// their accounts. The oldest of several decides. The house's is the last resort, also while ledger does not answer.
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
