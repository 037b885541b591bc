import Coordination
import Domain
import Signals
import Synchronization

@testable import PatternsService

/// A scripted scanner whose candles and odds are set by the test.
final class ScriptedMarket: ActionService {
    let node = CoordinatorNode()
    /// Returns the odds of a scan.
    typealias Odds = @Sendable (ScannerSignal.Scan) throws -> ScannerSignal.Statistics

    private struct State {
        var closes: [String: [Double]] = [:]
        var firstDays: [String: CalendarDay] = [:]
        var unfinished: Set<String> = []
        var revisions: [String: Int64] = [:]
        var revision: Int64 = 0
        var madeUp: Set<String> = []
        var odds: Odds = { _ in ScriptedMarket.odds() }
        var fault: Fault?
        var isReachable = true
        var scans: [ScannerSignal.Scan] = []
        var interruption: (@Sendable () async throws -> Void)?
    }

    static let firstDay = CalendarDay(daysSince1970: 20_000)
    private let state = Mutex(State())

    // MARK: The script

    /// Adds daily candles, one for each close, as one change of the market.
    func put(
        _ ticker: String, _ closes: [Double], from day: CalendarDay = firstDay, isMadeUp: Bool = false,
        lastIsUnfinished: Bool = false
    ) {
        state.withLock { state in
            state.closes[ticker] = closes
            state.firstDays[ticker] = day
            if isMadeUp { state.madeUp.insert(ticker) }
            state.unfinished.remove(ticker)
            if lastIsUnfinished { state.unfinished.insert(ticker) }
            state.revision += 1
            state.revisions[ticker] = state.revision
        }
    }

    /// Removes a security.
    func remove(_ ticker: String) {
        state.withLock { state in
            state.closes[ticker] = nil
            state.revision += 1
        }
    }

    func answer(_ odds: @escaping Odds) { state.withLock { $0.odds = odds } }
    func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }
    /// Does something once, while the next scan has begun and has not looked yet.
    func interrupt(_ act: @escaping @Sendable () async throws -> Void) { state.withLock { $0.interruption = act } }
    func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }
    var scans: [ScannerSignal.Scan] { state.withLock { $0.scans } }
    var revision: Int64 { state.withLock { $0.revision } }

    /// Returns odds with this number of matches, all with an outcome.
    static func odds(
        matches: Int = 40, up: Int = 30, low: Double = 0.6, base: Double = 0.5, meanChange: Double = 0.01,
        edge: ScannerSignal.Edge? = nil
    ) -> ScannerSignal.Statistics {
        let down = matches - up
        let share = matches == 0 ? nil : Double(max(up, down)) / Double(matches)
        return ScannerSignal.Statistics(
            matches: matches, considered: matches, up: up, down: down, flat: 0,
            direction: up > down ? .up : up < down ? .down : .none, probability: share,
            probabilityLow: share.map { _ in low }, probabilityHigh: share.map { _ in 0.9 },
            meanChange: matches == 0 ? nil : meanChange, medianChange: nil, standardDeviation: nil, meanUp: nil,
            meanDown: nil, baseRateUp: base, baseRateDown: base, edge: edge ?? (low > base ? .yes : .no),
            distinctDays: matches)
    }

    // MARK: What is asked

    var handlers: SignalHandlers {
        var handlers = SignalHandlers()
        handlers.answer(ScannerSignal.Securities.self) { [self] _, _ in
            let interruption = state.withLock { state in
                defer { state.interruption = nil }
                return state.interruption
            }
            try await interruption?()
            return try securities()
        }
        handlers.answer(ScannerSignal.Chart.self) { [self] signal, _ in try chart(signal) }
        handlers.answer(ScannerSignal.Scan.self) { [self] signal, _ in try scan(signal) }
        handlers.answer(HealthCheck<ScannerSignal>.self) { [self] _, _ in
            guard state.withLock({ $0.isReachable }) else { throw Fault(.unavailable, "Scanner is away.") }
            return HealthCheck<ScannerSignal>.Answer(status: "ready")
        }
        return handlers
    }

    private func check() throws {
        if let fault = state.withLock({ $0.fault }) { throw fault }
    }

    private func securities() throws -> ScannerSignal.SecurityList {
        try check()
        return state.withLock { state in
            ScannerSignal.SecurityList(
                securities: state.closes.keys.sorted().map { ticker in
                    let (closes, first) = (state.closes[ticker] ?? [], state.firstDays[ticker] ?? Self.firstDay)
                    return ScannerSignal.Security(
                        ticker: ticker, name: nil, timeframe: .oneDay, candles: closes.count, from: "\(first)",
                        to: "\(first.adding(days: closes.count - 1))", madeUp: state.madeUp.contains(ticker),
                        revision: state.revisions[ticker])
                }, revision: state.revision)
        }
    }

    private func chart(_ signal: ScannerSignal.Chart) throws -> ScannerSignal.ChartAnswer {
        try check()
        return try state.withLock { state in
            guard let closes = state.closes[signal.ticker] else { throw Fault(.notFound, "There is none.") }
            let first = state.firstDays[signal.ticker] ?? Self.firstDay
            let candles = closes.enumerated().map { index, close in
                ScannerSignal.Candle(
                    date: "\(first.adding(days: index))", open: close, high: close, low: close, close: close,
                    unfinished: state.unfinished.contains(signal.ticker) && index == closes.count - 1 ? true : nil)
            }.filter { $0.date >= signal.from ?? "" && $0.date <= signal.to ?? "9" }
            return ScannerSignal.ChartAnswer(ticker: signal.ticker, candles: candles)
        }
    }

    private func scan(_ signal: ScannerSignal.Scan) throws -> ScannerSignal.ScanAnswer {
        try check()
        let odds = state.withLock { state in
            state.scans.append(signal)
            return state.odds
        }
        return ScannerSignal.ScanAnswer(
            matches: [
                ScannerSignal.Match(
                    ticker: "OTHER", from: "2001-01-01", to: "2001-01-05", candles: 5, distance: 0.1, similarity: 0.9,
                    change: 0.02)
            ], stats: try odds(signal), asOf: signal.asOf ?? "",
            searched: ScannerSignal.Searched(securities: 1, candles: 1, windows: 1, passed: 1, candidates: 1))
    }

}

extension ScannerSignal.Scan {
    /// The number of days in the segment, for a security that is traded every day.
    var days: Int {
        guard let from = CalendarDay(segment.from), let to = CalendarDay(segment.to) else { return 0 }
        return to.daysSince1970 - from.daysSince1970 + 1
    }
}
