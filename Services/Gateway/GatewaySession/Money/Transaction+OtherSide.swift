import Signals

extension HistorySignal.Transaction {
    /// The account at its other side; nil for the world outside.
    package var otherSide: String? { type == .income ? fromAccount : toAccount }
}
