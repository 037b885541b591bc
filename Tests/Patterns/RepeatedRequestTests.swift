import Coordination
import Signals
import Testing

@testable import PatternsService

/// A repeated request with its idempotency key gets the stored answer, whatever has changed since.
@Suite struct RepeatedRequestTests {
    private typealias P = PatternsSignal

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func changesOfAWatchListAreAnsweredAsTheyWere(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house async throws in
            let added = try await house.send(P.AddWatch(tickers: ["SBER", "LKOH"]), key: "add")
            #expect(added.securities.map(\.ticker) == ["LKOH", "SBER"])
            let removed = try await house.send(P.RemoveWatch(tickers: ["LKOH"]), key: "remove")
            #expect(removed.securities.map(\.ticker) == ["SBER"])
            try await house.send(P.RemoveWatch(tickers: ["SBER"]))
            try await house.watch("GAZP")
            #expect(try await house.send(P.AddWatch(tickers: ["SBER", "LKOH"]), key: "add") == added)
            #expect(try await house.send(P.RemoveWatch(tickers: ["LKOH"]), key: "remove") == removed)
            #expect(try await house.send(P.ListWatches()).securities.map(\.ticker) == ["GAZP"])
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func aLookIsAnsweredAsItWasAndScannerIsNotAskedAgain(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house async throws in
            house.market.put("SBER", FindingTests.closes)
            let first = try await house.send(P.Refresh(tickers: ["SBER"]), key: "look")
            #expect(first.patterns == 2 && first.new == 2)
            let all = try await house.send(P.Refresh(), key: "all")
            #expect(all.patterns == 2 && all.new == 0)
            try await house.send(P.RemoveWatch(tickers: ["SBER"]))
            house.market.put("SBER", FindingTests.closes + [101])
            let asked = house.market.scans.count
            #expect(try await house.send(P.Refresh(tickers: ["SBER"]), key: "look") == first)
            #expect(try await house.send(P.Refresh(), key: "all") == all)
            #expect(house.market.scans.count == asked)
            #expect(try await house.send(P.ListWatches()).securities.isEmpty, "what was taken off stays off")
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func aLookThatCameToNothingIsDoneWhenItComesAgain(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house async throws in
            house.market.put("SBER", FindingTests.closes)
            house.market.fail(Fault(.unavailable, "scanner cannot be reached."))
            #expect(try await house.fault(of: P.Refresh(tickers: ["SBER"]), key: "look") == .unavailable)
            house.market.fail(nil)
            #expect(try await house.send(P.Refresh(tickers: ["SBER"]), key: "look").patterns == 2)
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func aKeyOfOtherContentIsAConflict(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house async throws in
            try await house.send(P.AddWatch(tickers: ["SBER"]), key: "one")
            #expect(try await house.fault(of: P.AddWatch(tickers: ["LKOH"]), key: "one") == .conflict)
            #expect(try await house.fault(of: P.RemoveWatch(tickers: ["SBER"]), key: "one") == .conflict)
            #expect(try await house.fault(of: P.Refresh(tickers: ["LKOH"]), key: "one") == .conflict)
            #expect(try await house.fault(of: P.AddWatch(tickers: ["LKOH"]), as: "boris", key: "one") == nil)
            #expect(try await house.send(P.ListWatches()).securities.map(\.ticker) == ["SBER"])
        }
    }
}
