import Signals

extension SubscriptionsSignal.Title {
    /// What it is called, in the language in which it is read.
    package var text: Text { Text("\(en)", "\(ru)") }
}
