import Coordination
import Domain
import Signals

/// Tells what part of the whole each share is.
struct ReckonShares: UseCase {
    /// Beyond so many the work is done away from the thread that answers everybody.
    private static let fewShares = 1_000

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, and those of ``SharePercents``.
    func answer(_ signal: BondsSignal.Shares, context: SignalContext) async throws -> BondsSignal.SharesAnswer {
        _ = try context.caller.requireUser()
        let sumsToHundred = signal.sumsToHundred ?? false
        return BondsSignal.SharesAnswer(
            percents: signal.shares.count <= Self.fewShares
                ? try SharePercents.percents(of: signal.shares, sumsToHundred: sumsToHundred)
                : try await Self.reckon(signal.shares, sumsToHundred))
    }

    @concurrent
    private static func reckon(_ shares: [String], _ sumsToHundred: Bool) async throws -> [String] {
        try SharePercents.percents(of: shares, sumsToHundred: sumsToHundred)
    }
}

/// Tells whether a text is an ISIN.
struct CheckISIN: UseCase {
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: BondsSignal.CheckISIN, context: SignalContext) async throws -> BondsSignal.ISINAnswer {
        _ = try context.caller.requireUser()
        return BondsSignal.ISINAnswer(valid: ISIN(signal.isin) != nil)
    }
}
