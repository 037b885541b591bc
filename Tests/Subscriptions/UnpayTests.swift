import Coordination
import Domain
import Reasons
import Signals
import StrictJSON
import Testing

@testable import SubscriptionsService

/// Payments ahead are confirmed, and marks can be undone.
@Suite struct UnpayTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test func aSecondPaymentAheadIsRefusedUntilItIsMeant() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-12")
            #expect(try await house.send(S.Pay(id: added.id)).payment.date.description == "2026-01-12")
            do {
                try await house.send(S.Pay(id: added.id))
                Issue.record("it was paid twice")
            } catch let fault as Fault {
                #expect(fault.code == .conflict && fault.field == "ahead")
                #expect(fault.details == ["settled": .text("2026-01-12"), "next": .text("2026-02-12")])
            }
            #expect(try await house.send(S.Payments()).payments.count == 1)
            let ahead = try await house.send(S.Pay(id: added.id, ahead: true))
            #expect(ahead.payment.date.description == "2026-02-12")
            let named = try await house.send(S.Pay(id: added.id, date: try day("2026-03-12")))
            #expect(named.payment.date.description == "2026-03-12")
            let other = try await house.add("2026-01-20")
            try await house.send(S.Skip(id: other.id))
            #expect(try await house.fault(of: S.Skip(id: other.id)) == .conflict)
            #expect(try await house.send(S.Skip(id: other.id, ahead: true)).payment.date.description == "2026-02-20")
        }
    }

    @Test func whatWasPaidOnItsDayIsNotPaidAgainByChance() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-10")
            try await house.work()
            #expect(try await house.fault(of: S.Pay(id: added.id)) == .conflict)
            try await house.pass(days: 5)
            let paid = try await house.send(S.Pay(id: added.id))
            #expect(paid.payment.date.description == "2026-02-10", "one ahead, weeks later, is meant")
        }
    }

    @Test func aPaymentToComeIsDueAgainAndTheNewestMarkGoesFirst() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-12", payFrom: "anna-main")
            house.neighbours.change { $0.balances["anna-main"] = 100_000 }
            try await house.send(S.Pay(id: added.id))
            try await house.send(S.Pay(id: added.id, ahead: true))
            let first = try await house.send(S.Unpay(id: added.id), key: "back")
            #expect(first.date.description == "2026-02-12" && first.payment == nil)
            #expect(first.subscription.nextPayment?.date.description == "2026-02-12")
            #expect(try await house.send(S.Unpay(id: added.id), key: "back") == first, "the same attempt")
            let second = try await house.send(S.Unpay(id: added.id))
            #expect(second.subscription.nextPayment?.date.description == "2026-01-12")
            #expect(try await house.fault(of: S.Unpay(id: added.id)) == .conflict)
            #expect(try await house.send(S.Payments()).payments.isEmpty)
            try await house.pass(days: 3)
            #expect(try await house.send(S.Payments()).payments.map(\.method) == [.debited])
            let told = try await house.told("subscriptions.changed").map { $0.member("change")?.string }
            #expect(told.filter { $0 == "unpaid" }.count == 2)
        }
    }

    @Test func whereMoneyMovedTheTransferIsNamedAndNothingIsChanged() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-02", payFrom: "anna-main")
            house.neighbours.change { $0.balances["anna-main"] = 100_000 }
            try await house.pass(days: 1)
            do {
                try await house.send(S.Unpay(id: added.id))
                Issue.record("money was unpaid")
            } catch let fault as Fault {
                #expect(fault.code == .conflict && fault.details["transfer"] == .text("t1"))
            }
            #expect(try await house.send(S.Payments()).payments.map(\.status) == [.paid])
            #expect(try await house.fault(of: S.Unpay(id: added.id), as: "boris") == .notFound)
        }
    }

    @Test func whatWasRefusedIsPastDueAgainAndWhatIsBehindIsLeftOut() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let refused = try await house.add("2026-01-02", payFrom: "anna-main")
            let recorded = try await house.add("2026-01-02")
            try await house.pass(days: 1)
            try await house.send(S.Pay(id: refused.id))
            let again = try await house.send(S.Unpay(id: refused.id))
            #expect(again.payment?.status == .pastDue && again.payment?.nextTry?.description == "2026-01-03")
            #expect(again.subscription.status == .pastDue)
            let left = try await house.send(S.Unpay(id: recorded.id))
            #expect(left.payment?.status == .skipped && left.subscription.nextPayment?.date.description == "2026-02-02")
            #expect(try await house.send(S.Show(id: recorded.id)).paymentsMade == 0)
            house.neighbours.change { $0.balances["anna-main"] = 100_000 }
            try await house.pass(days: 1)
            let payments = try await house.send(S.Payments(id: refused.id)).payments
            #expect(payments.map(\.method) == [.debited], "the ledger is asked again, once")
        }
    }

    @Test func aRhythmThatWasRenewedIsTheOneOfBefore() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-12")
            let renewed = try await house.send(S.Pay(id: added.id, renew: true)).subscription
            #expect(renewed.nextPayment?.date.description == "2026-02-10")
            let back = try await house.send(S.Unpay(id: added.id)).subscription
            #expect(back.start.description == "2026-01-12" && back.nextPayment?.date.description == "2026-01-12")
        }
    }
}
