import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import BondsService

/// Goal: only the owner changes a bond's terms and quotes; others may add missing data.
@Suite struct ImportBondTests {
    private static let other = "RU000A0ZZQU2"
    private let boris = BondsHouse.user("u2")

    private func bond(
        _ prices: [Double], _ title: String = "Kamaz", pays: Double? = nil, isin: String = BondsHouse.isin
    ) throws -> BondsSignal.Activity {
        let activity = try BondsHouse.activity(prices: prices, isin: isin)
        let terms = try pays.map { value in
            BondsSignal.Terms(
                coupons: [],
                principal: [.init(date: try #require(CalendarDay("2030-01-01")), value: value)])
        }
        return BondsSignal.Activity(
            title: title, currency: activity.currency, isin: activity.isin, items: activity.items, terms: terms)
    }

    private func shown(_ house: BondsHouse) async throws -> BondsSignal.Bond {
        try await house.ask(BondsSignal.GetBond(isin: try #require(ISIN(BondsHouse.isin)))).bond
    }

    @Test func onlyTheOwnerChangesABond() async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(BondsSignal.Import(activities: [try bond([100, 101])]))
            let own = try bond([50], isin: Self.other)
            for prices in [[100, 102], [100, 102, 103]] as [[Double]] {
                let fault = await #expect(throws: Fault.self) {
                    _ = try await house.ask(BondsSignal.Import(activities: [own, try bond(prices)]), as: boris)
                }
                #expect(fault?.code == .permissionDenied && fault?.field == "activities[1]", "\(prices)")
            }
            let isin = try #require(ISIN(BondsHouse.isin))
            let file = "TRADEDATE,CLOSE\n2018-09-01,99\n"
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.ImportFile(text: file, isin: isin), as: boris)
            }
            #expect(fault?.code == .permissionDenied && fault?.field == "text", "\(String(describing: fault))")
            #expect(try await house.ask(BondsSignal.List()).bonds.count == 1, "nothing of it is left")
            #expect(try await shown(house).lastPrice == 101)

            // Repeated data and new data change nothing that exists; the title stays.
            let added = try await house.ask(
                BondsSignal.Import(activities: [try bond([100, 101, 102], "Boris's", pays: 1_000)]), as: boris
            ).bonds[0]
            #expect((added.added, added.updated, added.newTerms) == (1, 0, true))
            #expect(try await shown(house).title == "Kamaz")
            let terms = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Import(activities: [try bond([], pays: 1)]), as: boris)
            }
            #expect(terms?.code == .permissionDenied && terms?.field == "activities[0]")
            let changed = try await house.ask(
                BondsSignal.Import(activities: [try bond([90], "Anna's", pays: 900)])
            ).bonds[0]
            #expect((changed.updated, changed.newTerms) == (1, true))
            #expect(try await shown(house).title == "Anna's")
        }
    }

    @Test func whatTheExchangeSaysIsFreeForAll() async throws {
        try await BondsHouse.with(source: OneQuote()) { house in
            let isin = try #require(ISIN(BondsHouse.isin))
            _ = try await house.ask(BondsSignal.Import(activities: [try bond([100], pays: 1)]))
            let fetched = try await house.ask(BondsSignal.Fetch(isin: isin), as: boris).bonds[0]
            #expect((fetched.added, fetched.updated, fetched.newTerms) == (0, 1, true))
            #expect(try await shown(house).title == "Of the exchange")
            // The owner of the bond stays the same.
            _ = try await house.ask(BondsSignal.Import(activities: [try bond([101])]))
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Import(activities: [try bond([102])]), as: boris)
            }
            #expect(fault?.code == .permissionDenied)
        }
    }

    @Test func aBondWhoseOwnerIsGoneIsEverybodys() async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(BondsSignal.Import(activities: [try bond([100])]))
            let left = Event(
                sequence: 1, type: "auth.userDeleted", subject: "u1", time: Instant(microseconds: 0),
                data: Array(#"{"userId":"u1"}"#.utf8))
            try await house.store.write { try house.bonds.forgetDeleted([left], in: $0) }
            let changed = try await house.ask(BondsSignal.Import(activities: [try bond([101])]), as: boris).bonds[0]
            #expect(changed.updated == 1)
        }
    }

    @Test func aBondOfBeforeThereWereOwnersIsEverybodys() async throws {
        let directory = TemporaryDirectory()
        let old = try await Store.open(
            at: directory.file("bonds.db"), migrations: BondsMigrations.all.filter { $0.version < 3 })
        try await old.write { transaction in
            try transaction.connection.execute(
                """
                INSERT INTO bonds (isin, title, currency, quotes) VALUES ('\(BondsHouse.isin)', 'Old', 'RUB', 0);
                INSERT INTO holdings (user, bond, quantity) VALUES ('u1', 1, 3);
                """)
        }
        await old.close()
        try await BondsHouse.with(in: directory) { house in
            #expect(try await shown(house).title == "Old")
            for user in [house.user, boris] {
                _ = try await house.ask(BondsSignal.Import(activities: [try bond([100])]), as: user)
                _ = try await house.ask(BondsSignal.Import(activities: [try bond([101])]), as: user)
            }
            #expect(try await house.ask(BondsSignal.Holdings()).holdings.map(\.quantity) == [3])
            // A newly imported bond belongs to its importer.
            _ = try await house.ask(BondsSignal.Import(activities: [try bond([1], isin: Self.other)]), as: boris)
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Import(activities: [try bond([2], isin: Self.other)]))
            }
            #expect(fault?.code == .permissionDenied)
        }
    }
}

/// An exchange whose price of the first moment differs from the owner's.
private struct OneQuote: BondSource {
    func bond(
        _ isin: ISIN, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
    ) async throws -> FetchedBond? {
        guard let start = Instant("2018-09-01T00:00:00Z"), let end = CalendarDay("2030-01-01"),
            let rubles = Currency(code: "RUB")
        else { return nil }
        var quotes = QuoteColumns()
        quotes.append(time: start.microseconds, price: 77, yield: .nan)
        return FetchedBond(
            title: "Of the exchange", currency: rubles,
            terms: try TermsRules.payments(
                of: BondsSignal.Terms(coupons: [], principal: [.init(date: end, value: 1_000)]), field: "terms"),
            quotes: quotes)
    }
}
