import GatewayWords
import Signals

extension LedgerSignal.Import {
    /// The period from the first day to the last.
    package var days: Text {
        from == to
            ? Text("\(from)", "\(from)") : Text("\(from) to \(to)", "\(from) — \(to)")
    }
}
