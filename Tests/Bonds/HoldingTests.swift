import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import BondsService

/// The holdings of people, and their payments. The house's day is 2020-09-13.
@Suite struct HoldingTests {
    private static let other = "RU000A0ZZQU2"

    private func isin(_ text: String = BondsHouse.isin) throws -> ISIN { try #require(ISIN(text)) }
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    /// Returns a face of 1,000 with coupons of 45 on 1 January and 1 July until 2022.
    private func terms() throws -> BondsSignal.Terms {
        BondsSignal.Terms(
            face: 1000, ratePercent: 9, frequency: 2, issued: try day("2019-01-01"), maturity: try day("2022-01-01"))
    }

    /// Runs `body` in a house with one bond that has terms and prices, and one that has neither.
    private func with(_ body: (BondsHouse) async throws -> Void) async throws {
        try await BondsHouse.with { house in
            _ = try await house.ask(
                BondsSignal.Import(activities: [
                    try BondsHouse.activity(prices: [100, 101], terms: try terms()),
                    try BondsHouse.activity(prices: [], isin: Self.other),
                ]))
            try await body(house)
        }
    }

    /// Imports the price of a day.
    private func quote(_ price: Double, on day: String, in house: BondsHouse, terms: BondsSignal.Terms? = nil)
        async throws
    {
        let moment = QuoteMoment(try self.day(day).startInUTC)
        _ = try await house.ask(
            BondsSignal.Import(activities: [
                BondsSignal.Activity(
                    title: "Kamaz", currency: try #require(Currency(code: "RUB")), isin: try isin(),
                    items: [BondsSignal.Quote(date: moment, price: price)], terms: terms)
            ]))
    }

    @Test func anOldPriceHasTheFiguresOfItsOwnDay() async throws {
        try await with { house in
            try await quote(60, on: "2019-10-01", in: house)
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 1))
            let day = try day("2019-10-01")
            let then = try await house.ask(
                BondsSignal.Figures(isin: try isin(), settlement: day, cleanPricePercent: 60))
            let now = try await house.ask(
                BondsSignal.Figures(isin: try isin(), settlement: try self.day("2020-09-13"), cleanPricePercent: 60))
            #expect(now.effectiveYield > then.effectiveYield + 0.2, "the same price today would be another yield")
            let shown = try await house.ask(BondsSignal.GetBond(isin: try isin()))
            #expect(shown.figures == BondsSignal.QuotedFigures(day: day, figures: then) && shown.noFigures == nil)
            #expect(shown.bond.priceAgeDays == 348)
            let held = try await house.ask(BondsSignal.Holdings()).holdings[0]
            #expect(abs((held.yieldPercent ?? 0) - then.effectiveYield * 100) < 1e-9)
            let point = try #require(try await house.ask(BondsSignal.Curve()).points.first)
            #expect(abs(point.yieldPercent - then.effectiveYield * 100) < 1e-9)
            #expect(point.macaulayDuration == then.macaulayDuration && abs(point.years - 823.0 / 365) < 1e-9)
            let chart = try await house.ask(BondsSignal.Chart(isin: try isin(), kind: .yield))
            #expect(abs((chart.points.last?.value ?? 0) - then.effectiveYield * 100) < 1e-6)
        }
    }

    @Test func whatWasPaidBackSinceThePriceIsNotWorthAnything() async throws {
        try await with { house in
            let halves = BondsSignal.Terms(
                coupons: [],
                principal: [
                    .init(date: try day("2020-01-01"), value: 500), .init(date: try day("2022-01-01"), value: 500),
                ])
            try await quote(90, on: "2019-10-01", in: house, terms: halves)
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 1))
            let held = try await house.ask(BondsSignal.Holdings()).holdings[0]
            #expect(held.value?.decimalText == "450.00" && held.outstandingFace == 500)
        }
    }

    @Test func aPriceThatCannotBelongToTheTermsHasNoFigures() async throws {
        try await with { house in
            // An amount of money in place of a percentage, and the price of a bond that is nearly repaid.
            for (price, day) in [(100_000.0, "2020-01-01"), (1, "2021-12-30")] {
                try await quote(price, on: day, in: house)
                _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 1))
                let shown = try await house.ask(BondsSignal.GetBond(isin: try isin()))
                #expect(shown.figures == nil && shown.noFigures == .noYield, "\(price)")
            }
            #expect(try await house.ask(BondsSignal.Holdings()).holdings[0].yieldPercent == nil)
            let none = try await house.ask(BondsSignal.GetBond(isin: try isin(Self.other)))
            #expect(none.figures == nil && none.noFigures == .terms && none.bond.priceAgeDays == nil)
        }
    }

    @Test func whatIsHeldIsValuedOnTheDayOfItsLastPrice() async throws {
        try await with { house in
            try await quote(101, on: "2019-10-01", in: house)
            let first = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 10))
            #expect((first.before, first.quantity, first.title) == (0, 10, "Kamaz"))
            #expect(try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 7)).before == 10)
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(Self.other), quantity: 1))
            let list = try await house.ask(BondsSignal.Holdings())
            let bond = try #require(list.holdings.first { $0.quantity == 7 })
            // 92 of 184 days of a coupon of 45 had accrued by the day of the price.
            #expect(abs((bond.accruedInterest ?? 0) - 22.5) < 1e-9)
            #expect(bond.value?.decimalText == "7227.50", "7 x (1010 + 22.5)")
            #expect(bond.valuedOn == (try day("2019-10-01")) && bond.priceAgeDays == 348)
            #expect(bond.expectedIncome?.decimalText == "630.00" && bond.expectedRepayment?.decimalText == "0.00")
            #expect(bond.nextPayment?.date == (try day("2021-01-01")) && bond.missing.isEmpty)
            let empty = try #require(list.holdings.first { $0.quantity == 1 })
            #expect(empty.value == nil && empty.missing == ["terms", "quotes"])
            #expect(list.totals.map(\.value.decimalText) == ["7227.50"])
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 0))
            #expect(try await house.ask(BondsSignal.Holdings()).holdings.count == 1)
        }
    }

    @Test func theCalendarHasEveryPaymentOfWhatIsHeldInPages() async throws {
        try await with { house in
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 3))
            let year = try await house.ask(BondsSignal.Calendar())
            #expect(year.payments.map(\.date) == [try day("2021-01-01"), try day("2021-07-01")])
            #expect(year.payments.allSatisfy { $0.amount.decimalText == "135.00" && $0.kind == .coupon })
            var all: [BondsSignal.Payment] = []
            var cursor: String?
            repeat {
                let page = try await house.ask(
                    BondsSignal.Calendar(to: try day("2030-01-01"), limit: 1, cursor: cursor))
                #expect(page.totals.map(\.coupons.decimalText) == ["405.00"])
                all += page.payments
                cursor = page.nextCursor
            } while cursor != nil
            #expect(all.map(\.kind) == [.coupon, .coupon, .coupon, .principal])
            #expect(all.last?.amount.decimalText == "3000.00")
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Calendar(isin: try isin(Self.other)))
            }
            #expect(fault?.code == .termsMissing)
            let reversed = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Calendar(from: try day("2021-01-01"), to: try day("2020-01-01")))
            }
            #expect(reversed?.field == "to")
        }
    }

    @Test func aServiceMayAskForAUserAndNobodyElseMay() async throws {
        try await with { house in
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 3))
            let ask = BondsSignal.Calendar(user: "u1")
            let told = try await house.ask(ask, as: SignalContext(caller: .service("subscriptions")))
            #expect(told.payments.count == 2)
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(ask, as: BondsHouse.user("u2"))
            }
            #expect(fault?.code == .permissionDenied)
            let nobody = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Calendar(), as: SignalContext(caller: .service("subscriptions")))
            }
            #expect(nobody?.field == "user")
        }
    }

    @Test func holdersAreToldWhatTheyWillGetWhenItChanges() async throws {
        try await with { house in
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 2))
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 2))
            let longer = BondsSignal.Terms(
                face: 1000, ratePercent: 9, frequency: 2, issued: try day("2019-01-01"),
                maturity: try day("2022-07-01"))
            for terms in [try terms(), longer] {
                _ = try await house.ask(
                    BondsSignal.Import(activities: [try BondsHouse.activity(prices: [], terms: terms)]))
            }
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 0))
            let all = try await house.store.events(after: 0, limit: 10)
            let events = all.filter { $0.type == BondsEvent.CouponsChanged.type }
            let told = try events.map { try JSONDocument($0.data).root.decode(BondsEvent.CouponsChanged.self) }
            #expect(told.map(\.quantity) == [2, 2, 0], "once for each change, and none for what stays")
            #expect(told.map(\.payments.count) == [4, 5, 0])
            #expect(told[0].payments[0].amount.decimalText == "90.00")
            let visibility = EventsBySubject()
            #expect(visibility.view(of: events[0], for: "u1") != nil)
            #expect(visibility.view(of: events[0], for: "u2") == nil)
        }
    }

    @Test func whoBringsBondsIsToldThatTheyAreOthers() async throws {
        try await with { house in
            let before = try await house.store.events(after: 0, limit: 10).last?.sequence ?? 0
            let quotes = try BondsHouse.activity(prices: [100, 101, 100.5])
            _ = try await house.ask(BondsSignal.Import(activities: [quotes]), as: BondsHouse.user("u2"))
            let told = try await house.store.events(after: before, limit: 10)
            #expect(told.map(\.type) == [BondsEvent.Changed.type])
            let facts = try JSONDocument(told[0].data).root.decode(BondsEvent.Changed.self)
            let kamaz = try isin()
            #expect(facts.userId == "u2" && facts.isins == [kamaz])
            let visibility = EventsBySubject()
            #expect(visibility.view(of: told[0], for: "u2") != nil)
            #expect(visibility.view(of: told[0], for: "u1") == nil)
        }
    }

    @Test func aRepeatedKeyChangesNothing() async throws {
        try await with { house in
            var context = BondsHouse.user("u1")
            context.idempotencyKey = "k1"
            let hold = BondsSignal.Hold(isin: try isin(), quantity: 5)
            _ = try await house.ask(hold, as: context)
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 9))
            #expect(try await house.ask(hold, as: context).before == 0, "what was answered then")
            #expect(try await house.ask(BondsSignal.Holdings()).holdings[0].quantity == 9)
            let fault = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 6), as: context)
            }
            #expect(fault?.code == .conflict)
        }
    }

    @Test func whatCannotBeHeldIsRefused() async throws {
        try await with { house in
            for (isin, quantity, code, field) in [
                (BondsHouse.isin, -1, FaultCode.invalidArgument, "quantity"),
                (BondsHouse.isin, 1_000_000_001, .invalidArgument, "quantity"),
                ("RU000A0ZYMN9", 1, .notFound, "isin"),
            ] {
                let fault = await #expect(throws: Fault.self) {
                    _ = try await house.ask(BondsSignal.Hold(isin: try self.isin(isin), quantity: quantity))
                }
                #expect(fault?.code == code && fault?.field == field)
            }
            let rich = BondsSignal.Terms(coupons: [], principal: [.init(date: try day("2030-01-01"), value: 1e12)])
            _ = try await house.ask(
                BondsSignal.Import(activities: [try BondsHouse.activity(prices: [], terms: rich)]))
            let overflow = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 1_000_000_000))
            }
            #expect(overflow?.code == .amountOverflow)
        }
    }

    @Test func whoLeavesIsForgottenInHoldingsAndEvents() async throws {
        try await with { house in
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 2))
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 3), as: BondsHouse.user("u2"))
            let left = Event(
                sequence: 1, type: "auth.userDeleted", subject: "u1", time: Instant(microseconds: 0),
                data: Array(#"{"userId":"u1"}"#.utf8))
            try await house.store.write { try house.bonds.forgetDeleted([left], in: $0) }
            #expect(try await house.ask(BondsSignal.Holdings()).holdings.isEmpty)
            #expect(try await house.ask(BondsSignal.Holdings(), as: BondsHouse.user("u2")).holdings.count == 1)
            let events = try await house.store.events(after: 0, limit: 10).filter {
                $0.type == BondsEvent.CouponsChanged.type
            }
            let told = try events.map {
                try JSONDocument($0.data).root.decode(BondsEvent.CouponsChanged.self)
            }
            #expect(told.map(\.quantity) == [0, 3] && told[0].payments.isEmpty)
        }
    }

    @Test func theCurveHasTheBondsOfADayAndSaysWhyOthersAreNotThere() async throws {
        try await with { house in
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 1))
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(Self.other), quantity: 1))
            let curve = try await house.ask(BondsSignal.Curve())
            #expect(curve.left.map(\.reason) == [.terms])
            let point = try #require(curve.points.first)
            let figures = try await house.ask(
                BondsSignal.Figures(isin: try isin(), settlement: try day("2018-09-01"), cleanPricePercent: 101))
            #expect(abs(point.yieldPercent - figures.effectiveYield * 100) < 1e-9, "of the day of the price")
            #expect(point.macaulayDuration == figures.macaulayDuration)
            for (day, reason) in [("2018-08-31", BondsSignal.CurveGapReason.quotes), ("2022-01-01", .matured)] {
                let past = try await house.ask(BondsSignal.Curve(day: try self.day(day)))
                #expect(past.left.contains { $0.reason == reason }, "\(day)")
            }
        }
    }

    @Test func accruedInterestIsToldForAnyDay() async throws {
        try await with { house in
            let answer = try await house.ask(BondsSignal.Accrued(isin: try isin(), day: try day("2020-07-01")))
            #expect((answer.accruedInterest, answer.daysElapsed, answer.days) == (0, 0, 184), "nothing on a coupon day")
            let eve = try await house.ask(BondsSignal.Accrued(isin: try isin(), day: try day("2020-06-30")))
            #expect(abs(eve.accruedInterest - 45.0 * 181 / 182) < 1e-9)
            let after = try await house.ask(BondsSignal.Accrued(isin: try isin(), day: try day("2023-01-01")))
            #expect(after.accruedInterest == 0 && after.outstandingFace == 0 && after.coupon == nil)
            let fault = await #expect(throws: Fault.self) { _ = try await house.ask(BondsSignal.Accrued()) }
            #expect(fault?.field == "terms")
        }
    }

    @Test func couponsThatNobodyKnowsGiveNoYieldButWhatIsKnownIsPaid() async throws {
        try await with { house in
            let floater = BondsSignal.Terms(
                coupons: [.init(start: try day("2020-07-01"), date: try day("2021-01-01"), value: 30)],
                principal: [.init(date: try day("2022-01-01"), value: 1000)], unknownCoupons: [try day("2021-07-01")])
            _ = try await house.ask(
                BondsSignal.Import(activities: [try BondsHouse.activity(prices: [], terms: floater)]))
            _ = try await house.ask(BondsSignal.Hold(isin: try isin(), quantity: 1))
            let figures = await #expect(throws: Fault.self) {
                _ = try await house.ask(
                    BondsSignal.Figures(isin: try isin(), settlement: try day("2020-09-13"), cleanPricePercent: 99))
            }
            #expect(figures?.code == .termsMissing && figures?.details["missing"] == .text("coupons"))
            let held = try await house.ask(BondsSignal.Holdings()).holdings[0]
            #expect(held.missing == ["coupons"] && held.yieldPercent == nil && held.value != nil)
            #expect(try await house.ask(BondsSignal.Calendar()).payments.count == 1)
            let chart = await #expect(throws: Fault.self) {
                _ = try await house.ask(BondsSignal.Chart(isin: try isin(), kind: .yield))
            }
            #expect(chart?.code == .termsMissing)
            let last = try await house.ask(
                BondsSignal.Figures(isin: try isin(), settlement: try day("2021-08-01"), cleanPricePercent: 99))
            #expect(last.effectiveYield > 0, "after the unknown coupon all that is left is known")
        }
    }
}
