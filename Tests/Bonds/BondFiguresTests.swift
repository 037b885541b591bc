import Coordination
import Domain
import Glibc
import Signals
import TestSupport
import Testing

@testable import BondsService

@Suite struct BondFiguresTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test func aPlainBondIsExpandedBackwardsFromMaturity() throws {
        let terms = PlainBond(
            face: 1000, ratePercent: 8, frequency: 2, issued: try day("2020-03-01"), maturity: try day("2021-08-31")
        ).terms
        #expect(terms.coupons.map(\.date.description) == ["2020-08-31", "2021-02-28", "2021-08-31"])
        #expect(terms.coupons.map(\.start.description) == ["2020-03-01", "2020-08-31", "2021-02-28"])
        #expect(terms.coupons[2].value == 40)
        // 2020-02-29 ... 2020-08-31 is 184 days, one of them before the issue.
        #expect(abs(terms.coupons[0].value - 40.0 * 183 / 184) < 1e-12)
        #expect(terms.principal == [BondTerms.Repayment(date: try day("2021-08-31"), value: 1000)])
    }

    @Test func aBondAtParYieldsItsRate() throws {
        let terms = PlainBond(
            face: 1000, ratePercent: 10, frequency: 1, issued: try day("2021-01-01"), maturity: try day("2022-01-01")
        ).terms
        let figures = try BondFigures.at(cleanPricePercent: 100, of: terms, on: try day("2021-01-01"))
        #expect(abs(figures.effectiveYield - 0.1) < 1e-12)
        #expect(abs(figures.currentYield - 0.1) < 1e-12)
        #expect(abs(figures.macaulayDuration - 1) < 1e-12)
        #expect(abs(figures.modifiedDuration - 1 / 1.1) < 1e-12)
    }

    @Test func nothingLeftIsNoYield() throws {
        let terms = PlainBond(
            face: 1000, ratePercent: 10, frequency: 1, issued: try day("2021-01-01"), maturity: try day("2022-01-01")
        ).terms
        let fault = #expect(throws: Fault.self) {
            try BondFigures.at(cleanPricePercent: 100, of: terms, on: CalendarDay(daysSince1970: 20_000))
        }
        #expect(fault?.code == .noYield)
        let free = #expect(throws: Fault.self) {
            try BondFigures.at(cleanPricePercent: 0, of: terms, on: CalendarDay(daysSince1970: 18_700))
        }
        #expect(free?.field == "cleanPricePercent")
    }

    @Test(arguments: [-0.85, -0.03, 0.08, 5, 10])
    func aGuessFarAwayFindsTheSameYield(guess: Double) throws {
        // Nearly nothing for 24 years, beginning in six weeks, then the face. At the guess the first payment dominates
        // the present value.
        let years = (0..<25).map { 0.1095890410958904 + Double($0) }
        let values = Array(repeating: 0.0644293515, count: 24) + [1000.0644293515]
        let yield = try #require(YieldSolver(years: years, values: values).yield(price: 2201.03, near: guess))
        #expect(abs(yield - -0.0320) < 0.0005, "about the 24th root of 1000 / 2201")
        let worth = zip(years, values).reduce(0) { $0 + $1.1 * pow(1 + yield, -$1.0) }
        #expect(abs(worth - 2201.03) < 1e-6)
    }

    @Test func priceAndYieldAreInverses() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("bond yields: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let issued = CalendarDay(daysSince1970: Int.random(in: 5_000...20_000, using: &random))
            let life = Int.random(in: 30...14_000, using: &random)
            let bond = PlainBond(
                face: 1000, ratePercent: Double.random(in: 0...30, using: &random),
                frequency: [0, 1, 2, 3, 4, 6, 12].randomElement(using: &random) ?? 1, issued: issued,
                maturity: issued.adding(days: life))
            let terms = bond.terms
            let settlement = issued.adding(days: Int.random(in: 0..<life, using: &random))
            let price = Double.random(in: 5...250, using: &random)
            // A price far above the remaining payments of a short bond means a loss of nearly everything within a year.
            guard let yield = PaymentTable(terms).schedule(on: settlement).yield(cleanPricePercent: price),
                yield > -0.9999
            else { continue }
            let figures = try BondFigures.at(cleanPricePercent: price, of: terms, on: settlement)
            let back = try BondFigures.cleanPricePercent(
                effectiveYield: figures.effectiveYield, of: terms, on: settlement)
            #expect(abs(back - price) < 1e-8, "\(bond) on \(settlement) at \(price): \(figures)")
            let far = try #require(
                PaymentTable(terms).schedule(on: settlement).yield(cleanPricePercent: price, near: 5))
            #expect(abs(far - figures.effectiveYield) <= 1e-10 * max(1, abs(far)), "the guess does not matter")
        }
    }
}
