import Signals

/// Where candles and scans come from.
package protocol MarketAnswers: Sendable {
    /// What is in the market.
    func securities() async throws -> ScannerSignal.SecurityList
    /// Candles of a security.
    func chart(_ signal: ScannerSignal.Chart) async throws -> ScannerSignal.ChartAnswer
    /// Where a shape occurred before.
    func scan(_ signal: ScannerSignal.Scan) async throws -> ScannerSignal.ScanAnswer
    /// Whether it can be asked just now. Answers soon in any case.
    func isReachable() async -> Bool
}
