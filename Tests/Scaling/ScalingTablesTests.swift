import Foundation
import ScalingModel
import Testing

/// `Shared/Docs/SCALING.md` follows from the figures at its top, and the simulation agrees with its formulas.
@Suite struct ScalingTablesTests {
    private static let page: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "Shared/Docs/SCALING.md"), encoding: .utf8)) ?? ""
    }()

    @Test func eachTableOfThePageFollowsFromItsFigures() throws {
        for table in ScalingTables(try ScalingFigures(page: Self.page)).all {
            #expect(Self.page.contains(table + "\n"), "run BENCH=scaling make bench, and copy:\n\(table)")
        }
    }

    @Test func anotherFigureGivesOtherTables() throws {
        let changed = Self.page.replacing("29,275", with: "39,275")
        #expect(changed != Self.page)
        let tables = ScalingTables(try ScalingFigures(page: changed)).all
        #expect(!tables.allSatisfy { changed.contains($0 + "\n") })
    }

    @Test func aMissingFigureIsNamed() {
        let without = Self.page.replacing("`lists`", with: "")
        #expect(throws: ScalingFigures.Missing.self) { try ScalingFigures(page: without) }
        #expect(throws: ScalingFigures.Missing.self) {
            try ScalingFigures(page: Self.page.replacing("| 2,102 |", with: "| a lot |"))
        }
    }

    /// The service times are chosen so that one client, many clients and long lists get the measured rates.
    @Test func theServiceTimesAreThoseOfTheFigures() throws {
        let figures = try ScalingFigures(page: Self.page)
        let times = figures.serviceTimes
        func isNear(_ rate: Double, _ nanoseconds: Double) -> Bool { abs(1e9 / nanoseconds / rate - 1) < 0.01 }
        #expect(isNear(figures[.oneClient], Double(times.request + times.row + times.commit)))
        #expect(isNear(figures[.manyClients], Double(times.request + times.row)))
        #expect(isNear(figures[.lists], Double(times.request + times.row * 8_192) / 8_192))
    }

    @Test(arguments: [(2, 0.05), (2, 0.5), (4, 0.2)])
    func theSimulationAgreesWithTheFormula(ledgers: Int, crossShare: Double) throws {
        let figures = try ScalingFigures(page: Self.page)
        let result = InterLedgerSimulation.run(
            .saturated(figures, ledgers: ledgers, crossShare: crossShare, gathering: 0))
        let expected = figures[.manyClients] * Scaling.speedUp(ledgers: ledgers, crossShare: crossShare)
        #expect(result.violations == [])
        #expect(abs(result.perSecond / expected - 1) < 0.05, "\(result.perSecond) a second, not \(expected)")
    }
}
