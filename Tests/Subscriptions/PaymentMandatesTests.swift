import Coordination
import Domain
import Signals
import Testing

@testable import SubscriptionsService

/// The effect of further payments on the mandate of their account.
@Suite struct PaymentMandatesTests {
    private func grant(
        _ rubles: Int64, _ per: LedgerSignal.MandatePeriod, spent: Int64 = 0, _ house: SubscriptionsHouse
    ) {
        house.neighbours.change { state in
            state.granted = [
                LedgerSignal.GrantMandate(
                    service: "subscriptions", account: "anna-main", amount: roubles(rubles), per: per)
            ]
            state.spent = spent * 100
        }
    }

    private func add(
        _ rubles: Int64, every unit: Recurrence.Unit = .month, start: String = "2026-01-31",
        _ house: SubscriptionsHouse
    ) async throws -> S.SubscriptionAnswer {
        try await house.send(
            S.Add(
                service: .known("netflix"), amount: roubles(rubles), start: try #require(CalendarDay(start)),
                every: S.Every(count: 1, unit: unit), payFrom: "anna-main"))
    }

    @Test func aNewOneIsForAYearAndIsTold() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let mandate = try #require(try await add(100, house).mandate)
            #expect(mandate == S.Mandate(change: .granted, amount: mandate.amount, per: .year))
            #expect(house.neighbours.now.granted.map(\.amount) == [mandate.amount])
            let raised = try #require(try await add(50, house).mandate)
            #expect(raised.change == .raised && raised.before == mandate.amount && raised.per == .year)
            #expect(raised.amount.minorUnits == mandate.amount.minorUnits / 2 * 3)
        }
    }

    @Test func aRepeatedRequestRaisesNothing() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let signal = S.Add(
                service: .known("netflix"), amount: roubles(100), start: try #require(CalendarDay("2026-01-31")),
                every: S.Every(count: 1, unit: .month), payFrom: "anna-main")
            let first = try await house.send(signal, key: "k")
            let second = try await house.send(signal, key: "k")
            #expect(first.subscription.id == second.subscription.id)
            #expect(house.neighbours.now.granted.count == 1)
        }
    }

    @Test(arguments: [
        (1_400, LedgerSignal.MandatePeriod.year, 0), (100_000, .year, 0), (100, .month, 0), (5_000, .month, 4_900),
        (100, .week, 0), (100, .day, 0),
    ])
    func oneThatSufficesIsKept(rubles: Int64, per: LedgerSignal.MandatePeriod, spent: Int64) async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            grant(rubles, per, spent: spent, house)
            let answer = try await add(100, house)
            #expect(answer.mandate == S.Mandate(change: .kept, amount: roubles(rubles), per: per))
            #expect(house.neighbours.now.granted.count == 1, "nothing was granted")
            #expect(answer.subscription.nextPayment?.date.description == "2026-01-31")
        }
    }

    @Test func oneThatDoesNotIsRaisedToWhatAllNeedAndKeepsItsPeriod() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            grant(100, .month, house)
            #expect(try await add(100, house).mandate?.change == .kept)
            // 40 each week: at most five times a month, in addition to the 100.
            let answer = try await add(40, every: .week, start: "2026-01-02", house)
            #expect(
                answer.mandate == S.Mandate(change: .raised, amount: roubles(300), per: .month, before: roubles(100)))
            let granted = try #require(house.neighbours.now.granted.last)
            #expect(granted.amount == roubles(300) && granted.per == .month)
            #expect(try await add(1, start: "2026-02-10", house).mandate?.amount == roubles(301))
        }
    }

    @Test func whatWasTakenInThisPeriodIsNotThereAnyMore() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            grant(150, .month, spent: 60, house)
            let raised = try await add(100, house).mandate
            #expect(raised == S.Mandate(change: .raised, amount: roubles(160), per: .month, before: roubles(150)))
            // In a later month it would suffice.
            grant(150, .month, spent: 40, house)
            let kept = try await add(20, start: "2026-02-01", house).mandate
            #expect(kept?.change == .kept)
        }
    }

    @Test func periodsAreThoseOfUTC() async throws {
        // 1 February begins in Tokyo on 31 January in UTC, in the same month as 15 January.
        try await SubscriptionsHouse.on("2026-01-01", zone: "Asia/Tokyo") { house in
            grant(100, .month, house)
            let first = try await add(60, start: "2026-01-15", house).mandate
            #expect(first?.change == .kept)
            let second = try await add(60, every: .year, start: "2026-02-01", house).mandate
            #expect(second?.amount == roubles(120))
        }
    }

    @Test func anEditTellsItTooAndWhatNeedsNoMandateTellsNone() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let plain = try await house.send(
                S.Add(
                    service: .known("netflix"), amount: roubles(100), start: try #require(CalendarDay("2026-01-31")),
                    every: S.Every(count: 1, unit: .month)))
            #expect(plain.mandate == nil)
            let id = plain.subscription.id
            #expect(try await house.send(S.Update(id: id, description: "x")).mandate == nil)
            let paid = try await house.send(S.Update(id: id, payFrom: "anna-main"))
            #expect(paid.mandate?.change == .granted)
            #expect(try await house.send(S.Update(id: id, amount: roubles(90))).mandate?.change == .kept)
        }
    }
}
