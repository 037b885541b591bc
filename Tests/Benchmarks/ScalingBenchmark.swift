import Foundation
import ScalingModel
import TestSupport

/// Several ledgers that pay each other: the tables of `Shared/Docs/SCALING.md`, computed from the figures at its top,
/// and a simulation of the plan that the page describes.
enum ScalingBenchmark {
    private static let page = "Shared/Docs/SCALING.md"
    private static let sizes = [1, 2, 4, 8, 16, 32, 64]
    private static let shares = [0, 0.05, 0.2, 0.5]
    /// Couriers send at once, or gather for 50 ms.
    private static let gatherings = [0, 50_000_000]

    static func run() async throws {
        guard let text = try? String(contentsOfFile: page, encoding: .utf8) else {
            return Report.figure("scaling", "-", promised: "", note: "run it where \(page) is")
        }
        let figures = try ScalingFigures(page: text)
        try await onThread {
            for table in ScalingTables(figures).all { write(table + "\n") }
            throughput(figures)
            latencies(figures)
            faults(figures)
        }
    }

    /// How many times the rate of one ledger several have.
    private static func throughput(_ figures: ScalingFigures) {
        let one = InterLedgerSimulation.run(.saturated(figures, ledgers: 1, crossShare: 0, gathering: 0))
        write("one simulated ledger: \(Report.grouped(one.perSecond)) transfers a second, the figure of the page is")
        write("\(Report.grouped(figures[.manyClients])); rate of so many ledgers, times that of one:\n")
        let kinds = shares.map { "\(Int($0 * 100)) % cross" } + ["by chance"]
        let columns = ["ledgers"] + kinds + kinds.dropFirst().map { "\($0), in lists" }
        write("| " + columns.joined(separator: " | ") + " |")
        write("|" + String(repeating: " --- |", count: columns.count))
        for ledgers in sizes where ledgers > 1 {
            var cells = [String(ledgers)]
            for gathering in gatherings {
                for share in shares + [Scaling.crossShareByChance(ledgers: ledgers)] where share > 0 || gathering == 0 {
                    let result = InterLedgerSimulation.run(
                        .saturated(figures, ledgers: ledgers, crossShare: share, gathering: gathering))
                    demand(result)
                    cells.append(String(format: "%.1f", result.perSecond / one.perSecond))
                }
            }
            write("| " + cells.joined(separator: " | ") + " |")
        }
        write("")
    }

    /// How long a payment between two of eight half loaded ledgers takes.
    private static func latencies(_ figures: ScalingFigures) {
        var crashes = SimulatedFaults()
        (crashes.betweenCrashes, crashes.restartsAfter) = (1_000_000_000, 100_000_000)
        var losses = SimulatedFaults()
        (losses.lost, losses.duplicated, losses.delayed) = (1, 1, 1)
        let cases: [(String, SimulatedFaults)] = [
            ("no faults", SimulatedFaults()), ("1 % lost, 1 % doubled, 1 % late", losses),
            ("each ledger and courier down 0.1 s of 1.1 s", crashes),
        ]
        for (what, faults) in cases {
            for gathering in gatherings {
                let result = InterLedgerSimulation.run(
                    .halfLoaded(figures, ledgers: 8, crossShare: 0.2, gathering: gathering, faults: faults))
                demand(result)
                Report.figure(
                    gathering == 0 ? what : "  the same in lists", milliseconds(result.crossLatency(0.5)), promised: "",
                    note: "p99 \(milliseconds(result.crossLatency(0.99))), \(result.crossPaid) payments across")
            }
        }
    }

    /// Runs with every kind of fault, and runs with a broken rule, which the checks of the books must find.
    private static func faults(_ figures: ScalingFigures) {
        let seeds = 100
        var sum = (payments: 0, lost: 0, duplicated: 0, crashes: 0)
        for seed in 1...seeds {
            let result = InterLedgerSimulation.run(.troubled(figures, seed: UInt64(seed)))
            demand(result)
            sum.payments += result.payments
            sum.lost += result.counts.lost
            sum.duplicated += result.counts.duplicated
            sum.crashes += result.counts.crashes
        }
        Report.figure(
            "runs with every fault, books of all ledgers right", "\(seeds) of \(seeds)", promised: "all",
            note: "\(sum.payments) payments, \(sum.crashes) crashes")
        Report.figure("  messages lost; doubled", "\(sum.lost); \(sum.duplicated)", promised: "")
        for rule in BrokenRule.allCases {
            let found = (1...20).count { seed in
                var plan = SimulationPlan.troubled(figures, seed: UInt64(seed))
                plan.brokenRule = rule
                return !InterLedgerSimulation.run(plan).violations.isEmpty
            }
            Report.figure("  found when a ledger or courier \(words(of: rule))", "\(found) of 20", promised: ">= 1")
        }
    }

    /// A figure of a run that lost money would be worth nothing.
    private static func demand(_ result: SimulationResult) {
        precondition(result.violations.isEmpty, "The simulation broke its promises: \(result.violations)")
    }

    private static func words(of rule: BrokenRule) -> String {
        "\(rule)".reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
    }

    private static func milliseconds(_ nanoseconds: Int) -> String {
        String(format: "%.1f ms", Double(nanoseconds) / 1e6)
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
