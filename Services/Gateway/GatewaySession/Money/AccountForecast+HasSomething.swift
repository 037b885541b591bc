import Domain
import Signals

extension SubscriptionsSignal.AccountForecast {
    /// Whether there is a line to see: not where nothing is and nothing will be.
    package var hasSomething: Bool { days.contains { $0.balance.minorUnits != 0 } }
}
