import Coordination
import Domain
import Reasons
import Signals

/// Returns the figures of a bond at a price, or its price at a yield.
struct ReckonFigures: UseCase {
    let terms: TermsLookup

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`,
    ///   `termsMissing`, `noYield`.
    func answer(_ signal: BondsSignal.Figures, context: SignalContext) async throws -> BondsSignal.FiguresAnswer {
        _ = try context.caller.requireUser()
        guard (signal.cleanPricePercent == nil) != (signal.effectiveYield == nil) else {
            throw Fault.invalidArgument("cleanPricePercent", .mustBeGivenOnce, ["other": "effectiveYield"])
        }
        let terms = try await terms.terms(signal.terms, of: signal.isin)
        let price: Double
        if let given = signal.cleanPricePercent {
            price = given
        } else {
            price = try BondFigures.cleanPricePercent(
                effectiveYield: signal.effectiveYield ?? 0, of: terms, on: signal.settlement)
        }
        return BondsSignal.FiguresAnswer(
            PricedFigures(
                cleanPricePercent: price,
                figures: try BondFigures.at(
                    cleanPricePercent: price, of: terms, on: signal.settlement, near: signal.effectiveYield ?? 0.08)))
    }
}

extension BondsSignal.FiguresAnswer {
    /// Creates the answer of figures at a price.
    init(_ priced: PricedFigures) {
        let figures = priced.figures
        self.init(
            cleanPricePercent: priced.cleanPricePercent, outstandingFace: figures.outstandingFace,
            accruedInterest: figures.accruedInterest, dirtyPrice: figures.dirtyPrice,
            effectiveYield: figures.effectiveYield, currentYield: figures.currentYield,
            macaulayDuration: figures.macaulayDuration, modifiedDuration: figures.modifiedDuration,
            convexity: figures.convexity)
    }
}
