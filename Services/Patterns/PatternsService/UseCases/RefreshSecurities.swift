import Coordination
import Domain
import Reasons
import Signals

/// Scans securities of the caller now.
struct RefreshSecurities: RepeatableUseCase {
    let dependencies: PatternsDependencies

    var answers: any ModelStore { dependencies.store }

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
        let tickers = try await watched(given, by: user, context)
        var scanned: [ScannedSecurity] = []
        context.progress?.report(0, .securitiesToScan, ["securities": .number(tickers.count)])
        for (index, ticker) in tickers.enumerated() {
            try Task.checkCancellation()
            scanned.append(try await dependencies.scans.scan(ticker))
            context.progress?.report(Double(index + 1) / Double(tickers.count), message: ticker)
        }
        return try await dependencies.store.once(signal, by: user, context: context) { [scanned] transaction in
            let securities = try Self.tell(scanned, to: user, in: transaction)
            return PatternsSignal.RefreshAnswer(
                securities: securities, patterns: securities.reduce(0) { $0 + $1.patterns },
                new: securities.reduce(0) { $0 + $1.new })
        }
    }

    /// Describes what was found, and remembers how far the user has seen it.
    private static func tell(
        _ scanned: [ScannedSecurity], to user: String, in transaction: any PatternsTransaction
    ) throws -> [PatternsSignal.RefreshedSecurity] {
        let watches = try transaction.watches(of: user)
        return try scanned.map { security in
            var watch = watches.first { $0.ticker == security.state.ticker }
            let before = watch?.refreshedTo
            watch?.refreshedTo = security.state.asOf
            // Somebody may have taken it off the list meanwhile.
            if let watch { try transaction.save(watch) }
            return security.told(after: before)
        }
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
