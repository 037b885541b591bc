import Coordination
import Signals

/// Where candles and scans come from: scanner, asked by patterns itself and with a time limit for each question.
package struct Market: Sendable {
    /// How long scanner may take for what it has at hand.
    private static let limit = Duration.seconds(10)
    /// How long somebody who wants to see the dashboard waits to hear whether scanner is there.
    private static let healthLimit = Duration.milliseconds(300)
    /// Whether scanner is there is asked apart: a question nobody answers says nothing of long scans.
    static let askedApart: Set<SignalMethod> = [HealthCheck<ScannerSignal>.method]

    /// Leads to scanner.
    let tree: any Transmitter
    /// How long a scan may take.
    let longestScan: Duration

    package init(tree: any Transmitter, longestScan: Duration = .seconds(60)) {
        self.tree = tree
        self.longestScan = longestScan
    }

    /// What is in the market.
    func securities() async throws -> ScannerSignal.SecurityList { try await ask(ScannerSignal.Securities()) }

    /// Candles of a security.
    func chart(_ signal: ScannerSignal.Chart) async throws -> ScannerSignal.ChartAnswer { try await ask(signal) }

    /// Where a shape occurred before.
    func scan(_ signal: ScannerSignal.Scan) async throws -> ScannerSignal.ScanAnswer {
        try await ask(signal, within: longestScan)
    }

    /// Whether it can be asked just now. Answers soon in any case.
    func isReachable() async -> Bool {
        await (try? ask(HealthCheck<ScannerSignal>(), within: Self.healthLimit)) != nil
    }

    private func ask<S: Signal>(_ signal: S, within limit: Duration = limit) async throws -> S.Answer {
        try await tree.send(signal, context: SignalContext(), within: limit)
    }
}
