import Coordination
import Domain
import Signals
import Testing

@testable import GatewaySession

/// Values for tests of the app.
enum AppSamples {
    static let now = Instant(microseconds: 1_795_000_000_000_000)
    static let today = now.dayInUTC
    static let roubles = Currency(code: "RUB") ?? Currency.all[0]

    static func money(_ text: String) -> Money {
        (try? Money(decimal: text, currency: roubles)) ?? Money(minorUnits: 0, currency: roubles)
    }

    static func account(
        _ id: String, _ name: String, _ balance: String, available: String? = nil,
        status: LedgerSignal.AccountStatus = .active
    ) -> LedgerSignal.Account {
        LedgerSignal.Account(
            id: id, userId: "u1", name: name, currency: roubles, balance: money(balance),
            available: money(available ?? balance), status: status, openedAt: now)
    }

    static let main = account("a1b2c3d4e5f6", "main", "12500.50", available: "12000.50")
    static let savings = account("b1b9z8y7x6w5", "savings", "300000.00")

    static let features: [LedgerSignal.Feature] = [
        LedgerSignal.Feature(type: .balance, title: "Balance", available: true),
        LedgerSignal.Feature(type: .transfer, title: "Transfer", available: true),
        LedgerSignal.Feature(type: .unfreeze, title: "Unfreeze", available: false, reason: "it is not frozen"),
    ]

    static func schedule(
        _ amount: String, next: CalendarDay, every: LedgerSignal.Every? = nil,
        status: LedgerSignal.ScheduleStatus = .active
    ) -> LedgerSignal.Schedule {
        LedgerSignal.Schedule(
            id: "s1", from: main.id, to: "landlord", amount: money(amount), description: "rent", start: next,
            every: every,
            times: nil, until: nil, next: status == .active ? next : nil, done: 0, failed: 0, status: status,
            createdAt: now)
    }

    static func transfer(_ amount: String) -> LedgerSignal.TransferAnswer {
        LedgerSignal.TransferAnswer(
            transfer: LedgerSignal.Transfer(
                id: "t7", from: main.id, to: savings.id, amount: money(amount), description: "lunch", status: .posted,
                createdAt: now, sequence: 7),
            balances: [
                LedgerSignal.AccountBalance(account: main.id, balance: money("12000.50"), available: money("11500.50")),
                LedgerSignal.AccountBalance(
                    account: savings.id, balance: money("300500.00"), available: money("300500.00")),
            ])
    }

    static func transaction(_ number: Int, _ type: HistorySignal.TransactionType = .expense)
        -> HistorySignal.Transaction
    {
        HistorySignal.Transaction(
            id: "t\(number)", type: type, amount: money("\(number)00.00"),
            description: type == .income ? "зарплата" : "coffee \(number)",
            category: type == .income ? "salary" : "food",
            date: now, account: main.id, fromAccount: type == .expense ? main.id : nil,
            toAccount: type == .income ? main.id : nil, balanceAfter: money("12500.50"))
    }

    static let closes = (0..<40).map { number in
        PatternsSignal.ChartPoint(
            date: today.adding(days: number - 40).description, value: 100 + Double((number * 7) % 13))
    }

    static func pattern(
        _ ticker: String, probability: Double = 0.72, change: Double = -0.014
    ) -> PatternsSignal.Pattern {
        PatternsSignal.Pattern(
            id: "p-\(ticker)", ticker: ticker, type: .chart, periodStart: today.adding(days: -20).description,
            periodEnd: today.adding(days: -1).description, matches: 20, priceChange: change, probability: probability,
            sparkline: [3, 2, 4, 5, 1, 2, 6, 7], direction: change > 0 ? .up : .down, considered: 18,
            probabilityLow: 0.49,
            probabilityHigh: 0.88, baseRate: 0.48, edge: .yes, tried: 3, daysToWatch: 5, foundAt: now, scannedAt: now,
            asOf: today.description, stale: false)
    }

    static let best = PatternsSignal.BestPattern(
        ticker: "LKOH", probability: 0.58, priceChange: 0.021, chart: closes, pattern: rise, scanner: .ready,
        notice: nil)

    static let rise = pattern("LKOH", probability: 0.58, change: 0.021)

    static func shown(_ pattern: PatternsSignal.Pattern) -> PatternsSignal.ShownPattern {
        PatternsSignal.ShownPattern(
            pattern: pattern, status: .active, closedAt: nil, tailLength: 0, kept: 3, stats: scan.stats,
            matches: matches, searched: scan.searched, chart: closes, announcement: nil, scanner: .ready, notice: nil)
    }

    static let stats = PatternsSignal.DashboardStats(
        activePatterns: 4, bestTicker: "LKOH", bestProbability: 0.58, avgProbability: 0.61, avgPriceChange: 0.004,
        stalePatterns: 1, scanner: .ready, notice: nil, bestPriceChange: 0.021)

    static let patternList = PatternsSignal.PatternList(
        patterns: [pattern("SBER"), pattern("GAZP", probability: 0.62), rise], nextCursor: nil, total: 4,
        avgProbability: 0.61, scanner: .ready, notice: nil,
        hidden: PatternsSignal.HiddenPatterns(byType: 0, byMatches: 1, byDeviation: 0))

