import Coordination
import Domain
import Signals

/// Counts the announcements to the caller that came true.
struct ShowScore: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: PatternsSignal.Score, context: SignalContext) async throws -> PatternsSignal.ScoreAnswer {
        let user = try context.caller.requireUser().userID
        let announcements = try await dependencies.store.read { try $0.announcements(to: user) }
        return PatternsSignal.ScoreAnswer(
            kinds: ScannerSignal.Kind.allCases.map { kind in
                PatternsSignal.KindScore(of: kind, announcements.filter { $0.kind == kind })
            })
    }
}

extension PatternsSignal.KindScore {
    /// Creates the score of the announcements of one kind.
    fileprivate init(of kind: ScannerSignal.Kind, _ announcements: [Announcement]) {
        let judged = announcements.filter { $0.cameTrue != nil }
        let cameTrue = judged.count { $0.cameTrue == true }
        func mean(_ value: (Announcement) -> Double) -> Double? {
            judged.isEmpty ? nil : judged.reduce(0) { $0 + value($1) } / Double(judged.count)
        }
        let hitRate = mean { $0.cameTrue == true ? 1 : 0 }
        let interval = hitRate.flatMap { WilsonInterval(share: $0, of: judged.count) }
        self.init(
            type: kind, announced: announcements.count, judged: judged.count, cameTrue: cameTrue, hitRate: hitRate,
            hitRateLow: interval?.low, hitRateHigh: interval?.high, expected: mean(\.probability),
            baseRate: mean(\.baseRate))
    }
}
