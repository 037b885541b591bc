import Domain
import Signals
import StrictJSON
import Testing

@testable import SubscriptionsService

/// Edits of prices and days: before the start, on a due day, in a trial, paused, ended.
@Suite struct EditedPriceTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test func aPriceEditedBeforeTheStartIsWhatThePaymentCostsAndNoRise() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-20", remind: [3])
            let edited = try await house.send(S.Update(id: added.id, amount: roubles(120))).subscription
            #expect(edited.amount == roubles(120) && edited.nextPayment?.amount == roubles(120))
            #expect(edited.prices == [S.Price(from: try day("2026-01-20"), amount: roubles(120))])
            try await house.send(S.Update(id: added.id, amount: roubles(90), amountFrom: try day("2026-01-10")))
            try await house.pass(days: 60)
            #expect(try await house.send(S.Payments()).payments.map(\.amount) == [roubles(90), roubles(90)])
            #expect(try await house.told("subscriptions.priceChanged").isEmpty)
            let upcoming = try await house.told("subscriptions.upcoming")
            #expect(upcoming.count == 2 && upcoming.allSatisfy { $0.member("previousAmount") == nil })
        }
    }

    @Test func aRiseAfterTheStartIsToldAlsoBeforeIt() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-20")
            try await house.send(S.Update(id: added.id, amount: roubles(150), amountFrom: try day("2026-02-01")))
            let edited = try await house.send(S.Update(id: added.id, amount: roubles(120))).subscription
            #expect(edited.prices.map(\.amount) == [roubles(120), roubles(150)])
            let told = try await house.told("subscriptions.priceChanged")
            #expect(told.map { $0.member("day")?.string } == ["2026-02-01"])
            try await house.pass(days: 60)
            #expect(try await house.send(S.Payments()).payments.map(\.amount) == [roubles(150), roubles(120)])
        }
    }

    @Test func anotherCurrencyRhythmOrAccountBeforeTheStartHolds() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let euros = Money(minorUnits: 500, currency: try #require(Currency(code: "EUR")))
            let added = try await house.add("2026-01-20")
            let edited = try await house.send(
                S.Update(id: added.id, amount: euros, every: S.Every(count: 1, unit: .week))
            ).subscription
            #expect(edited.amount == euros && edited.prices.count == 1)
            try await house.pass(days: 30)
            let payments = try await house.send(S.Payments()).payments
            #expect(payments.map(\.date.description) == ["2026-01-27", "2026-01-20"])
            #expect(payments.allSatisfy { $0.amount == euros })
            let paid = try await house.add("2026-02-20")
            let moved = try await house.send(
                S.Update(id: paid.id, amount: roubles(70), payFrom: "anna-main")
            )
            #expect(moved.subscription.payFrom == "anna-main" && moved.mandate?.change == .granted)
        }
    }

    @Test func aStartThatIsMovedBeforeItCameTakesItsPriceAlong() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-03-20")
            let sooner = try await house.send(S.Update(id: added.id, start: try day("2026-01-10"))).subscription
            #expect(sooner.nextPayment?.date.description == "2026-01-10")
            let later = try await house.send(S.Update(id: added.id, start: try day("2026-02-05"))).subscription
            #expect(later.nextPayment?.date.description == "2026-02-05")
            try await house.send(S.Update(id: added.id, amount: roubles(60), start: try day("2026-01-15")))
            try await house.pass(days: 50)
            let payments = try await house.send(S.Payments()).payments
            #expect(payments.map(\.date.description) == ["2026-02-15", "2026-01-15"])
            #expect(payments.allSatisfy { $0.amount == roubles(60) })
            #expect(try await house.told("subscriptions.priceChanged").isEmpty)
            let shown = try await house.send(S.Show(id: added.id)).subscription
            #expect(shown.prices == [S.Price(from: try day("2026-01-15"), amount: roubles(60))])
        }
    }

    @Test func onTheDayItselfWhatWasPaidKeepsItsPriceAndTheNextCostsTheNewOne() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-01")
            try await house.work()
            let edited = try await house.send(S.Update(id: added.id, amount: roubles(120))).subscription
            #expect(edited.amount == roubles(120) && edited.nextPayment?.amount == roubles(120))
            #expect(edited.prices.map(\.amount) == [roubles(100), roubles(120)])
            let told = try await house.told("subscriptions.priceChanged")
            #expect(told.map { $0.member("day")?.string } == ["2026-01-02"])
            try await house.pass(days: 31)
            #expect(try await house.send(S.Payments()).payments.map(\.amount) == [roubles(120), roubles(100)])
        }
    }

    @Test func aDayThatIsNotCollectedYetCostsTheNewPrice() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let added = try await house.add("2026-01-01")
            try await house.send(S.Update(id: added.id, amount: roubles(120)))
            try await house.work()
            #expect(try await house.send(S.Payments()).payments.map(\.amount) == [roubles(120)])
            #expect(try await house.told("subscriptions.priceChanged").isEmpty)
        }
    }

    @Test func inATrialThePriceIsStillToBeAsked() async throws {
        try await SubscriptionsHouse.on("2026-01-10") { house in
            let added = try await house.add("2026-01-05", remind: [1], trialUntil: "2026-02-10")
            try await house.send(S.Update(id: added.id, trialUntil: "2026-03-10"))
            let begun = try await house.add("2026-01-10", remind: [1], trialUntil: "2026-02-09")
            try await house.pass(days: 5)
            try await house.send(S.Update(id: begun.id, amount: roubles(120)))
            try await house.pass(days: 40)
            #expect(try await house.told("subscriptions.priceChanged").isEmpty)
            let upcoming = try await house.told("subscriptions.upcoming")
            #expect(upcoming.map { $0.member("previousAmount") == nil } == [true])
            #expect(try await house.send(S.Payments()).payments.map(\.amount) == [roubles(120)])
        }
    }

    @Test func daysBehindDoNotBecomeDueWhenATrialOrAnEndIsMoved() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let tried = try await house.add("2026-01-05", 1, .week, trialUntil: "2026-03-01")
            let ended = try await house.add("2026-01-06", 1, .week, ends: "2026-01-10")
            try await house.pass(days: 31)
            #expect(try await house.send(S.Payments()).payments.count == 1)
            let paying = try await house.send(S.Update(id: tried.id, trialUntil: "")).subscription
            #expect(paying.nextPayment?.date.description == "2026-02-02")
            let going = try await house.send(S.Update(id: ended.id, ends: "")).subscription
            #expect(going.nextPayment?.date.description == "2026-02-03")
            try await house.work()
            #expect(try await house.send(S.Payments()).payments.count == 1)
        }
    }

    @Test func whatHasEndedRisesForNobodyAndWhatIsPausedDoes() async throws {
        try await SubscriptionsHouse.on("2026-01-01") { house in
            let ended = try await house.add("2026-01-02", ends: "2026-01-03")
            let paused = try await house.add("2026-01-02")
            let early = try await house.add("2026-01-20")
            try await house.pass(days: 5)
            try await house.send(S.Pause(id: paused.id))
            try await house.send(S.Pause(id: early.id))
            for id in [ended.id, paused.id, early.id] {
                try await house.send(S.Update(id: id, amount: roubles(120)))
            }
            let told = try await house.told("subscriptions.priceChanged")
            #expect(told.map { $0.member("id")?.string } == [paused.id])
            try await house.send(S.Resume(id: early.id))
            try await house.pass(days: 20)
            let paid = try await house.send(S.Payments(id: early.id)).payments
            #expect(paid.map(\.amount) == [roubles(120)])
        }
    }
}
