import Signals

extension HistorySignal.Transaction {
    /// The account on the other side; nil for the world outside.
    package var otherSide: String? { type == .income ? fromAccount : toAccount }
}
