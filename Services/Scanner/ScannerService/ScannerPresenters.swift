import Coordination
import Domain
import Signals

/// What a scan found, as the signal promises it.
struct ScanPresenter: Presenter {
    func present(_ response: ScanInteractor.Response) -> ScannerSignal.ScanAnswer {
        let (prepared, findings) = (response.prepared, response.findings)
        let plan = prepared.plan
        let matches = zip(findings.matches, findings.changes).prefix(prepared.limit).map { match, change in
            let series = plan.parts[Int(match.part)].series
            func time(_ index: Int) -> String {
                MarketTime(minutes: series.times[index]).text(in: prepared.timeframe)
            }
            return ScannerSignal.Match(
                ticker: series.ticker, from: time(match.range.lowerBound), to: time(match.range.upperBound - 1),
                candles: match.range.count, distance: match.distance,
                similarity: Self.similarity(match.distance, prepared.kind), change: change)
        }
        return ScannerSignal.ScanAnswer(
            matches: Array(matches), stats: statistics(findings, plan), asOf: prepared.asOf,
            searched: ScannerSignal.Searched(
                securities: plan.parts.count, candles: plan.candleCount, windows: plan.windowCount,
                passed: findings.rawCount, candidates: findings.candidateCount))
    }

    private static func similarity(_ distance: Double, _ kind: ScannerSignal.Kind) -> Double {
        switch kind {
        case .candle: max(0, 1 - distance)
        case .chart: max(0, 1 - distance * distance / 2)
        }
    }

    private func statistics(_ findings: ScanFindings, _ plan: ScanPlan) -> ScannerSignal.Statistics {
        let statistics = findings.statistics
        let days = findings.matches.map { match in
            let last = plan.parts[Int(match.part)].series.times[match.range.upperBound - 1]
            return MarketTime(minutes: last).day
        }
        let direction: ScannerSignal.Direction =
            switch statistics.direction {
            case .up: .up
            case .down: .down
            case .none: .none
            }
        let edge: ScannerSignal.Edge =
            switch statistics.edge {
            case .yes: .yes
            case .no: .no
            case .unknown: .unknown
            }
        return ScannerSignal.Statistics(
            matches: statistics.matches, considered: statistics.considered, up: statistics.counts.up,
            down: statistics.counts.down, flat: statistics.counts.flat, direction: direction,
            probability: statistics.probability, probabilityLow: statistics.interval?.low,
            probabilityHigh: statistics.interval?.high, meanChange: statistics.meanChange,
            medianChange: statistics.medianChange, standardDeviation: statistics.standardDeviation,
            meanUp: statistics.meanUp, meanDown: statistics.meanDown, baseRateUp: statistics.baseRateUp,
            baseRateDown: statistics.baseRateDown, edge: edge, distinctDays: Set(days).count)
    }
}

/// What an import did.
struct ImportPresenter: Presenter {
    func present(_ response: ImportCandlesInteractor.Response) -> ScannerSignal.ImportAnswer {
        let report = response.report
        func text(_ time: MarketTime?) -> String? { time?.text(in: report.key.timeframe) }
        return ScannerSignal.ImportAnswer(
            ticker: report.key.ticker, timeframe: report.key.timeframe, added: report.added, updated: report.updated,
            candles: report.count, from: text(report.first), to: text(report.last),
            unfinished: text(report.unfinished), skipped: response.badCount,
            skippedLines: response.badCount == 0
                ? nil : response.badLines.map { ScannerSignal.BadLine(line: $0.number, reason: $0.reason) })
    }
}

/// What is in the market.
struct SecuritiesPresenter: Presenter {
    func present(_ market: Market) -> ScannerSignal.SecurityList {
        ScannerSignal.SecurityList(
            securities: market.sorted.map { entry in
                ScannerSignal.Security(
                    ticker: entry.key.ticker, name: entry.name, timeframe: entry.key.timeframe, candles: entry.count,
                    from: entry.first.text(in: entry.key.timeframe), to: entry.last.text(in: entry.key.timeframe),
                    madeUp: entry.isMadeUp, revision: entry.revision)
            }, revision: market.revision)
    }
}

/// Candles of a security.
struct ChartPresenter: Presenter {
    func present(_ response: ShowChartInteractor.Response) -> ScannerSignal.ChartAnswer {
        ScannerSignal.ChartAnswer(
            ticker: response.key.ticker,
            candles: response.candles.map { candle in
                ScannerSignal.Candle(
                    date: candle.time.text(in: response.key.timeframe), open: candle.open, high: candle.high,
                    low: candle.low, close: candle.close, volume: candle.volume,
                    unfinished: candle.isFinished ? nil : true)
            }, name: response.name, merged: response.perCandle > 1 ? response.perCandle : nil)
    }
}

/// The splits of a security.
struct SplitsPresenter: Presenter {
    func present(_ response: (ticker: String, splits: [StockSplit])) -> ScannerSignal.SplitList {
        ScannerSignal.SplitList(
            ticker: response.ticker,
            splits: response.splits.map {
                ScannerSignal.Split(
                    day: CalendarDay(daysSince1970: $0.day), before: $0.before, after: $0.after)
            })
    }
}

/// What was made up.
struct SimulatePresenter: Presenter {
    func present(_ response: SimulateInteractor.Response) -> ScannerSignal.SimulateAnswer {
        let timeframe = response.report.key.timeframe
        return ScannerSignal.SimulateAnswer(
            ticker: response.report.key.ticker, candles: response.report.count,
            from: response.report.first?.text(in: timeframe) ?? "", to: response.report.last?.text(in: timeframe) ?? "",
            planted: response.planted.map {
                ScannerSignal.PlantedPattern(
                    label: $0.label, from: $0.first.text(in: timeframe), to: $0.last.text(in: timeframe),
                    change: $0.change)
            })
    }
}
