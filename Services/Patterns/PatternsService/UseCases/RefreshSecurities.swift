import Coordination
import Domain
import Reasons
import Signals

/// Scans securities of the caller now.
struct RefreshSecurities: UseCase {
    let dependencies: PatternsDependencies

    /// The answer is stored when all securities were scanned. After a failure the same idempotency key resumes the
    /// scan.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`; faults of scanner.
    func answer(
        _ signal: PatternsSignal.Refresh, context: SignalContext
    ) async throws -> PatternsSignal.RefreshAnswer {
        let user = try context.caller.requireUser().userID
        let given = try signal.tickers.map { texts throws(Fault) in try TickerList.read(texts) }
        if let before = try await dependencies.store.answerBefore(to: signal, by: user, context: context) {
            return before
        }
        let tickers = try await watched(given, by: user, context)
        var securities: [PatternsSignal.RefreshedSecurity] = []
        context.progress?.report(0, .securitiesToScan, ["securities": .number(tickers.count)])
        for (index, ticker) in tickers.enumerated() {
            try Task.checkCancellation()
            securities.append(try await dependencies.scans.scan(ticker))
            context.progress?.report(Double(index + 1) / Double(tickers.count), message: ticker)
        }
        let answer = PatternsSignal.RefreshAnswer(
            securities: securities, patterns: securities.reduce(0) { $0 + $1.patterns },
            new: securities.reduce(0) { $0 + $1.new })
        return try await dependencies.store.once(signal, by: user, context: context) { _ in answer }
    }

    /// Returns the requested securities, which are added to the user's watch-list where missing.
    private func watched(_ given: [String]?, by user: String, _ context: SignalContext) async throws -> [String] {
        guard let given else { return try await dependencies.store.read { try $0.watches(of: user).map(\.ticker) } }
        let now = dependencies.clock.now()
        try await dependencies.store.write(deadline: context.deadline, weight: given.count) { transaction in
            try dependencies.rules.watch(given, by: user, in: transaction, at: now)
        }
        return given
    }
}
