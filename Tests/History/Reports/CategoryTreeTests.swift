import Coordination
import Testing

@testable import HistoryService

/// Goal: each category includes those that lie in it, and no amount is lost.
@Suite struct CategoryTreeTests {
    private static func tree(_ leaves: [(String?, Int128)], depth: Int? = nil) throws -> CategoryTree {
        try CategoryTree(
            leaves.map { ($0.0.map { CategoryPath($0, depth: depth) }, ReportFigures(amounts: [$0.1], compared: nil)) })
    }

    private static func texts(_ nodes: [CategoryTree.Node]) -> [String] {
        nodes.map { "\($0.path?.category ?? "-") \($0.figures.amounts[0])" }
    }

    private static let leaves: [(String?, Int128)] = [
        ("food", 5), ("food:cafe", 20), ("food:cafe:tea", 1), ("car:fuel", 40), (nil, 100), ("foods", 7), ("car", 0),
    ]

    @Test func aCategoryIncludesThoseInIt() throws {
        let tree = try Self.tree(Self.leaves)
        #expect(
            Self.texts(tree.nodes(largestFirst: false)) == [
                "car 40", "car:fuel 40", "food 26", "food:cafe 21", "food:cafe:tea 1", "foods 7", "- 100",
            ])
        #expect(tree.total?.amounts == [173])
    }

    @Test func theLargestIsFirstAmongItsNeighbours() throws {
        let leaves = Self.leaves + [("food:shop", 30)]
        #expect(
            Self.texts(try Self.tree(leaves).nodes(largestFirst: true)) == [
                "food 56", "food:shop 30", "food:cafe 21", "food:cafe:tea 1", "car 40", "car:fuel 40", "foods 7",
                "- 100",
            ])
    }

    @Test(arguments: [
        1: ["car 40", "food 26", "foods 7", "- 100"],
        2: ["car 40", "car:fuel 40", "food 26", "food:cafe 21", "foods 7", "- 100"],
    ])
    func deeperOnesArePartOfThoseAbove(depth: Int, expected: [String]) throws {
        #expect(Self.texts(try Self.tree(Self.leaves, depth: depth).nodes(largestFirst: false)) == expected)
    }

    @Test(arguments: ["::", ":a", "a:", "a::b", "a: :b", ":", " : "])
    func aCategoryWithAnEmptyPartStandsAlone(category: String) {
        #expect(CategoryPath(category, depth: 1).parts == [category])
    }

    /// A hundred characters have room for fifty levels, each of which is a row.
    @Test func fewCategoriesMayLieInTooMany() throws {
        let leaves = (0..<30).map { number in
            ((0..<40).map { "\(number)-\($0)" }.joined(separator: ":"), Int128(1))
        }
        let fault = #expect(throws: Fault.self) { try Self.tree(leaves) }
        #expect(fault?.code == .limitExceeded)
        #expect(try Self.tree(leaves, depth: 33).nodes(largestFirst: true).count == 990)
    }

    @Test func whatIsZeroIsLeftOut() throws {
        #expect(try Self.tree([("a", 0), (nil, 0)]).nodes(largestFirst: true).isEmpty)
        #expect(try Self.tree([]).total == nil)
    }

    @Test(arguments: [(7, 2, 4), (-7, 2, -4), (5, 3, 2), (-5, 3, -2), (4, 3, 1), (0, 5, 0), (6, 3, 2)])
    func meansAreRounded(sum: Int, count: Int, mean: Int) {
        #expect(Int128(sum).dividedRounding(by: Int128(count)) == Int128(mean))
    }
}
