import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import ScannerService

/// Goal: the market of a follower is that of the leader once a commit is repeated.
@Suite struct FollowingTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()

    private func open(_ name: String, follows: Bool) async throws -> SQLiteScannerStore {
        var options = StoreOptions()
        if !follows { options.commitLog = { [log] in log.connect() } }
        options.followedHouse = follows ? log.house : nil
        return try await SQLiteScannerStore.open(at: folder.file(name), options: options)
    }

    private func fill(
        _ ticker: String, _ closes: [Double], in store: SQLiteScannerStore, tells: Bool = true
    ) async throws {
        let candles = closes.enumerated().map { index, close in
            Candle(
                time: MarketTime(minutes: Int32(index) * 1440), open: close, high: close, low: close, close: close,
                volume: nil, isFinished: true)
        }
        _ = try await store.write(deadline: nil, weight: 1) { transaction in
            let report = try transaction.take(
                candles, into: SeriesKey(ticker: ticker, timeframe: .oneDay), name: nil, isMadeUp: false, by: "ann")
            if tells { try transaction.tell("ann") }
            return report
        }
    }

    private func shown(_ store: SQLiteScannerStore) -> [String] {
        let market = store.market()
        return ["\(market.revision)"] + market.sorted.map { "\($0.key) \($0.count) \($0.revision) \($0.series.close)" }
    }

    @Test func theMarketFollows() async throws {
        let leader = try await open("leader.db", follows: false)
        try await fill("AAA", [1, 2, 3], in: leader)
        let follower = try await open("follower.db", follows: true)
        #expect(follower.market().entries.isEmpty)
        // The schema comes with the first commits.
        try follower.store.follow(log)
        #expect(shown(follower) == shown(leader))

        try await fill("BBB", [5], in: leader)
        try await fill("AAA", [1, 2, 4, 8], in: leader)
        try follower.store.follow(log)
        #expect(follower.market()["AAA", .oneDay]?.count == 4)
        #expect(follower.market()["BBB", .oneDay]?.count == 1)
        #expect(follower.market().revision == leader.market().revision)

        _ = try await leader.write(deadline: nil, weight: 1) { transaction in
            let removed = try transaction.remove("AAA", timeframe: nil)
            try transaction.tell("ann")
            return removed
        }
        try follower.store.follow(log)
        #expect(follower.market().entries.keys.map(\.ticker) == ["BBB"])

        // A change without an event is found, too.
        try await fill("CCC", [7, 7], in: leader, tells: false)
        try follower.store.follow(log)
        #expect(follower.market()["CCC", .oneDay]?.count == 2)

        // The last change arrives when it begins to lead.
        try await fill("DDD", [9], in: leader)
        await leader.close()
        try await follower.store.lead(log)
        #expect(follower.market()["DDD", .oneDay]?.count == 1)
        try await fill("EEE", [3], in: follower)
        #expect(follower.market().entries.count == 4)
        await follower.close()
    }
}
