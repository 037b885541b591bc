import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import PatternsService

/// Watch-lists, refreshes, and their storage.
@Suite struct WatchListTests {
    private typealias Add = PatternsSignal.AddWatch
    private static let closes = (0..<80).map { 100 + Double($0 % 7) }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func holdsWhatWasPutOnItOnce(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            let list = try await house.send(Add(tickers: ["lkoh", "SBER", "sber"]))
            #expect(list.securities.map(\.ticker) == ["LKOH", "SBER"])
            #expect(list.securities.allSatisfy { $0.state == .waiting && $0.since == house.clock.now })
            #expect(try await house.send(Add(tickers: ["SBER"])).securities.count == 2)
            let left = try await house.send(PatternsSignal.RemoveWatch(tickers: ["LKOH"]))
            #expect(left.securities.map(\.ticker) == ["SBER"])
            for tickers in [[], ["a b"], [String(repeating: "X", count: 33)], Array(repeating: "A", count: 101)] {
                #expect(try await house.fault(of: Add(tickers: tickers)) == .invalidArgument)
            }
            // All or none.
            let both = PatternsSignal.RemoveWatch(tickers: ["SBER", "NONE"])
            #expect(try await house.fault(of: both) == .notFound)
            #expect(try await house.send(PatternsSignal.ListWatches()).securities.count == 1)
        }
    }

    @Test func hasALimit() async throws {
        var rules = WatchRules()
        rules.mostWatched = 2
        try await PatternsHouse.with(rules: rules) { house in
            try await house.watch("A", "B")
            #expect(try await house.fault(of: Add(tickers: ["C"])) == .limitExceeded)
            #expect(try await house.fault(of: PatternsSignal.Refresh(tickers: ["A", "C"])) == .limitExceeded)
            #expect(try await house.fault(of: Add(tickers: ["A", "B"])) == nil)
            #expect(try await house.fault(of: Add(tickers: ["C", "D"]), as: "boris") == nil)
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func whoeverShowsTheListIsToldWhenItIsAnother(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            try await house.send(Add(tickers: ["SBER", "LKOH"]), key: "one")
            try await house.send(Add(tickers: ["SBER", "LKOH"]), key: "one")
            try await house.send(Add(tickers: ["SBER"]))
            try await house.watch("SBER", as: "boris")
            #expect(try await house.changes() == ["anna LKOH", "anna SBER", "boris SBER"])
            try await house.send(PatternsSignal.RemoveWatch(tickers: ["LKOH"]))
            #expect(try await house.fault(of: PatternsSignal.RemoveWatch(tickers: ["LKOH"])) == .notFound)
            #expect(try await house.changes().dropFirst(3) == ["anna LKOH"])
            #expect(try await house.told().isEmpty, "none of it is worth telling people")
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func whoWatchesIsToldWhenALookFindsSomethingElse(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", FindingTests.closes)
            house.market.answer { _ in ScriptedMarket.odds(low: 0.4) }
            try await house.watch("SBER")
            try await house.watch("SBER", as: "boris")
            let before = try await house.changes().count
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.changes().dropFirst(before) == ["anna SBER", "boris SBER"])
            // Another security has changed: this one is scanned, and is unchanged.
            house.market.put("OTHER", FindingTests.closes)
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.changes().count == before + 2)
            house.market.answer { _ in ScriptedMarket.odds(matches: 50, up: 40, low: 0.4) }
            house.market.put("OTHER", FindingTests.closes)
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.changes().count == before + 4, "other odds are another sight")
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func whoeverBeginsToWatchDoesNotLearnThatOthersDo(keeping: PatternsHouse.Keeping) async throws {
        func shown(_ house: PatternsHouse) async throws -> String {
            let added = try await house.send(Add(tickers: ["SBER"]), as: "boris")
            let list = try await house.send(PatternsSignal.List(), as: "boris")
            let changes = try await house.changes().filter { $0.hasPrefix("boris") }
            return "\(added) \(list) \(changes) \(try await house.told().filter { $0.userID == "boris" })"
        }
        var alone = ""
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", Self.closes)
            alone = try await shown(house)
        }
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let before = try await house.changes().filter { $0.hasPrefix("anna") }
            #expect(try await shown(house) == alone)
            // The next look tells him, and her nothing.
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.send(PatternsSignal.ListWatches(), as: "boris").securities[0].state == .current)
            #expect(try await house.patterns(of: "boris").count == 2)
            #expect(try await house.told().map(\.userID) == ["anna", "anna", "boris", "boris"])
            #expect(try await house.changes().filter { $0.hasPrefix("boris") }.count == 2)
            #expect(try await house.changes().filter { $0.hasPrefix("anna") } == before)
        }
    }

    @Test func whoeverBeginsToWatchDuringALookGetsAnother() async throws {
        try await PatternsHouse.with { house in
            house.market.put("SBER", Self.closes)
            house.market.interrupt { try await house.watch("SBER") }
            _ = try await house.scanner.scan("SBER")
            #expect(house.market.scans.isEmpty)
            #expect(try await house.send(PatternsSignal.ListWatches()).securities[0].state == .waiting)
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.patterns().count == 2)
        }
    }

    @Test func onlyPeopleHaveWatchLists() async throws {
        try await PatternsHouse.with { house in
            for caller in [Caller.anonymous, .service("ledger")] {
                let expected: FaultCode = caller == .anonymous ? .unauthenticated : .permissionDenied
                let handler = try #require(house.service.handler(for: PatternsSignal.List.self))
                let fault = await #expect(throws: Fault.self) {
                    _ = try await handler(PatternsSignal.List(), SignalContext(caller: caller))
                }
                #expect(fault?.code == expected)
            }
        }
    }

    @Test func refreshingNamesSecuritiesAndTellsHowFarItIs() async throws {
        try await PatternsHouse.with { house in
            for ticker in ["A", "B"] { house.market.put(ticker, Self.closes) }
            let shares = Mutex<[Double]>([])
            var context = PatternsHouse.context()
            context.progress = ProgressReporter { share, _, _ in shares.withLock { $0.append(share) } }
            let handler = try #require(house.service.handler(for: PatternsSignal.Refresh.self))
            let answer = try await handler(PatternsSignal.Refresh(tickers: ["a", "B"]), context)
            #expect(answer.securities.map(\.ticker) == ["A", "B"] && answer.new == 4)
            #expect(shares.withLock { $0 } == [0, 0.5, 1])
            #expect(try await house.send(PatternsSignal.ListWatches()).securities.map(\.ticker) == ["A", "B"])
            #expect(try await house.send(PatternsSignal.Refresh(), as: "boris").securities.isEmpty)
            #expect(try await house.fault(of: PatternsSignal.Refresh(tickers: [])) == .invalidArgument)
        }
    }

    @Test func severalWhoAskAtOnceShareOneLook() async throws {
        try await PatternsHouse.with { house in
            house.market.put("SBER", Self.closes)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for user in 0..<8 {
                    group.addTask {
                        try await house.send(PatternsSignal.Refresh(tickers: ["SBER"]), as: "user\(user)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(house.market.scans.count == 29)
            let told = try await house.told()
            #expect(told.count == 16 && Set(told).count == 16)
        }
    }

    @Test func whatIsKnownOutlivesTheProcessAndIsToldOnce() async throws {
        let directory = TemporaryDirectory()
        let market = ScriptedMarket()
        market.put("SBER", Self.closes)
        var ids: Set<String> = []
        for run in 0..<3 {
            try await PatternsHouse.with(.file, market: market, in: directory) { house in
                if run == 0 { try await house.watch("SBER") }
                market.put("SBER", Self.closes)
                try await house.hear(of: "SBER", sequence: Int64(run + 1))
                _ = try await house.scanner.scan("SBER")
                let patterns = try await house.patterns()
                ids.formUnion(patterns.map(\.id))
                #expect(patterns.count == 2 && ids.count == 2)
                #expect(try await house.told().count == 2)
                #expect(try await house.follower.lastSequence() == Int64(run + 1))
            }
        }
    }

    @Test func aUserWhoIsGoneIsForgotten() async throws {
        let directory = TemporaryDirectory()
        let clock = SteppedClock()
        let store = try await SQLitePatternsStore.open(at: directory.file("patterns.db"), clock: clock.wallClock)
        try await store.write(deadline: nil, weight: 1) { transaction in
            for user in ["anna", "boris"] {
                try transaction.save(Watch(userID: user, ticker: "SBER", since: clock.now))
            }
        }
        let signal = Add(tickers: ["SBER"])
        let context = PatternsHouse.context(key: "one")
        let list = try await store.once(signal, by: "anna", context: context) {
            try PatternsSignal.WatchList(of: "anna", in: $0, at: clock.now)
        }
        #expect(try await store.answerBefore(to: signal, by: "anna", context: context) == list)
        let event = Event(
            sequence: 7, type: "auth.userDeleted", subject: "anna", time: clock.now,
            data: Array(#"{"userId":"anna"}"#.utf8))
        try await store.store.write { try store.forgetDeleted([event], in: $0) }
        #expect(try await store.read { try $0.watchers(of: "SBER") } == ["boris"])
        #expect(try await store.answerBefore(to: signal, by: "anna", context: context) == nil)
        let bad = Event(sequence: 8, type: "auth.userDeleted", subject: "", time: clock.now, data: Array("{}".utf8))
        await #expect(throws: Fault.self) { try await store.store.write { try store.forgetDeleted([bad], in: $0) } }
        await store.store.close()
    }

    @Test func eventsOfScannerAreReadByWhatTheySay() throws {
        func change(_ type: String, _ data: String) throws -> MarketFollower.MarketChange {
            try MarketFollower.MarketChange(
                Event(
                    sequence: 3, type: type, subject: "", time: Instant(microseconds: 0), data: Array(data.utf8)))
        }
        let type = ScannerEvent.CandlesChanged.type
        let daily = try change(type, #"{"ticker":"SBER","timeframe":"1d","candles":1,"revision":9,"later":true}"#)
        #expect(daily == .init(sequence: 3, ticker: "SBER", revision: 9))
        #expect(try change(type, #"{"ticker":"SBER","timeframe":"1h","revision":9}"#).ticker == nil)
        #expect(try change("scanner.other", "{}") == .init(sequence: 3))
        #expect(throws: Fault.self) { try change(type, "{}") }
    }

    @Test func eventsAreSeenByWhomTheyConcern() throws {
        let event = Event(
            sequence: 1, type: PatternsEvent.Found.type, subject: "x", time: Instant(microseconds: 0),
            data: Array(#"{"userId":"anna"}"#.utf8))
        let visibility = EventsByUserID()
        #expect(try visibility.view(of: event, for: "anna") != nil)
        #expect(try visibility.view(of: event, for: "boris") == nil)
    }
}
