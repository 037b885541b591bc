import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import SubscriptionsService

/// The days on which subscriptions are due.
@Suite struct SubscriptionDayTests {
    @Test(arguments: [
        ("2025-01-31", 1, Recurrence.Unit.month, ["2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30"]),
        ("2024-02-29", 1, .year, ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
        ("2025-12-30", 28, .day, ["2025-12-30", "2026-01-27", "2026-02-24"]),
    ])
    func daysAreCountedFromTheFirst(start: String, count: Int, unit: Recurrence.Unit, days: [String]) async throws {
        try await SubscriptionsHouse.on("2025-01-01") { house in
            let added = try await house.add(start, count, unit)
            let dates = try await house.send(S.Dates(id: added.id, count: days.count)).dates
            #expect(dates.map(\.description) == days)
        }
    }

    /// Method: comparison with a plain model over 400 years, which computes each day from the first by counting months.
    @Test func whateverIsPaidSkippedOrSleptThroughMovesNothing() throws {
        let seed = UInt64.random(in: .min ... .max)
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let start = CalendarDay(daysSince1970: 10_000 + chance.below(5_000))
            let (count, unit) = (1 + chance.below(18), chance.one(of: Recurrence.Unit.allCases))
            let recurrence = try #require(Recurrence(start: start, every: count, unit))
            var subscription = Subscription(
                id: "s", owner: "anna", service: "netflix", title: S.Title(ru: "", en: ""), color: nil,
                recurrence: recurrence, floor: start, prices: [Price(from: start, amount: roubles(1))],
                createdAt: Instant(microseconds: 0))
            let horizon = start.adding(days: 146_097)
            var expected = Self.model(start, count, unit, through: horizon)[...]
            while let next = subscription.next, next <= horizon {
                let first = expected.popFirst()
                let wanted = try #require(first)
                try #require(next == wanted, "seed \(seed): \(start) every \(count) \(unit)")
                // Occasionally some days are missed.
                let jump = chance.chance(5) ? chance.below(400) : 0
                subscription.floor = next.adding(days: 1 + jump)
                expected = expected.drop { $0 < subscription.floor }
            }
            try #require(expected.isEmpty, "seed \(seed)")
        }
    }

    private static func model(
        _ start: CalendarDay, _ count: Int, _ unit: Recurrence.Unit, through end: CalendarDay
    ) -> [CalendarDay] {
        var days: [CalendarDay] = []
        let day = start.components.day
        var (year, month) = (start.components.year, start.components.month)
        var plain = start
        while true {
            var found = plain
            if unit == .month || unit == .year {
                var last = day
                while CalendarDay(year: year, month: month, day: last) == nil { last -= 1 }
                guard let clamped = CalendarDay(year: year, month: month, day: last) else { return days }
                found = clamped
                for _ in 0..<(unit == .year ? 12 * count : count) {
                    month += 1
                    if month == 13 { (year, month) = (year + 1, 1) }
                }
            } else {
                plain = plain.adding(days: count * (unit == .week ? 7 : 1))
            }
            guard found <= end else { return days }
            days.append(found)
        }
    }

    @Test func theUsersZoneSaysWhatTodayIs() async throws {
        try await SubscriptionsHouse.on("2026-03-10") { house in
            // 12:00 in UTC is already the next day on Kiritimati, fourteen hours ahead.
            let added = try await house.add("2026-03-12")
            #expect(added.nextPayment?.daysRemaining == 2)
            try await house.send(S.SetSettings(timeZone: "Pacific/Kiritimati"))
            let list = try await house.send(S.List())
            #expect(list.today.description == "2026-03-11")
            #expect(list.subscriptions.first?.nextPayment?.daysRemaining == 1)
            try await house.pass(days: 1)
            // It is the 12th there, and the 11th in UTC.
            #expect(try await house.told("subscriptions.paid").count == 1)
            #expect(try await house.fault(of: S.SetSettings(timeZone: "Mars/Olympus")) == .invalidArgument)
        }
    }

    @Test func aTrialCostsNothingAndAnEndEnds() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add(
                "2026-01-05", remind: [2], trialUntil: "2026-02-10", ends: "2026-04-05")
            #expect(added.status == .trial && added.nextPayment?.date.description == "2026-03-05")
            try await house.pass(days: 150)
            let paid = try await house.told("subscriptions.paid").map { $0.member("day")?.string }
            #expect(paid == ["2026-03-05", "2026-04-05"])
            let upcoming = try await house.told("subscriptions.upcoming")
            #expect(upcoming.map { $0.member("endsTrial")?.bool } == [true, false])
            #expect(try await house.send(S.Show(id: added.id)).subscription.status == .ended)
        }
    }

    @Test func pausedNothingIsDueAndAfterItOnlyWhatIsToCome() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-05", 1, .week)
            let paused = try await house.send(S.Pause(id: added.id)).subscription
            #expect(paused.status == .paused && paused.nextPayment == nil)
            try await house.pass(days: 20)
            #expect(try await house.told("subscriptions.paid").isEmpty)
            let resumed = try await house.send(S.Resume(id: added.id)).subscription
            #expect(resumed.nextPayment?.date.description == "2026-01-26")
        }
    }

    @Test func pricesHoldFromTheirDayAndARiseIsToldOnce() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-10", remind: [1])
            let from = try #require(CalendarDay("2026-02-01"))
            try await house.send(S.Update(id: added.id, amount: roubles(120), amountFrom: from), key: "rise")
            try await house.send(S.Update(id: added.id, amount: roubles(120), amountFrom: from), key: "rise")
            try await house.pass(days: 60)
            let paid = try await house.send(S.Payments(id: added.id)).payments
            #expect(paid.map(\.amount.decimalText) == ["120.00", "100.00"])
            let told = try await house.told("subscriptions.priceChanged")
            #expect(told.count == 1 && told[0].member("day")?.string == "2026-02-01")
            let upcoming = try await house.told("subscriptions.upcoming")
            #expect(upcoming.map { $0.member("previousAmount") != nil } == [false, true])
            #expect(try await house.send(S.Show(id: added.id)).spent == [roubles(220)])
        }
    }

    @Test func remindersAreToldOnceAlsoAfterATimeOfBeingDown() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-20", remind: [7, 3, 0], cancel: 5)
            try await house.pass(days: 11)
            try await house.work()
            func left() async throws -> [Int64?] {
                try await house.told("subscriptions.upcoming").map { $0.member("daysRemaining")?.int64 }
            }
            #expect(try await left().isEmpty)
            // Down on the 13th and the 17th, back on the 18th: one reminder, with the remaining number of days.
            try await house.pass(days: 6, working: false)
            try await house.work()
            try await house.work()
            #expect(try await left() == [2])
            let cancel = try await house.told("subscriptions.cancelBy")
            #expect(cancel.count == 1 && cancel[0].member("cancelBy")?.string == "2026-01-15")
            try await house.pass(days: 2)
            #expect(try await left() == [2, 0])
        }
    }
}
