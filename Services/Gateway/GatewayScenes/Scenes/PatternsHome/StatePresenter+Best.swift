import Coordination
import Signals

extension StatePresenter {
    /// Requests the pattern with the best expected rise.
    ///
    /// - Returns: Nil when no present pattern promises a rise; a fall is never the best.
    func askForBest() async throws -> PatternsSignal.BestPattern? {
        do {
            let best = try await ask(PatternsSignal.Best())
            return best.priceChange > 0 && best.pattern.direction == .up ? best : nil
        } catch let fault as Fault where fault.code == .notFound {
            return nil
        }
    }
}
