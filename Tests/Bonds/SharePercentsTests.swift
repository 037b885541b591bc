import Coordination
import Foundation
import GMP
import Reasons
import Signals
import TestSupport
import Testing

@testable import BondsService

@Suite struct SharePercentsTests {
    @Test(arguments: [
        (["1.5", "3", "6", "1.5"], false, ["12.500", "25.000", "50.000", "12.500"]),
        (["1/3", "1/3", "1/3"], false, ["33.333", "33.333", "33.333"]),
        (["1/3", "1/3", "1/3"], true, ["33.334", "33.333", "33.333"]),
        (["+3", ".5", "5."], false, ["35.294", "5.882", "58.824"]),
        (["1e400", "1"], false, ["100.000", "0.000"]), (["1e400", "1"], true, ["100.000", "0.000"]),
        (["0.0005", "99.9995"], false, ["0.001", "100.000"]), (["0.0005", "99.9995"], true, ["0.001", "99.999"]),
        (["2.675", "97.325"], false, ["2.675", "97.325"]),
        (
            ["1", "1", "1", "1", "1", "1", "1"], true,
            ["14.286", "14.286", "14.286", "14.286", "14.286", "14.285", "14.285"]
        ),
        (["3/7", "2/7", "2/7"], true, ["42.857", "28.572", "28.571"]), (["1", "-0"], true, ["100.000", "0.000"]),
        ([" 1\t", "-1/-3"], false, ["75.000", "25.000"]), (["1e-400", "3e-400"], true, ["25.000", "75.000"]),
        (
            ["\(String(repeating: "9", count: 100))/\(String(repeating: "7", count: 100))", "0"], true,
            ["100.000", "0.000"]
        ),
    ]) func sharesAreToldExactly(shares: [String], sumsToHundred: Bool, percents: [String]) throws {
        #expect(try SharePercents.percents(of: shares, sumsToHundred: sumsToHundred) == percents)
    }

    @Test(
        arguments: [
            ([], FaultCode.empty, nil), (["0"], .zeroSum, nil), (["1", "NaN"], .notANumber, 1),
            (["1,5"], .notANumber, 0),
            (["١"], .notANumber, 0), (["0x10"], .notANumber, 0), (["1/0"], .notANumber, 0), (["--1"], .notANumber, 0),
            (["1", "2", "-1", "x"], .negative, 2), (["1", "x", "-1"], .notANumber, 1), (["1/-2"], .negative, 0),
            (["1e9999999999", "1"], .tooPrecise, nil), (["1e", "1"], .notANumber, 0), (["."], .notANumber, 0),
            ([""], .notANumber, 0), (["1/2/3"], .notANumber, 0), (["1 2"], .notANumber, 0), (["1\n"], .notANumber, 0),
            (["0", "0/5", "-0"], .zeroSum, nil),
        ] as [([String], FaultCode, Int?)]) func badSharesAreNamed(shares: [String], code: FaultCode, index: Int?)
    {
        let fault = #expect(throws: Fault.self) {
            try SharePercents.percents(of: shares, sumsToHundred: false)
        }
        #expect(fault?.code == code)
        #expect(fault?.details["index"] == index.map { .number($0) })
    }

    @Test func aCommonDenominatorThatOutgrowsAllBoundsIsRefused() {
        var primes: [Int] = []
        for candidate in 2..<20_000 where primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
        let fault = #expect(throws: Fault.self) {
            try SharePercents.percents(of: primes.map { "1/\($0)" }, sumsToHundred: false)
        }
        #expect(fault?.code == .tooPrecise)
    }

    @Test func randomSharesAddUpAndAgreeInBothArithmetics() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("shares: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let shares = (0..<Int.random(in: 1...40, using: &random)).map { _ -> String in
                let whole = Int.random(in: 0...9999, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: return "\(whole)"
                case 1: return "\(whole).\(Int.random(in: 0...999, using: &random))"
                case 2: return "\(whole)e\(Int.random(in: -3...3, using: &random))"
                default: return "\(whole)/\(Int.random(in: 1...12, using: &random))"
                }
            }
            guard let exact = try? SharePercents.percents(of: shares, sumsToHundred: true) else { continue }
            #expect(exact.reduce(Decimal(0)) { $0 + (Decimal(string: $1) ?? 0) } == 100, "\(shares)")
            // The same with digits beyond 64 bits, which use another arithmetic.
            let long = shares.map { share in
                share.contains("/")
                    ? share : "\(share.contains("e") ? share : share + "e0")/1\(String(repeating: "0", count: 20))"
            }.map {
                $0.contains("/1" + String(repeating: "0", count: 20))
                    ? $0 : "\($0.split(separator: "/")[0])e-20/\($0.split(separator: "/")[1])"
            }
            for sumsToHundred in [true, false] {
                #expect(
                    try SharePercents.percents(of: long, sumsToHundred: sumsToHundred)
                        == SharePercents.percents(of: shares, sumsToHundred: sumsToHundred), "\(shares)")
            }
        }
    }
}
