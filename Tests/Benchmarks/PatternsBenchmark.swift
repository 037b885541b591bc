import Coordination
import Domain
import Foundation
import PatternsService
import ScannerService
import Signals
import Storage
import TestSupport
import Transport

/// All watcher scans of ten shares: in-process and as two processes that exchange messages. The shares of the reference
/// market where they are, else made-up ones of the same length.
enum PatternsBenchmark {
    private static let rounds = 3

    static func run() async throws {
        try await inProcess()
        try await overTheWire()
    }

    // MARK: The market

    /// What fills the market with ten shares.
    private static func shares() throws -> [(ticker: String, signal: Filling)] {
        if FileManager.default.fileExists(atPath: "../shared/golden/moex") {
            return try ScannerBenchmark.tickers.map { ($0, .importing(try ScannerBenchmark.importing($0))) }
        }
        return (0..<10).map { number in
            let ticker = "DEMO\(number)"
            return (ticker, .making(ScannerSignal.Simulate(ticker: ticker, candles: 2560, seed: number + 1)))
        }
    }

    private enum Filling {
        case importing(ScannerSignal.ImportCandles)
        case making(ScannerSignal.Simulate)
    }

    /// A change of the market that concerns none of the ten, so that everything is looked at again.
    private static func bump(_ round: Int) -> ScannerSignal.Simulate {
        ScannerSignal.Simulate(ticker: "BUMP", candles: 100, seed: round + 1, timeframe: .oneHour)
    }

    // MARK: In-process

    /// Scanner without sockets.
    private struct Neighbour: MarketAnswers {
        let service: ScannerActionService
        let context: SignalContext

        func send<S: Signal>(_ signal: S) async throws -> S.Answer {
            guard let handler = service.handler(for: S.self) else { throw Fault.methodNotFound(S.method) }
            return try await handler(signal, context)
        }
        func securities() async throws -> ScannerSignal.SecurityList { try await send(ScannerSignal.Securities()) }
        func chart(_ signal: ScannerSignal.Chart) async throws -> ScannerSignal.ChartAnswer { try await send(signal) }
        func scan(_ signal: ScannerSignal.Scan) async throws -> ScannerSignal.ScanAnswer { try await send(signal) }
        func isReachable() async -> Bool { true }
    }

    private static func inProcess() async throws {
        let directory = TemporaryDirectory()
        let market = try await SQLiteScannerStore.open(at: directory.file("scanner.db"))
        let store = try await SQLitePatternsStore.open(at: directory.file("patterns.db"))
        let session = UserSession(
            userID: "bench", sessionID: "bench", expiresAt: WallClock.system.now() + .seconds(3600))
        let neighbour = Neighbour(
            service: ScannerActionService(
                store: market, engine: ScannerAssembly.engine(threads: 0), limits: ScanLimits(), clock: .system),
            context: SignalContext(caller: .user(session)))
        let shares = try shares()
        for share in shares {
            switch share.signal {
            case .importing(let signal): _ = try await neighbour.send(signal)
            case .making(let signal): _ = try await neighbour.send(signal)
            }
        }
        let watches = shares.map { Watch(userID: "bench", ticker: $0.ticker, since: WallClock.system.now()) }
        try await store.write(deadline: nil) { books in for watch in watches { try books.add(watch) } }
        let scan = ScanTicker(store: store, market: neighbour, rules: WatchRules(), clock: .system) {
            Identifier.random()
        }
        var times: [Duration] = []
        for round in 0..<rounds {
            _ = try await neighbour.send(bump(round))
            let began = ContinuousClock.now
            for share in shares { _ = try await scan.scan(share.ticker) }
            times.append(.now - began)
        }
        Report.time("patterns: all watcher scans of ten shares, in-process", times.quantile(0), promised: "<= 5 s")
        await store.store.close()
        await market.close()
    }

    // MARK: Over the wire

    private static func overTheWire() async throws {
        let bank = try await Bank.opened(["auth", "scanner", "patterns"])
        let person = try await bank.person()
        let scanner = ServiceLink(service: "scanner", runDirectory: bank.house.runDirectory, loop: bank.loop)
        let patterns = ServiceLink(service: "patterns", runDirectory: bank.house.runDirectory, loop: bank.loop)
        func send<S: Signal>(_ signal: S) async throws -> S.Answer {
            try await (S.method.service == "scanner" ? scanner : patterns).send(
                signal, context: bank.context(person, key: Bank.newKey()), within: .seconds(300))
        }
        let shares = try shares()
        for share in shares {
            switch share.signal {
            case .importing(let signal): _ = try await send(signal)
            case .making(let signal): _ = try await send(signal)
            }
        }
        var times: [Duration] = []
        var scans = 0
        for round in 0..<rounds {
            _ = try await send(bump(round))
            let began = ContinuousClock.now
            let answer = try await send(PatternsSignal.Refresh(tickers: shares.map(\.ticker)))
            times.append(.now - began)
            scans = answer.securities.reduce(0) { $0 + $1.tried }
        }
        Report.time(
            "patterns.refresh of ten shares, \(scans) scans, over the wire", times.quantile(0), promised: "<= 5 s")
        let again = ContinuousClock.now
        _ = try await send(PatternsSignal.Refresh())
        Report.time("patterns.refresh where nothing has changed", .now - again, promised: "<= 0.1 s")
        var lists: [Duration] = []
        for _ in 0..<200 {
            let began = ContinuousClock.now
            _ = try await send(PatternsSignal.List(deviationFromAvg: -1))
            lists.append(.now - began)
        }
        Report.time("patterns.list, p50", lists.quantile(0.5), promised: "<= 2 ms")
        for link in [scanner, patterns] { await link.close() }
        await bank.close()
    }
}
