import Coordination
import Domain
import Reasons
import Signals

/// Returns the forecast of a user's balances.
struct ForecastBalances: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `unavailable`, `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Forecast, context: SignalContext
    ) async throws -> SubscriptionsSignal.ForecastAnswer {
        let user = try context.caller.requireUser().userID
        let days = signal.days ?? 30
        guard (1...SubscriptionLimits.longestForecast).contains(days) else {
            throw Fault.invalidArgument(
                "days", .mustBeBetween, ["least": 1, "most": .number(SubscriptionLimits.longestForecast)])
        }
        let outcome = try await Forecaster(dependencies: dependencies).forecast(
            of: user, days: days, buffer: try Self.buffer(signal))
        guard let account = signal.account else { return SubscriptionsSignal.ForecastAnswer(outcome) }
        guard let line = outcome.forecast.lines.first(where: { $0.account.id == account }) else {
            throw Fault(.notFound, .noOpenAccount, field: "account")
        }
        let currency = line.account.balance.currency
        if let buffer = signal.buffer, buffer.currency != currency {
            throw Fault.invalidArgument("buffer", .notCurrencyOfAccount, ["currency": .text(currency.code)])
        }
        return SubscriptionsSignal.ForecastAnswer(
            Forecaster.Outcome(days: outcome.days, forecast: Forecast(only: line), hasBonds: outcome.hasBonds))
    }

    private static func buffer(
        _ signal: SubscriptionsSignal.Forecast
    ) throws(Fault) -> (account: String, amount: Money)? {
        guard let amount = signal.buffer else { return nil }
        guard let account = signal.account else {
            throw .invalidArgument("buffer", .goesWith, ["other": "account"])
        }
        guard abs(amount.minorUnits) <= SubscriptionLimits.largestAmount else {
            throw .invalidArgument("buffer", .isTooLarge)
        }
        return (account, amount)
    }
}

extension SubscriptionsSignal.ForecastAnswer {
    fileprivate init(_ outcome: Forecaster.Outcome) {
        self.init(
            from: outcome.days.lowerBound, to: outcome.days.upperBound,
            accounts: outcome.forecast.lines.map { line in
                SubscriptionsSignal.AccountForecast(
                    account: line.account.id, name: line.account.name, balance: line.account.balance,
                    buffer: line.account.buffer,
                    days: line.days.map {
                        SubscriptionsSignal.ForecastDay(date: $0.day, balance: $0.balance, changes: $0.changes)
                    }, lowest: SubscriptionsSignal.ForecastLow(line.lowest),
                    low: line.low.map(SubscriptionsSignal.ForecastLow.init))
            }, unplaced: outcome.forecast.unplaced, bonds: outcome.hasBonds)
    }
}

extension SubscriptionsSignal.ForecastLow {
    fileprivate init(_ low: Forecast.Low) { self.init(date: low.day, balance: low.balance, because: low.because) }
}

extension Forecast {
    /// Creates the forecast of one account.
    fileprivate init(only line: Line) {
        lines = [line]
        unplaced = []
    }
}
