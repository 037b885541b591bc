import Coordination
import Domain
import Signals

/// Returns the settings of a user.
struct ReadSettings: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: SubscriptionsSignal.GetSettings, context: SignalContext
    ) async throws -> SubscriptionsSignal.SettingsAnswer {
        SubscriptionsSignal.SettingsAnswer(try await dependencies.settingsInForce(for: context.caller))
    }
}

/// Lists the currencies, and names the currency of the user's totals.
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
    /// Creates the answer; buffers are sorted by account.
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
