import Coordination
import Domain
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import SubscriptionsService

/// The outcomes of due payments.
@Suite struct PayingTests {
    @Test func fortyDaysDownEachDayIsPaidOnceAndInOrder() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            house.neighbours.change { $0.balances["anna-main"] = 1_000_000 }
            let added = try await house.add("2026-01-03", 1, .week, payFrom: "anna-main")
            try await house.pass(days: 40, working: false)
            try await house.work()
            try await house.work()
            let days = ["2026-01-03", "2026-01-10", "2026-01-17", "2026-01-24", "2026-01-31", "2026-02-07"]
            #expect(house.neighbours.now.debited == days.map { "\(added.id):\($0):0" })
            let told = try await house.told("subscriptions.paid")
            #expect(told.map { $0.member("day")?.string } == days)
            #expect(house.neighbours.now.balances["anna-main"] == 940_000)
        }
    }

    @Test func whateverAnswerIsLostMoneyLeavesOnce() async throws {
        let directory = TemporaryDirectory()
        let neighbours = ScriptedNeighbours()
        neighbours.change { $0.balances["anna-main"] = 1_000_000 }
        try await SubscriptionsHouse.on("2026-01-01", in: directory, neighbours: neighbours) { house in
            try await house.add("2026-01-02", payFrom: "anna-main")
            neighbours.change { $0.losesAnswers = true }
            try await house.pass(days: 1)
            #expect(neighbours.now.debited.count == 1)
            #expect(try await house.send(S.Payments()).payments.map(\.status) == [.pending])
        }
        // Killed between the debit and its record: the next process uses the same key.
        try await SubscriptionsHouse.on("2026-01-02", in: directory, neighbours: neighbours) { house in
            neighbours.change { $0.losesAnswers = false }
            try await house.work()
            #expect(neighbours.now.debited.count == 1 && neighbours.now.balances["anna-main"] == 990_000)
            let payments = try await house.send(S.Payments()).payments
            #expect(payments.map(\.status) == [.paid] && payments[0].transfer == "t1")
            #expect(try await house.told("subscriptions.paid").count == 1)
        }
    }

    @Test func withoutMoneyItIsTriedThreeTimesMoreEachToldOnceAndPaidWhenMoneyComes() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-02", payFrom: "anna-main")
            try await house.pass(days: 20)
            let failed = try await house.told("subscriptions.paymentFailed")
            #expect(failed.map { $0.member("attempt")?.int64 } == [1, 2, 3, 4])
            #expect(
                failed.map { $0.member("nextTry")?.string } == ["2026-01-03", "2026-01-05", "2026-01-09", nil])
            #expect(failed.allSatisfy { $0.member("reason")?.string == "insufficientFunds" })
            #expect(failed.allSatisfy { $0.member("messageReason")?.member("reason")?.string == "lessThanThat" })
            #expect(house.neighbours.now.balances["anna-main"] ?? 0 == 0)
            let shown = try await house.send(S.Show(id: added.id)).subscription
            #expect(shown.status == .pastDue && shown.nextPayment?.daysRemaining == -19)
            // Too little money changes nothing, enough money pays.
            try await house.moneyComes(60, sequence: 1)
            try await house.work()
            #expect(try await house.told("subscriptions.paymentFailed").count == 4)
            try await house.moneyComes(60, sequence: 2)
            try await house.work()
            let paid = try await house.told("subscriptions.paid")
            #expect(paid.count == 1 && paid[0].member("failedAttempts")?.int64 == 4)
            #expect(house.neighbours.now.balances["anna-main"] == 2_000)
            #expect(try await house.send(S.Show(id: added.id)).subscription.status == .active)
        }
    }

    @Test func aLedgerThatIsDownLosesNothing() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            house.neighbours.change { $0.balances["anna-main"] = 1_000_000 }
            try await house.add("2026-01-02", payFrom: "anna-main")
            house.neighbours.change { $0.isDown = true }
            try await house.pass(days: 1)
            #expect(try await house.told("subscriptions.paymentFailed").isEmpty)
            house.neighbours.change { $0.isDown = false }
            house.clock.advance(by: .seconds(60))
            try await house.work()
            #expect(try await house.told("subscriptions.paid").count == 1)
        }
    }

    @Test func payingFromAnAccountGrantsAMandateThatReachesForAYear() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-02", payFrom: "anna-main")
            let first = try #require(house.neighbours.now.granted.last)
            #expect(first.service == "subscriptions" && first.per == .year && first.account == "anna-main")
            #expect((1200 * 100...1600 * 100).contains(first.amount.minorUnits))
            try await house.add("2026-01-02", rubles: 50, payFrom: "anna-main")
            let second = try #require(house.neighbours.now.granted.last)
            #expect(second.amount.minorUnits == first.amount.minorUnits * 3 / 2)
            let foreign = S.Add(
                service: .known("netflix"), amount: roubles(1), start: try #require(CalendarDay("2026-01-02")),
                every: S.Every(count: 1, unit: .month), payFrom: "other")
            #expect(try await house.fault(of: foreign) == .notFound)
            #expect(try await house.send(S.List()).subscriptions.count == 2)
        }
    }

    @Test func paidByHandRenewedOrSkippedTheNextDayFollows() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-12")
            let paid = try await house.send(S.Pay(id: added.id), key: "pay")
            #expect(paid.payment.status == .paid && paid.payment.method == .byHand)
            #expect(paid.subscription.nextPayment?.date.description == "2026-02-12")
            // A second tap of the same button does nothing.
            let day = paid.payment.date
            #expect(try await house.send(S.Pay(id: added.id), key: "pay").payment.date == day)
            #expect(try await house.send(S.Pay(id: added.id, date: day)).subscription == paid.subscription)
            #expect(try await house.fault(of: S.Skip(id: added.id, date: day)) == .conflict)
            let skipped = try await house.send(S.Skip(id: added.id))
            #expect(skipped.payment.date.description == "2026-02-12" && skipped.payment.status == .skipped)
            #expect(skipped.subscription.nextPayment?.date.description == "2026-03-12")
            let renewed = try await house.send(S.Pay(id: added.id, renew: true, ahead: true))
            #expect(renewed.subscription.nextPayment?.date.description == "2026-02-10")
            #expect(try await house.told("subscriptions.paid").count == 2)
            let late = S.Pay(id: added.id, date: CalendarDay("2026-02-11"))
            #expect(try await house.fault(of: late) == .invalidArgument)
        }
    }

    @Test func aServiceActsForAnotherAndNoPersonCan() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-12")
            let helper = SignalContext(caller: .service("notifications"))
            #expect(try await house.fault(of: S.Pay(id: added.id), context: helper) == .invalidArgument)
            #expect(try await house.fault(of: S.Pay(id: added.id, user: "boris"), context: helper) == .notFound)
            #expect(try await house.fault(of: S.Pay(id: added.id, user: "anna"), as: "boris") == .permissionDenied)
            #expect(try await house.fault(of: S.Pay(id: added.id), context: SignalContext()) == .unauthenticated)
            let paid = try await house.send(S.Pay(id: added.id, user: "anna"), context: helper)
            #expect(paid.payment.status == .paid)
        }
    }

    @Test func removedItsPaymentsStayOrGo() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            var ids: [String] = []
            for _ in 0..<2 { ids.append(try await house.add("2026-01-02", 1, .day).id) }
            try await house.pass(days: 3)
            let kept = try await house.send(S.Remove(id: ids[0]))
            #expect(kept.paymentsKept == 3 && kept.paymentsRemoved == 0)
            let removed = try await house.send(S.Remove(id: ids[1], removePayments: true))
            #expect(removed.paymentsKept == 0 && removed.paymentsRemoved == 3)
            #expect(try await house.send(S.Payments()).payments.map(\.subscription) == [ids[0], ids[0], ids[0]])
            #expect(try await house.send(S.List()).subscriptions.isEmpty)
            try await house.pass(days: 3)
            #expect(try await house.send(S.Payments(id: ids[0])).payments.count == 3)
        }
    }

    @Test func whatIsHostileIsRefused() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let day = try #require(CalendarDay("2026-01-02"))
            func add(
                _ service: S.ServiceChoice = .known("netflix"), _ amount: Int64 = 1, every: Int = 1,
                description: String? = nil, remind: [Int]? = nil, ends: CalendarDay? = nil
            ) -> S.Add {
                S.Add(
                    service: service, amount: roubles(amount), start: day, every: S.Every(count: every, unit: .day),
                    description: description, remindDaysBefore: remind, ends: ends)
            }
            let long = String(repeating: "x", count: 501)
            for signal in [
                add(.own(title: "", color: nil)), add(.own(title: long, color: nil)),
                add(.own(title: "Gym", color: "red")), add(.known("netflix"), 0), add(.known("netflix"), -1),
                add(.known("netflix"), 20_000_000_000_000),
                add(every: 0), add(every: 1001), add(description: long), add(description: "a\u{0}b"),
                add(remind: Array(0...10)), add(remind: [-1]), add(remind: [367]), add(ends: day.adding(days: -1)),
            ] { #expect(try await house.fault(of: signal) == .invalidArgument) }
            #expect(try await house.fault(of: add(.known("no-such"))) == .notFound)
            let boris = try await house.add("2026-01-02", as: "boris")
            for fault in [
                try await house.fault(of: S.Show(id: boris.id)), try await house.fault(of: S.Dates(id: boris.id)),
                try await house.fault(of: S.Pay(id: boris.id)), try await house.fault(of: S.Remove(id: boris.id)),
                try await house.fault(of: S.Update(id: boris.id)), try await house.fault(of: S.Pause(id: boris.id)),
                try await house.fault(of: S.Payments(id: boris.id)),
                try await house.fault(of: S.CalendarFile(id: boris.id)),
            ] { #expect(fault == .notFound) }
        }
    }
}
