import Coordination
import Domain
import Signals

/// A pattern, as the list tells it.
struct PatternPresenter {
    func present(_ entry: DashboardEntry) -> PatternsSignal.Pattern {
        let finding = entry.finding
        let stats = finding.content.stats
        return PatternsSignal.Pattern(
            id: finding.id, ticker: finding.ticker, type: finding.kind, periodStart: finding.periodStart,
            periodEnd: finding.periodEnd, matches: stats.matches, priceChange: finding.priceChange,
            probability: finding.probability, sparkline: finding.sparkline, direction: stats.direction,
            considered: stats.considered, probabilityLow: stats.probabilityLow ?? 0,
            probabilityHigh: stats.probabilityHigh ?? 1, baseRate: stats.baseRate, edge: stats.edge,
            tried: finding.tried, daysToWatch: finding.content.daysToWatch, foundAt: entry.foundAt,
            scannedAt: entry.scannedAt, asOf: finding.periodEnd, stale: entry.isStale)
    }
}

/// What is to be known of the age of what is answered, in words.
struct NoticePresenter {
    let isScannerReachable: Bool

    var state: PatternsSignal.ScannerState { isScannerReachable ? .ready : .unavailable }

    /// - Parameter entries: What the answer rests on.
    func notice(_ entries: [DashboardEntry]) -> String? {
        let stale = entries.count { $0.isStale }
        let changed =
            switch stale {
            case 0: ""
            case 1: "; 1 pattern rests on candles that have changed since"
            default: "; \(stale) patterns rest on candles that have changed since"
            }
        guard !isScannerReachable else {
            return stale == 0 ? nil : "scanner is being asked again\(changed)"
        }
        let newest = entries.map(\.scannedAt).max()
        let age = newest.map { "; this is how things stood at \($0.minuteInUTC) UTC" } ?? ""
        return "scanner does not answer now\(age)\(changed)"
    }
}

/// A page of patterns.
struct PatternListPresenter: Presenter {
    func present(_ response: ListPatternsInteractor.Response) -> PatternsSignal.PatternList {
        let notice = NoticePresenter(isScannerReachable: response.dashboard.isScannerReachable)
        return PatternsSignal.PatternList(
            patterns: response.page.map(PatternPresenter().present), nextCursor: response.next?.text,
            total: response.dashboard.entries.count, avgProbability: response.dashboard.averageProbability,
            scanner: notice.state, notice: notice.notice(response.dashboard.entries), hidden: response.hidden)
    }
}

/// A dashboard in a few figures.
struct StatsPresenter: Presenter {
    func present(_ dashboard: Dashboard) -> PatternsSignal.DashboardStats {
        let notice = NoticePresenter(isScannerReachable: dashboard.isScannerReachable)
        let best = dashboard.best?.finding
        return PatternsSignal.DashboardStats(
            activePatterns: dashboard.entries.count, bestTicker: best?.ticker, bestProbability: best?.probability ?? 0,
            avgProbability: dashboard.averageProbability ?? 0, avgPriceChange: dashboard.averageChange ?? 0,
            stalePatterns: dashboard.entries.count { $0.isStale }, scanner: notice.state,
            notice: notice.notice(dashboard.entries), bestPriceChange: best?.priceChange)
    }
}

/// The best pattern of a dashboard; nil when none rises.
struct BestPresenter: Presenter {
    func present(_ dashboard: Dashboard) -> PatternsSignal.BestPattern? {
        guard let best = dashboard.best else { return nil }
        let notice = NoticePresenter(isScannerReachable: dashboard.isScannerReachable)
        return PatternsSignal.BestPattern(
            ticker: best.finding.ticker, probability: best.finding.probability, priceChange: best.finding.priceChange,
            chart: best.finding.content.chart, pattern: PatternPresenter().present(best), scanner: notice.state,
            notice: notice.notice([best]))
    }
}

/// One pattern in full.
struct ShownPatternPresenter: Presenter {
    func present(_ response: ShowPatternInteractor.Response) -> PatternsSignal.ShownPattern {
        let finding = response.entry.finding
        let notice = NoticePresenter(isScannerReachable: response.isScannerReachable)
        let status: PatternsSignal.Status =
            switch finding.closing {
            case .superseded: .superseded
            case .expired: .expired
            case .gone: .gone
            case nil: response.isExpired ? .expired : .active
            }
        return PatternsSignal.ShownPattern(
            pattern: PatternPresenter().present(response.entry), status: status,
            closedAt: finding.closedAt ?? (response.isExpired ? finding.expiresAt : nil),
            tailLength: finding.shape.tail, kept: finding.kept, stats: finding.content.stats,
            matches: response.matches, searched: finding.content.searched, chart: finding.content.chart,
            announcement: response.announcement.map(AnnouncementPresenter().present), scanner: notice.state,
            notice: notice.notice(status == .active ? [response.entry] : []))
    }
}

/// What somebody was told.
struct AnnouncementPresenter: Presenter {
    func present(_ announcement: Announcement) -> PatternsSignal.Announcement {
        PatternsSignal.Announcement(
            announcedAt: announcement.announcedAt, direction: announcement.direction,
            probability: announcement.probability, baseRate: announcement.baseRate, judgedAt: announcement.judgedAt,
            change: announcement.change, cameTrue: announcement.cameTrue)
    }
}

/// What came true.
struct ScorePresenter: Presenter {
    func present(_ tallies: [KindTally]) -> PatternsSignal.ScoreAnswer {
        PatternsSignal.ScoreAnswer(
            kinds: tallies.map { tally in
                PatternsSignal.KindScore(
                    type: tally.kind, announced: tally.announced, judged: tally.judged, cameTrue: tally.cameTrue,
                    hitRate: tally.hitRate, hitRateLow: tally.interval?.low, hitRateHigh: tally.interval?.high,
                    expected: tally.expected, baseRate: tally.baseRate)
            })
    }
}

/// A watch-list.
struct WatchListPresenter: Presenter {
    func present(_ entries: [WatchEntry]) -> PatternsSignal.WatchList {
        PatternsSignal.WatchList(
            securities: entries.map { entry in
                PatternsSignal.WatchedSecurity(
                    ticker: entry.watch.ticker, since: entry.watch.since, state: entry.state.watchState,
                    scannedAt: entry.scannedAt, asOf: entry.state.asOf, patterns: entry.patterns)
            })
    }
}

/// What came of looking.
struct RefreshPresenter: Presenter {
    func present(_ reports: [TickerReport]) -> PatternsSignal.RefreshAnswer {
        PatternsSignal.RefreshAnswer(
            securities: reports.map { report in
                PatternsSignal.RefreshedSecurity(
                    ticker: report.ticker, state: report.state, asOf: report.asOf, tried: report.tried,
                    patterns: report.patterns, new: report.new)
            }, patterns: reports.reduce(0) { $0 + $1.patterns }, new: reports.reduce(0) { $0 + $1.new })
    }
}
