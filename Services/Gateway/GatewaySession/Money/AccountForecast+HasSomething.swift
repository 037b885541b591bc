import Domain
import Signals

extension SubscriptionsSignal.AccountForecast {
    /// True when the forecast has a balance other than zero, so that there is a line to draw.
    package var hasSomething: Bool { days.contains { $0.balance.minorUnits != 0 } }
}
