import Signals

extension SubscriptionsSignal.Title {
    /// The title in the reader's language.
    package var text: Text { Text("\(en)", "\(ru)") }
}
