import Coordination
import Domain
import Signals

/// Tells what a bond is worth at a price, or costs at a yield.
struct FiguresInteractor: Interactor {
    /// The figures, and the price that belongs to them.
    struct Response: Hashable, Sendable {
        let cleanPricePercent: Double
        let figures: BondFigures
    }

    let terms: TermsLookup

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `termsMissing`, `noYield`.
    func execute(_ request: BondsSignal.Figures, context: SignalContext) async throws -> Response {
        _ = try context.caller.requireUser()
        guard (request.cleanPricePercent == nil) != (request.effectiveYield == nil) else {
            throw Fault.invalidArgument("cleanPricePercent", "or effectiveYield must be given, not both")
        }
        let terms = try await terms.terms(request.terms, of: request.isin)
        let price: Double
        if let given = request.cleanPricePercent {
            price = given
        } else {
            price = try BondFigures.cleanPricePercent(
                effectiveYield: request.effectiveYield ?? 0, of: terms, on: request.settlement)
        }
        return Response(
            cleanPricePercent: price,
            figures: try BondFigures.at(
                cleanPricePercent: price, of: terms, on: request.settlement, near: request.effectiveYield ?? 0.08))
    }
}
