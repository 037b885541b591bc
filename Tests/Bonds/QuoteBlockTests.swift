import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import BondsService

/// Quotes in blocks equal quotes in one long list, in whatever order they arrive.
@Suite struct QuoteBlockTests {
    @Test func anyImportsInAnyOrderGiveTheSameAsADictionary() async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("quote blocks: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let isin = try #require(ISIN(BondsHouse.isin))
        try await BondsHouse.with { house in
            var expected: [Int64: Double] = [:]
            for round in 0..<12 {
                let count = [1, 3, 500, 5_000, 9_000].randomElement(using: &random) ?? 1
                let start = Int.random(in: 0..<30_000, using: &random)
                let stride = Int.random(in: 1...3, using: &random)
                var columns = QuoteColumns()
                for index in 0..<count {
                    let time = Int64(start + index * stride) * 1_000_000
                    let price = Double(Int.random(in: 1...5, using: &random))
                    columns.append(time: time, price: price, yield: round.isMultiple(of: 2) ? .nan : price)
                }
                let quotes = columns
                let draft = BondDraft(
                    place: "x", isin: isin, title: "A", currency: Currency(code: "RUB"), terms: nil, quotes: quotes)
                let imported = try await house.bonds.write(deadline: nil, weight: 1) { try $0.add(draft, by: "anna") }
                let before = expected.count
                for place in 0..<count { expected[quotes.times[place]] = quotes.prices[place] }
                #expect(imported.quotes == expected.count)
                #expect(imported.added == expected.count - before)
            }
            let all = expected.sorted { $0.key < $1.key }
            let stored = try await house.bonds.read { bonds in
                let (bond, quotes) = try #require(try bonds.bond(isin))
                #expect(bond.lastPrice == all.last?.value && bond.first?.microseconds == all.first?.key)
                return try quotes.quotes(from: Instant(microseconds: .min), through: Instant(microseconds: .max))
            }
            #expect(stored.times == all.map(\.key) && stored.prices == all.map(\.value))
            for _ in 0..<50 {
                let from = Int64.random(in: -5...60_000, using: &random) * 1_000_000 + 1
                let to = from + Int64.random(in: 0...10_000, using: &random) * 1_000_000
                let wanted = all.filter { $0.key >= from && $0.key <= to }.map(\.value)
                let last = all.last { $0.key <= to }
                try await house.bonds.read { bonds in
                    let quotes = try #require(try bonds.bond(isin)).quotes
                    let part = try quotes.quotes(from: Instant(microseconds: from), through: Instant(microseconds: to))
                    #expect(Array(part.prices[part.range(from: from, through: to)]) == wanted)
                    #expect(try quotes.last(notAfter: Instant(microseconds: to))?.price == last?.value)
                }
            }
        }
    }
}
