import Coordination
import Signals

extension StatePresenter {
    /// Asks for the pattern with the best expected rise.
    ///
    /// - Returns: Nil when none that ends now promises a rise; a fall is never the best of anything.
    func askForBest() async throws -> PatternsSignal.BestPattern? {
        do {
            let best = try await ask(PatternsSignal.Best())
            return best.priceChange > 0 && best.pattern.direction == .up ? best : nil
        } catch let fault as Fault where fault.code == .notFound {
            return nil
        }
    }
}
