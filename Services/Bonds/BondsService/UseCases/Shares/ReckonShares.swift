import Coordination
import Domain
import Signals

/// Returns the percentage of each share.
struct ReckonShares: UseCase {
    /// The number of shares above which the work moves to a thread of its own.
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

/// Checks whether a text is an ISIN.
struct CheckISIN: UseCase {
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: BondsSignal.CheckISIN, context: SignalContext) async throws -> BondsSignal.ISINAnswer {
        _ = try context.caller.requireUser()
        return BondsSignal.ISINAnswer(valid: ISIN(signal.isin) != nil)
    }
}
