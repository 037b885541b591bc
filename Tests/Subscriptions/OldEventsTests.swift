import Domain
import Signals
import TestSupport
import Testing

@testable import SubscriptionsService

/// Events that are read after a refusal although they are older.
@Suite struct OldEventsTests {
    private func right(at sequence: Int64) -> MoneyFollower.LedgerChange {
        var change = MoneyFollower.LedgerChange(sequence: sequence)
        change.gains["anna-main"] = .right
        return change
    }

    private func money(_ rubles: Int64, at sequence: Int64) -> MoneyFollower.LedgerChange {
        var change = MoneyFollower.LedgerChange(sequence: sequence)
        change.gains["anna-main"] = .money(rubles * 100)
        return change
    }

    @Test func whatWasBeforeTheRefusalRepeatsNothing() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-01", payFrom: "anna-main")
            // The mandate and a deposit are events 3 and 4, which are unread when the ledger is asked.
            house.neighbours.change { $0.newestEvent = 4 }
            try await house.work()
            #expect(house.neighbours.now.asked == 1)
            _ = try await house.follower.follow([right(at: 3), money(500, at: 4)])
            try await house.work()
            #expect(house.neighbours.now.asked == 1)
            let failed = try await house.send(S.Payments()).payments
            #expect(failed.map(\.failedAttempts) == [1] && failed[0].nextTry?.description == "2026-01-02")
            #expect(try await house.follower.lastSequence() == 4, "handled all the same")
        }
    }

    @Test func whatCameAfterTheRefusalRepeatsItAtOnce() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-01", payFrom: "anna-main")
            house.neighbours.change { $0.newestEvent = 4 }
            try await house.work()
            // An old and a new event on one page, and too little money.
            _ = try await house.follower.follow([right(at: 4), money(99, at: 5)])
            try await house.work()
            #expect(house.neighbours.now.asked == 1)
            house.neighbours.change { state in
                state.newestEvent = 6
                state.balances["anna-main"] = 10_000
            }
            _ = try await house.follower.follow([money(100, at: 6)])
            try await house.work()
            let payments = try await house.send(S.Payments()).payments
            #expect(payments.map(\.status) == [.paid] && payments[0].failedAttempts == 1)
        }
    }

    /// A refusal whose answer was lost is repeated by the ledger, whatever has happened since.
    @Test func whatCameBeforeTheAnswerWasRepeatedIsNew() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-01", payFrom: "anna-main")
            house.neighbours.change { state in
                state.newestEvent = 4
                state.losesAnswers = true
            }
            try await house.work()
            house.neighbours.change { state in
                state.newestEvent = 5
                state.balances["anna-main"] = 10_000
                state.losesAnswers = false
            }
            house.clock.advance(by: .seconds(60))
            try await house.work()
            #expect(try await house.send(S.Payments()).payments.map(\.failedAttempts) == [1])
            _ = try await house.follower.follow([money(100, at: 5)])
            try await house.work()
            #expect(try await house.send(S.Payments()).payments.map(\.status) == [.paid])
        }
    }

    @Test func eachRefusalHasItsOwnBefore() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            try await house.add("2026-01-01", payFrom: "anna-main")
            house.neighbours.change { $0.newestEvent = 4 }
            try await house.work()
            try await house.add("2026-01-01", rubles: 50, payFrom: "anna-main")
            house.neighbours.change { $0.newestEvent = 9 }
            try await house.work()
            // The event is new for the first payment, but not for the second.
            _ = try await house.follower.follow([right(at: 7)])
            try await house.work()
            let payments = try await house.send(S.Payments()).payments
            let dearest = payments.sorted { $0.amount.minorUnits > $1.amount.minorUnits }
            #expect(dearest.map(\.failedAttempts) == [2, 1])
        }
    }
}
