import Coordination
import Reasons
import Signals

/// A queue that scans one security at a time, in the order of the requests. Concurrent scans of one security are
/// coalesced.
package actor ScanQueue {
    /// The number of pauses that the market may take to show a change that it has announced.
    private static let patience = 100
    private static let pause = Duration.milliseconds(50)

    private let scanner: TickerScanner
    private var inHand: [String: Task<ScannedSecurity, any Error>] = [:]
    private var last: Task<Void, Never>?
    private var isClosed = false

    package init(_ scanner: TickerScanner) { self.scanner = scanner }

    /// - Throws: ``Fault`` of the market, or `unavailable` when it does not show a change that it has announced.
    package func scan(_ ticker: String) async throws -> ScannedSecurity {
        if let task = inHand[ticker] { return try await task.value }
        guard !isClosed else { throw Self.closing }
        let previous = last
        let task = Task { [scanner] in
            await previous?.value
            // Removed before the answer is visible: a request after the answer must start a new scan.
            defer { inHand[ticker] = nil }
            return try await Self.look(at: ticker, scanner)
        }
        inHand[ticker] = task
        last = Task { _ = await task.result }
        return try await task.value
    }

    /// Refuses new scans, and cancels and awaits the current ones.
    package func close() async {
        isClosed = true
        for task in inHand.values { task.cancel() }
        await last?.value
    }

    private static func look(
        at ticker: String, _ scanner: TickerScanner
    ) async throws -> ScannedSecurity {
        for _ in 0..<patience {
            do {
                return try await scanner.scan(ticker)
            } catch is TickerScanner.NotThereYet {
                try await Task.sleep(for: pause)
            }
        }
        throw Fault(.unavailable, .scannerIsBehind, ["ticker": .text(ticker)], retryAfterMilliseconds: 1000)
    }

    private static var closing: Fault { Fault(.unavailable, .stopping, retryAfterMilliseconds: 1000) }
}
