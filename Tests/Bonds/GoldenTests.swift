import Coordination
import Domain
import Foundation
import Reasons
import Signals
import StrictJSON
import TestSupport
import Testing

@testable import BondsService

/// Reference results computed by others.
@Suite struct BondGoldenTests {
    @Test func figuresAgreeToEightDecimals() throws {
        let cases = try Golden.cases("bonds/figures.json")
        #expect(cases.count > 20)
        for node in cases {
            let terms = BondTerms(
                coupons: try Golden.list(node, "coupons").map { coupon in
                    BondTerms.CouponPeriod(
                        start: try Golden.day(coupon, "start"), date: try Golden.day(coupon, "date"),
                        value: try Golden.number(coupon, "value"))
                },
                principal: try Golden.list(node, "principal").map {
                    BondTerms.Repayment(date: try Golden.day($0, "date"), value: try Golden.number($0, "value"))
                })
            let figures = try BondFigures.at(
                cleanPricePercent: try Golden.number(node, "cleanPricePercent"), of: terms,
                on: try Golden.day(node, "settlement"))
            let expected = try #require(node.member("expected"))
            let found: [(String, Double)] = [
                ("outstandingFace", figures.outstandingFace), ("accruedInterest", figures.accruedInterest),
                ("dirtyPrice", figures.dirtyPrice), ("effectiveYield", figures.effectiveYield),
                ("currentYield", figures.currentYield), ("macaulayDuration", figures.macaulayDuration),
                ("modifiedDuration", figures.modifiedDuration), ("convexity", figures.convexity),
            ]
            for (name, value) in found {
                let wanted = try Golden.number(expected, name)
                #expect(
                    abs(value - wanted) <= 1e-8, "\(node.member("name")?.string ?? "") \(name): \(value), not \(wanted)"
                )
            }
        }
    }

    @Test func sharesAreToldToTheLetter() throws {
        for node in try Golden.cases("bonds/shares.json") {
            let shares = try Golden.list(node, "shares").map { try #require($0.string) }
            let sumsToHundred = node.member("sumsToHundred")?.bool ?? false
            do {
                let percents = try SharePercents.percents(of: shares, sumsToHundred: sumsToHundred)
                #expect(percents == node.member("percents")?.elements.compactMap(\.string), "\(shares)")
            } catch {
                var told = error.code.name
                if case .number(let index)? = error.details["index"] { told += " at \(index)" }
                #expect(told == node.member("error")?.string, "\(shares)")
            }
        }
    }

    @Test func isinsAreCheckedAsTheyShouldBe() throws {
        for node in try Golden.cases("bonds/isin.json") {
            let text = try #require(node.member("isin")?.string)
            #expect((ISIN(text) != nil) == node.member("valid")?.bool, "\(text)")
        }
    }

    @Test func pointsOfALineAreChosenAsDefined() throws {
        for node in try Golden.cases("charts/lttb.json") {
            let y = try node.member("isin").map(Self.prices) ?? Golden.list(node, "y").map { $0.double ?? .nan }
            let x =
                try node.member("x").map { try $0.elements.map { try #require($0.double) } }
                ?? y.indices.map(Double.init)
            let count = Int(try Golden.number(node, "n_out"))
            let chosen = x.withUnsafeBufferPointer { x in
                y.withUnsafeBufferPointer { Downsampling.largestTriangles(x: x, y: $0, count: count) }
            }
            #expect(chosen.map(Int64.init) == node.member("indices")?.elements.compactMap(\.int64))
        }
    }
}

extension BondGoldenTests {
    /// Returns the prices of a bond from the app's own data, which are two hours apart.
    private static func prices(of isin: JSONNode) throws -> [Double] {
        let bond = try Golden.cases("bonds/skybonds.json", "activities").first {
            $0.member("isin")?.string == isin.string
        }
        return try Golden.list(try #require(bond), "items").map { try Golden.number($0, "price") }
    }
}

enum Golden {
    static func cases(_ file: String, _ name: String = "cases") throws -> [JSONNode] {
        let root = try JSONDocument(try ReferenceResults.bytes(file)).root
        let cases = (root.member(name) ?? root).elements.map { $0 }
        #expect(!cases.isEmpty, "\(file)")
        return cases
    }

    static func list(_ node: JSONNode, _ name: String) throws -> [JSONNode] {
        try #require(node.member(name)).elements.map { $0 }
    }

    static func number(_ node: JSONNode, _ name: String) throws -> Double {
        try #require(node.member(name)?.double, "\(name)")
    }

    static func day(_ node: JSONNode, _ name: String) throws -> CalendarDay {
        try #require(node.member(name)?.string.flatMap { CalendarDay($0) }, "\(name)")
    }
}
