import Coordination
import Domain
import Foundation
import PatternsService
import ScannerService
import Signals
import Storage
import TestSupport
import Transport

/// All watcher scans of the ten shares of the reference market: in-process and as two processes that exchange messages.
enum PatternsBenchmark {
    private static let rounds = 3

    static func run() async throws {
        try await inProcess()
        try await overTheWire()
    }

    // MARK: The market

    /// A change of the market that concerns none of the ten, so that everything is looked at again.
    private static func bump(_ round: Int) -> ScannerSignal.Simulate {
        ScannerSignal.Simulate(ticker: "BUMP", candles: 100, seed: round + 1, timeframe: .oneHour)
    }

    // MARK: In-process

    private static func inProcess() async throws {
        let directory = TemporaryDirectory()
        let market = try await SQLiteScannerStore.open(at: directory.file("scanner.db"))
        let store = try await SQLitePatternsStore.open(at: directory.file("patterns.db"))
        let session = UserSession(
            userID: "bench", sessionID: "bench", expiresAt: WallClock.system.now() + .seconds(3600))
        // Scanner without sockets: everything is asked as the person.
        let root = RelayCoordinator { _, _ in SignalContext(caller: .user(session)) }
        let exit = RelayCoordinator()
        root.startFlow(exit)
        root.startFlow(
            UseCaseService(
                ScannerUseCases.all(store: market, engine: ScannerAssembly.engine(threads: 0), clock: .system)))
        for ticker in ReferenceResults.tickers { _ = try await exit.send(try ScannerBenchmark.importing(ticker)) }
        let watches = ReferenceResults.tickers.map { Watch(userID: "bench", ticker: $0, since: WallClock.system.now()) }
        try await store.write(deadline: nil, weight: 1) { transaction in
            for watch in watches { try transaction.save(watch) }
        }
        let scan = TickerScanner(store: store, market: Market(tree: exit), rules: WatchRules(), clock: .system) {
            Identifier.random()
        }
        var times: [Duration] = []
        for round in 0..<rounds {
            _ = try await exit.send(bump(round))
            let began = ContinuousClock.now
            for ticker in ReferenceResults.tickers { _ = try await scan.scan(ticker) }
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
        for ticker in ReferenceResults.tickers { _ = try await send(try ScannerBenchmark.importing(ticker)) }
        var times: [Duration] = []
        var scans = 0
        for round in 0..<rounds {
            _ = try await send(bump(round))
            let began = ContinuousClock.now
            let answer = try await send(PatternsSignal.Refresh(tickers: ReferenceResults.tickers))
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
