import Coordination
import Domain
import Signals

/// Shows what a user has set.
struct ReadSettings: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: SubscriptionsSignal.GetSettings, context: SignalContext
    ) async throws -> SubscriptionsSignal.SettingsAnswer {
        SubscriptionsSignal.SettingsAnswer(try await dependencies.settingsInForce(for: context.caller))
    }
}

/// Lists the currencies, and which one is the user's.
struct ListCurrencies: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: SubscriptionsSignal.Currencies, context: SignalContext
    ) async throws -> SubscriptionsSignal.CurrencyList {
        SubscriptionsSignal.CurrencyList(
            currencies: Currency.all.map { currency in
                SubscriptionsSignal.CurrencyFacts(
                    code: currency, exponent: currency.exponent, symbol: currency.symbol ?? currency.code)
            }, standard: try await dependencies.settingsInForce(for: context.caller).currency)
    }
}

extension SubscriptionsSignal.SettingsAnswer {
    /// Settings, the buffers by account.
    init(_ inForce: SettingsInForce) {
        let settings = inForce.settings
        self.init(
            settings: SubscriptionsSignal.Settings(
                timeZone: settings.timeZone, currency: inForce.currency, account: settings.account,
                warnDays: settings.warnDays,
                buffers: settings.buffers.sorted { $0.key < $1.key }.map {
                    SubscriptionsSignal.Buffer(account: $0.key, amount: $0.value)
                }))
    }
}
