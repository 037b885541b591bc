import Coordination
import Signals

/// Tells what part of the whole each share is.
struct SharesInteractor: Interactor {
    /// Beyond so many the work is done away from the thread that answers everybody.
    private static let fewShares = 1_000

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, and those of ``SharePercents``.
    func execute(_ request: BondsSignal.Shares, context: SignalContext) async throws -> [String] {
        _ = try context.caller.requireUser()
        let sumsToHundred = request.sumsToHundred ?? false
        if request.shares.count <= Self.fewShares {
            return try SharePercents.percents(of: request.shares, sumsToHundred: sumsToHundred)
        }
        return try await Self.reckon(request.shares, sumsToHundred)
    }

    @concurrent
    private static func reckon(_ shares: [String], _ sumsToHundred: Bool) async throws -> [String] {
        try SharePercents.percents(of: shares, sumsToHundred: sumsToHundred)
    }
}
