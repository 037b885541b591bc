import Testing

@testable import HistoryService

/// Goal: sums of rows by group and column, whichever groups share a slot or a place.
@Suite struct BookSumsTests {
    private static func group(_ number: UInt32, currency: Int = 0, isIncome: Bool = false) -> BookSums.Group {
        BookSums.Group(number: number, currency: currency, isIncome: isIncome)
    }

    @Test func sumsRunFromColumnToColumn() {
        var sums = BookSums(columns: 3)
        sums.add(5, to: Self.group(1), column: 0) { _ in 0 }
        sums.add(7, to: Self.group(1), column: 2) { _ in 0 }
        sums.add(.max, to: Self.group(2), column: 1) { _ in 2 }
        sums.add(.max, to: Self.group(2), column: 1) { _ in 2 }
        #expect(sums.runningSums(at: 0) == [5, 5, 12])
        #expect(sums.runningSums(at: 2) == [0, Int128(Int64.max) * 2, Int128(Int64.max) * 2])
    }

    /// Half of the places have no rows where only expenses count.
    @Test func aPlaceWithoutRowsHasZeros() {
        var sums = BookSums(columns: 2)
        #expect(sums.runningSums(at: 0) == [0, 0])
        sums.add(5, to: Self.group(1), column: 0) { _ in 2 }
        #expect((0..<4).map { sums.runningSums(at: $0) } == [[0, 0], [0, 0], [5, 5], [0, 0]])
    }

    @Test func groupsOfOneSlotStayApart() {
        var sums = BookSums(columns: 1)
        var groups: [BookSums.Group] = []
        for number in stride(from: UInt32(0), to: 10_000, by: 7) {
            for currency in 0..<3 {
                for isIncome in [false, true] {
                    groups.append(Self.group(number, currency: currency, isIncome: isIncome))
                }
            }
        }
        var made = 0
        for round in 1...2 {
            for (index, group) in groups.enumerated() {
                sums.add(Int64(index * round), to: group, column: 0) { _ in
                    made += 1
                    return made - 1
                }
            }
        }
        #expect(made == groups.count)
        #expect(groups.indices.allSatisfy { sums.runningSums(at: $0) == [Int128($0 * 3)] })
    }

    @Test func severalGroupsMayShareAPlace() {
        var sums = BookSums(columns: 1)
        for number in 0..<5 { sums.add(1, to: Self.group(UInt32(number)), column: 0) { _ in 0 } }
        #expect(sums.runningSums(at: 0) == [5])
    }
}
