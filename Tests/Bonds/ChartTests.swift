import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import BondsService

@Suite struct ChartTests {
    private func chart(
        _ kind: BondsSignal.ChartKind = .price, _ from: String? = nil, _ to: String? = nil,
        period: BondsSignal.ChartPeriod? = nil, points: Int? = nil
    ) throws -> BondsSignal.Chart {
        BondsSignal.Chart(
            isin: try #require(ISIN(BondsHouse.isin)), kind: kind, from: from.flatMap { QuoteMoment($0) },
            to: to.flatMap { QuoteMoment($0) }, points: points, period: period)
    }

    private func terms() throws -> BondsSignal.Terms {
        BondsSignal.Terms(
            face: 1000, ratePercent: 9, frequency: 2, issued: try #require(CalendarDay("2016-01-01")),
            maturity: try #require(CalendarDay("2028-01-01")))
    }

    @Test func importedTwiceIsImportedOnceAndLaterQuotesUpdate() async throws {
        try await BondsHouse.with { house in
            let prices = (0..<300).map { 100 + Double($0 % 17) }
            let activity = try BondsHouse.activity(prices: prices)
            let first = try await house.ask(BondsSignal.Import(activities: [activity])).bonds[0]
            #expect((first.added, first.updated, first.quotes) == (300, 0, 300))
            let again = try await house.ask(BondsSignal.Import(activities: [activity])).bonds[0]
            #expect((again.added, again.updated, again.quotes) == (0, 0, 300))
            let other = try BondsHouse.activity(prices: prices.map { $0 == 100 ? 101 : $0 } + [50])
            let updated = try await house.ask(BondsSignal.Import(activities: [other])).bonds[0]
            #expect((updated.added, updated.updated, updated.quotes) == (1, 18, 301))
            #expect(try await house.ask(chart()).lowest.value == 50, "charts see it at once")
            let list = try await house.ask(BondsSignal.List()).bonds
            #expect(list.map(\.quotes) == [301] && list[0].lastPrice == 50)
        }
    }

    @Test func allIsAPeriodAndTheAnswerSaysWhichQuotesThereAre() async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(
                BondsSignal.Import(activities: [try BondsHouse.activity(prices: (0..<400).map { 100 + Double($0) })]))
            let all = try await house.ask(chart(period: .all))
            #expect(all.quotes == 400 && all.title == "Kamaz")
            let part = try await house.ask(chart(.price, "2000-01-01", "2018-09-03"))
            #expect(part.quotes == 36 && part.firstQuote == all.from && part.lastQuote == all.to)
        }
    }

    @Test func disorderIsSortedAndTheLastOfEqualMomentsStays() async throws {
        try await BondsHouse.with { house in
            let activity = try BondsHouse.activity(prices: [10, 20, 30])
            let mixed = BondsSignal.Activity(
                title: "Kamaz", currency: activity.currency, isin: activity.isin,
                items: activity.items.reversed() + [BondsSignal.Quote(date: activity.items[1].date, price: 25)])
            let imported = try await house.ask(BondsSignal.Import(activities: [mixed])).bonds[0]
            #expect((imported.added, imported.quotes) == (3, 3))
            #expect(try await house.ask(chart()).points.map(\.value) == [10, 25, 30])
        }
    }

    @Test func anImportIsAllOrNothingAndNamesTheBadItem() async throws {
        try await BondsHouse.with { house in
            let good = try BondsHouse.activity(prices: [10, 20])
            let bad = try BondsHouse.activity(prices: [10, 0], isin: "RU000A0ZZQU2")
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Import(activities: [good, bad]))
            }
            #expect(fault?.field == "activities[1].items[1].price")
            #expect(try await house.ask(BondsSignal.List()).bonds.isEmpty)
            _ = try await house.ask(BondsSignal.Import(activities: [good]))
            let otherCurrency = try BondsHouse.activity(prices: [10], currency: "USD")
            let conflict = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Import(activities: [otherCurrency]))
            }
            #expect(conflict?.code == .conflict && conflict?.field == "activities[0].currency")
        }
    }

    @Test(
        arguments: [
            ("2018-09-01", nil, FaultCode.periodMissing, "to"), (nil, "2018-09-01", .periodMissing, "from"),
            ("2018-09-03", "2018-09-02", .periodReversed, "from"), ("2018-09-02", "2018-09-02", .periodEmpty, "to"),
            ("2018-09-02T10:05:00Z", "2018-09-02T10:55:00Z", .periodEmpty, "to"),
            ("2030-01-01", "2030-02-01", .periodEmpty, "from"), ("2010-01-01", "2010-02-01", .periodEmpty, "from"),
        ] as [(String?, String?, FaultCode, String)])
    func periodsThatAreNoneAreToldApart(from: String?, to: String?, code: FaultCode, field: String) async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(BondsSignal.Import(activities: [try BondsHouse.activity(prices: [10, 20, 30])]))
            let fault = await #expect(throws: Fault.self) { _ = try await house.ask(chart(.price, from, to)) }
            #expect(fault?.code == code)
            #expect(fault?.field == field)
        }
    }

    @Test func periodsAreCutAtBothEndsAndShortcutsEndWithTheNewest() async throws {
        try await BondsHouse.with { house in
            let prices = (0..<(12 * 60)).map { 50 + Double($0) }
            _ = try await house.ask(BondsSignal.Import(activities: [try BondsHouse.activity(prices: prices)]))
            let cut = try await house.ask(chart(.price, "2018-09-02T00:00:00Z", "2018-09-02T04:00:00Z"))
            #expect(cut.points.map(\.value) == [62, 63, 64])
            #expect((cut.quotes, cut.change) == (3, 2))
            #expect(try await house.ask(chart(.price, "2018-09-02", "2018-09-03")).quotes == 24)
            #expect(try await house.ask(chart(period: .week)).quotes == 12 * 7 + 1)
            #expect(try await house.ask(chart(period: .year)).quotes == 720)
            let few = try await house.ask(chart(points: 10))
            #expect(few.points.count == 10 && few.quotes == 720)
            #expect((few.lowest.value, few.highest.value) == (50, 769))
            let fault = await #expect(throws: Fault.self) { _ = try await house.ask(chart(points: 1)) }
            #expect(fault?.field == "points")
        }
    }

    @Test func yieldsAreThoseOfTheSourceElseReckonedElseAFault() async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(
                BondsSignal.Import(activities: [
                    try BondsHouse.activity(prices: [100, 101, 102], yields: [9.5, nil, 9.3])
                ]))
            let fault = await #expect(throws: Fault.self) { _ = try await house.ask(chart(.yield)) }
            #expect(fault?.code == .termsMissing)
            #expect(fault?.details["quotesWithoutYield"] == .number(1))

            _ = try await house.ask(
                BondsSignal.Import(activities: [try BondsHouse.activity(prices: [], terms: try terms())]))
            let line = try await house.ask(chart(.yield))
            let isin = try #require(ISIN(BondsHouse.isin))
            let expected = try await house.ask(
                BondsSignal.Figures(
                    isin: isin, settlement: try #require(CalendarDay("2018-09-01")), cleanPricePercent: 101))
            #expect(line.points.map(\.value)[0] == 9.5 && line.points.map(\.value)[2] == 9.3)
            #expect(abs(line.points[1].value - expected.effectiveYield * 100) < 1e-9)
        }
    }

    @Test func nobodyWithoutASessionSeesAnything() async throws {
        try await BondsHouse.with { house in
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.List(), as: SignalContext())
            }
            #expect(fault?.code == .unauthenticated)
        }
    }

    @Test(arguments: [
        "", "2018-09-01T", "2018-09-01T13:00:00", "2018-09-01T13:00:00+0300 ", "2018-9-01", "2018-02-30",
        "2018-09-01T24:00:00Z", "2018-09-01T10:00:60Z", "2018-09-01T10:00:00.Z", "0001-01-01T00:00:00+01:00",
        "01.09.2018", "2018-09-01T10:00:00+03", "2018-09-01T1\u{0}:00:00Z", "٢018-09-01",
    ]) func whatIsNoMomentIsNotRead(text: String) { #expect(QuoteMoment(text) == nil) }

    @Test func momentsAgreeWithInstants() throws {
        for text in ["2018-09-01T13:00:00.123456+03:00", "1969-12-31T23:59:59.1Z", "9999-12-31T23:59:59Z"] {
            #expect(QuoteMoment(text)?.instant == Instant(text))
        }
    }

    @Test(arguments: [
        "2018-09-01T13:00:00+0300", "2018-09-01T13:00:00+03:00", "2018-09-01T10:00:00Z", "2018-09-01 10:00:00Z",
        "2018-09-01 13:00:00+0300", "2018-09-01T13:00+03:00",
    ]) func momentsAreReadAsSourcesWriteThem(text: String) {
        #expect(QuoteMoment(text)?.instant == Instant("2018-09-01T10:00:00Z"))
    }

    @Test func theAppsOwnFileIsImportedAsItIs() async throws {
        let bytes = try ReferenceResults.bytes("bonds/skybonds.json")
        let file = try JSONDocument(bytes).root.decode(BondsSignal.Import.self)
        try await BondsHouse.with { house in
            let imported = try await house.ask(file).bonds
            #expect(imported.map(\.quotes) == [3000, 3000, 3000])
            let line = try await house.ask(chart(points: 60))
            #expect(line.points.count == 60)
            #expect(line.from == Instant("2018-09-01T10:00:00Z"))
        }
    }
}
