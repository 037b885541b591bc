import Coordination
import CrashPoints
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport

@testable import PatternsService

/// A day of patterns: lists, looks at the market and its changes, and a person who leaves.
struct PatternsDay: CrashDay {
    struct House: Sendable {
        let patterns: PatternsHouse
        let store: SQLitePatternsStore
    }

    static let name = "patterns"
    /// Its revision never goes back, however often patterns is opened.
    private let market = ScriptedMarket()

    init() {
        market.answer { _ in ScriptedMarket.odds(low: 0.4) }
        for ticker in ["SBER", "LKOH", "GAZP"] { market.put(ticker, FindingTests.closes) }
    }

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        let store = try await SQLitePatternsStore.open(at: path, clock: clock.wallClock, options: options)
        let house = PatternsHouse(store, WatchRules(), market, clock)
        return OpenHouse(House(patterns: house, store: store), over: store.store)
    }

    /// Nobody sees a pattern of a security that nobody watches, and no security is on a list twice.
    func problems(of house: House, _ store: Store) async throws -> [String] {
        var problems: [String] = []
        for user in ["anna", "boris"] {
            let watched = try await house.patterns.send(PatternsSignal.ListWatches(), as: user).securities.map(\.ticker)
            if Set(watched).count != watched.count { problems.append("\(user) watches something twice: \(watched)") }
            let seen = Set(try await house.patterns.patterns(of: user).map(\.ticker))
            if !seen.isSubset(of: watched) { problems.append("\(user) sees \(seen), and watches \(watched)") }
        }
        return problems
    }

    private static func scan(_ name: String, _ ticker: String) -> CrashStep<House> {
        .change(name, commits: 3) { house, _ in _ = try await house.patterns.scanner.scan(ticker) }
    }

    private static func watch(_ name: String, _ tickers: [String], as user: String = "anna") -> CrashStep<House> {
        .ask(name) { house, _, key in
            try await house.patterns.send(PatternsSignal.AddWatch(tickers: tickers), as: user, key: key)
        }
    }

    static let steps: [CrashStep<House>] = [
        watch("watch", ["SBER", "LKOH"]), watch("watch as boris", ["SBER"], as: "boris"),
        scan("first look", "SBER"), scan("look at another", "LKOH"),
        .change("scanner tells of a change") { house, _ in
            house.patterns.market.put("SBER", FindingTests.closes + [76])
            try await house.patterns.hear(of: "SBER", sequence: 1)
        },
        .change("other odds", commits: 3) { house, _ in
            house.patterns.market.answer { _ in ScriptedMarket.odds(matches: 50, up: 40, low: 0.9) }
            house.patterns.market.put("SBER", FindingTests.closes + [77, 78, 79])
            _ = try await house.patterns.scanner.scan("SBER")
        },
        .restart("restart at noon"),
        .change("scanner tells of another change") { house, _ in
            house.patterns.market.put("LKOH", FindingTests.closes + [80])
            try await house.patterns.hear(of: "LKOH", sequence: 2)
        },
        scan("look again", "LKOH"),
        .change("refresh", commits: 6) { house, _ in
            _ = try await house.patterns.send(PatternsSignal.Refresh(tickers: ["GAZP", "SBER"]))
        },
        .ask("remove") { house, _, key in
            try await house.patterns.send(PatternsSignal.RemoveWatch(tickers: ["LKOH"]), key: key)
        },
        .change("dora watches") { house, _ in
            try await house.patterns.send(PatternsSignal.AddWatch(tickers: ["LKOH"]), as: "dora")
        },
        .change("dora leaves") { house, _ in
            let facts = try JSONEncoding.encode(["userId": "dora"])
            let event = Event(
                sequence: 1, type: "auth.userDeleted", subject: "dora", time: Instant(microseconds: 0), data: facts)
            try await house.store.store.write { try house.store.forgetDeleted([event], in: $0) }
        },
        .restart("restart in the evening"),
        watch("watch last", ["GAZP", "LKOH"], as: "boris"), scan("last look", "GAZP"),
    ]
}
