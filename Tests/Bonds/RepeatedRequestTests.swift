import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import BondsService

/// A repeated request with its idempotency key gets the stored answer, whatever has changed since.
@Suite struct RepeatedRequestTests {
    private static func keyed(_ key: String) -> SignalContext {
        var context = BondsHouse.user("u1")
        context.idempotencyKey = key
        return context
    }

    private static func importing(_ prices: [Double]) throws -> BondsSignal.Import {
        BondsSignal.Import(activities: [try BondsHouse.activity(prices: prices)])
    }

    @Test func anImportIsAnsweredWithWhatItDid() async throws {
        try await BondsHouse.with { house in
            let first = try await house.ask(try Self.importing([100, 101]), as: Self.keyed("import"))
            #expect(first.bonds.map(\.added) == [2])
            _ = try await house.ask(try Self.importing([102, 103, 104]))
            #expect(try await house.ask(try Self.importing([100, 101]), as: Self.keyed("import")) == first)
            #expect(try await house.ask(BondsSignal.List()).bonds.map(\.lastPrice) == [104])
        }
    }

    @Test func aHoldingIsAnsweredAsItWas() async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(try Self.importing([100]))
            let isin = try #require(ISIN(BondsHouse.isin))
            let first = try await house.ask(BondsSignal.Hold(isin: isin, quantity: 5), as: Self.keyed("hold"))
            #expect(first.before == 0)
            _ = try await house.ask(BondsSignal.Hold(isin: isin, quantity: 7))
            let again = try await house.ask(BondsSignal.Hold(isin: isin, quantity: 5), as: Self.keyed("hold"))
            #expect(again == first)
            #expect(try await house.ask(BondsSignal.Holdings()).holdings.map(\.quantity) == [7])
        }
    }

    @Test func aFileIsTakenOnceThoughItsUploadIsForgotten() async throws {
        try await BondsHouse.with { house in
            let text = "date,price\n2018-09-01,100\n2018-09-02,101\n"
            _ = try await house.ask(BondsSignal.UploadPart(upload: "file", part: 0, text: text))
            let file = BondsSignal.ImportFile(
                upload: "file", isin: ISIN(BondsHouse.isin), currency: Currency(code: "RUB"))
            let first = try await house.ask(file, as: Self.keyed("file"))
            #expect(first.bonds.map(\.quotes) == [2])
            #expect(try await house.ask(file, as: Self.keyed("file")) == first)
        }
    }

    @Test func whatWasAnsweredToSomebodyWhoLeftIsForgotten() async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(try Self.importing([100]), as: Self.keyed("import"))
            try await house.store.write {
                try SQLiteBondsWriting(transaction: $0, now: WallClock.system.now()).forget("u1")
            }
            _ = try await house.ask(try Self.importing([100, 101]), as: Self.keyed("import"))
        }
    }

    @Test func whatWasFetchedIsNotFetchedAgain() async throws {
        let source = CountedSource()
        try await BondsHouse.with(source: source) { house in
            let isin = try #require(ISIN(BondsHouse.isin))
            let first = try await house.ask(BondsSignal.Fetch(isin: isin), as: Self.keyed("fetch"))
            #expect(try await house.ask(BondsSignal.Fetch(isin: isin), as: Self.keyed("fetch")) == first)
            #expect(await source.asked == 1)
        }
    }
}

/// An exchange that counts its requests.
private actor CountedSource: BondSource {
    private(set) var asked = 0

    func bond(
        _ isin: ISIN, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
    ) async throws -> FetchedBond? {
        asked += 1
        var quotes = QuoteColumns()
        quotes.append(time: days.upperBound.startInUTC.microseconds, price: 100, yield: .nan)
        return FetchedBond(title: "Kamaz", currency: Currency(code: "RUB"), terms: nil, quotes: quotes)
    }
}
