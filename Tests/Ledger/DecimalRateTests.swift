import Domain
import TestSupport
import Testing

@testable import LedgerService

@Suite struct DecimalRateTests {
    @Test(arguments: [
        ("92.4504", "92.4504"), ("1", "1"), ("0001.50", "1.5"), ("0.000000000001", "0.000000000001"),
        ("999999999.999999999999", "999999999.999999999999"), ("10.0", "10"),
    ])
    func aRateIsReadAndWrittenWithoutNeedlessZeros(text: String, written: String) throws {
        #expect(try #require(DecimalRate(text)).description == written)
        #expect(DecimalRate(written) == DecimalRate(text))
    }

    @Test(arguments: [
        "", "0", "0.0", "-1", "+1", ".5", "5.", "1,5", "1e3", "1.2.3", " 1", "1 ", "1234567890", "1.1234567890123", "١",
        "1_000", "NaN",
    ])
    func whatIsNoRateIsRefused(text: String) {
        #expect(DecimalRate(text) == nil)
    }

    /// Method: long multiplication and long division digit by digit, over amounts of any size and all numbers of
    /// decimals.
    @Test(arguments: 0..<300) func moneyIsConvertedAsByHand(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let from = random.one(of: Currency.all)
        let to = random.one(of: Currency.all)
        let whole = Int64.random(in: 0...[9, 999, 999_999_999][random.below(3)], using: &random)
        let decimals = random.below(13)
        let fraction = (0..<decimals).map { _ in Character("\(random.below(10))") }
        let text = decimals == 0 ? "\(whole)" : "\(whole)." + String(fraction)
        guard let rate = DecimalRate(text) else {
            #expect(text.allSatisfy { $0 == "0" || $0 == "." })
            return
        }
        let most: [Int64] = [100, 1_000_000, LedgerLimits.largestAmount]
        let amount = Int64.random(in: 1...most[random.below(3)], using: &random)
        let expected = byHand(
            amount, rate: "\(whole)" + String(fraction), decimals: decimals, shift: to.exponent - from.exponent)
        let converted = rate.convert(Money(minorUnits: amount, currency: from), to: to)
        #expect(converted == Int64(expected), "seed \(seed): \(amount) \(from) at \(text) in \(to)")
    }

    @Test func whatIsTooMuchIsNothing() throws {
        let yen = try #require(Currency(code: "JPY"))
        let dinar = try #require(Currency(code: "KWD"))
        let most = Money(minorUnits: LedgerLimits.largestAmount, currency: yen)
        #expect(try #require(DecimalRate("999999999.999999999999")).convert(most, to: dinar) == nil)
        #expect(try #require(DecimalRate("10000")).convert(most, to: dinar) == nil)
        #expect(try #require(DecimalRate("1")).convert(most, to: dinar) == 1_000_000_000_000_000_000)
    }

    @Test func whatIsGotIsRoundedDown() throws {
        let kopeck = Money(minorUnits: 1, currency: .rub)
        #expect(try #require(DecimalRate("0.999999999999")).convert(kopeck, to: .usd) == 0)
        #expect(try #require(DecimalRate("1.999999999999")).convert(kopeck, to: .usd) == 1)
    }

    /// The digits of amount × rate × 10^shift, cut after the point.
    private func byHand(_ amount: Int64, rate: String, decimals: Int, shift: Int) -> String {
        var product = [0]
        for digit in "\(amount)" {
            // product = product * 10 + digit * rate, digits from the lowest on.
            var next = [0] + product
            var carry = 0
            let multiplier = Int(String(digit)) ?? 0
            let factors = rate.reversed().compactMap { Int(String($0)) }
            for index in 0..<max(next.count, factors.count + 2) {
                if index == next.count { next.append(0) }
                let sum = next[index] + (index < factors.count ? factors[index] * multiplier : 0) + carry
                next[index] = sum % 10
                carry = sum / 10
            }
            product = next
        }
        let move = shift - decimals
        let moved = move >= 0 ? Array(repeating: 0, count: move) + product : Array(product.dropFirst(-move))
        let text = String(moved.reversed().map { Character("\($0)") }.drop { $0 == "0" })
        return text.isEmpty ? "0" : text
    }
}