    static let security = ScannerSignal.Security(
        ticker: "SBER", name: "Сбербанк", timeframe: .oneDay, candles: 60, from: today.adding(days: -60).description,
        to: today.adding(days: -1).description)

    static let candles = (0..<60).map { number -> ScannerSignal.Candle in
        let close = 250 + Double((number * 5) % 17)
        return ScannerSignal.Candle(
            date: today.adding(days: number - 60).description, open: close - 2, high: close + 3, low: close - 4,
            close: close)
    }

    static let match = ScannerSignal.Match(
        ticker: "GAZP", from: "2023-11-01", to: "2023-12-14", candles: 32, distance: 0.12, similarity: 0.977,
        change: 0.004)

    /// Returns a segment with similar shapes.
    static func shapes(_ kind: ScannerSignal.Kind) -> ScanShapes {
        func run(_ ticker: String, _ name: String, _ closes: [Double]) -> ScanShapes.Run {
            ScanShapes.Run(
                ticker: ticker, name: name, from: "2025-10-06", to: "2025-10-08",
                candles: closes.enumerated().map { number, close in
                    ScannerSignal.Candle(
                        date: today.adding(days: number).description, open: close - (number % 3 == 1 ? -2 : 1),
                        high: close + 3, low: close - 3, close: close)
                })
        }
        return ScanShapes(
            kind: kind, segment: run("SBER", "Сбербанк", [11, 13, 12, 15, 14, 16, 18, 17]),
            matches: [run("GAZP", "Газпром", [10, 12, 11, 14, 15, 14, 18, 17])])
    }

    /// As many matches as the statistics count, of three securities.
    static let matches =
        [match]
        + (1..<21).map { number in
            ScannerSignal.Match(
                ticker: ["SBER", "LKOH", "GAZP"][number % 3], from: today.adding(days: -100 * number - 200).description,
                to: today.adding(days: -100 * number - 180).description, candles: 15 + number % 7,
                distance: 0.12 + Double(number) / 200, similarity: 0.976 - Double(number) / 200,
                change: Double(number * 7 % 11 - 5) / 400)
        }

    static let scan = ScannerSignal.ScanAnswer(
        matches: matches,
        stats: ScannerSignal.Statistics(
            matches: 21, considered: 20, up: 14, down: 6, flat: 0, direction: .up, probability: 0.7,
            probabilityLow: 0.48, probabilityHigh: 0.86, meanChange: 0.012, medianChange: 0.01, standardDeviation: 0.02,
            meanUp: 0.02, meanDown: -0.01, baseRateUp: 0.53, baseRateDown: 0.45, edge: .no, distinctDays: 20),
        asOf: today.description,
        searched: ScannerSignal.Searched(securities: 3, candles: 7680, windows: 100, passed: 10, candidates: 5))

    private static func notification(_ id: String, _ title: String, isRead: Bool) -> NotificationsSignal.Notification {
        NotificationsSignal.Notification(
            id: id, category: .payments, kind: .paymentFailed, title: title, body: "There was not enough money.",
            createdAt: now, occurredAt: now, late: false, readAt: isRead ? now : nil, archivedAt: nil,
            snoozedUntil: nil,
            event: "e1", subject: nil, amount: nil)
    }

    static let inbox = NotificationsSignal.Inbox(
        notifications: [
            notification("n1", "Кинопоиск: оплата не прошла", isRead: false),
            notification("n2", "Netflix is paid", isRead: true),
        ], unread: 1, nextCursor: nil)

    /// Returns a bond with a real ISIN.
    static func bond() throws -> BondsSignal.Bond {
        BondsSignal.Bond(
            isin: try #require(ISIN("RU000A0JW126")), title: "Kamaz", currency: roubles, quotes: 3000, from: now,
            to: today.adding(days: -700).startInUTC,
            lastPrice: 100.32, maturity: today.adding(days: 900), priceAgeDays: 700)
    }

    static let terms = BondsSignal.Terms(
        coupons: (0..<6).map { number in
            BondsSignal.Coupon(
                start: today.adding(days: number * 182 - 300), date: today.adding(days: number * 182 - 118),
                value: 44.88)
        }, principal: [BondsSignal.Repayment(date: today.adding(days: 792), value: 1000)])

    static let figures = BondsSignal.FiguresAnswer(
        cleanPricePercent: 100.32, outstandingFace: 1000, accruedInterest: 29.1, dirtyPrice: 1032.3,
        effectiveYield: 0.0913, currentYield: 0.0897, macaulayDuration: 1.94, modifiedDuration: 1.78, convexity: 5.12)

    static func bondChart() throws -> BondsSignal.ChartAnswer {
        let points = (0..<50).map { number in
            BondsSignal.ChartPoint(
                date: today.adding(days: number - 50).startInUTC, value: 98 + Double((number * 3) % 7) / 2)
        }
        return BondsSignal.ChartAnswer(
            isin: try bond().isin, kind: .price, points: points, from: points[0].date, to: points[49].date, quotes: 50,
            lowest: points[0], highest: points[2], change: 1.5, title: "Kamaz", firstQuote: points[0].date,
            lastQuote: points[49].date)
    }
}
