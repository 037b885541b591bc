import Coordination
import Signals

/// A client of scanner for candles and scans. It calls as the service itself, with a time limit for each request.
package struct Market: Sendable {
    /// The time limit of requests other than scans.
    private static let limit = Duration.seconds(10)
    /// The time limit of the health check, which the dashboard waits for.
    private static let healthLimit = Duration.milliseconds(300)
    /// The methods with a link of their own: an unanswered health check says nothing about long scans.
    static let askedApart: Set<SignalMethod> = [HealthCheck<ScannerSignal>.method]

    /// The tree that reaches scanner.
    let tree: any Transmitter
    /// The time limit of a scan.
    let longestScan: Duration

    package init(tree: any Transmitter, longestScan: Duration = .seconds(60)) {
        self.tree = tree
        self.longestScan = longestScan
    }

    /// Returns the securities of the market.
    func securities() async throws -> ScannerSignal.SecurityList { try await ask(ScannerSignal.Securities()) }

    /// Returns the candles of a security.
    func chart(_ signal: ScannerSignal.Chart) async throws -> ScannerSignal.ChartAnswer { try await ask(signal) }

    /// Returns the earlier occurrences of a shape.
    func scan(_ signal: ScannerSignal.Scan) async throws -> ScannerSignal.ScanAnswer {
        try await ask(signal, within: longestScan)
    }

    /// Returns true when scanner answers now. Takes a short time in any case.
    func isReachable() async -> Bool {
        await (try? ask(HealthCheck<ScannerSignal>(), within: Self.healthLimit)) != nil
    }

    private func ask<S: Signal>(_ signal: S, within limit: Duration = limit) async throws -> S.Answer {
        try await tree.send(signal, context: SignalContext(), within: limit)
    }
}
