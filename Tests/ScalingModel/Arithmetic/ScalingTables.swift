import Foundation

/// The tables of `Shared/Docs/SCALING.md` that follow from its figures, as they stand in the page.
public struct ScalingTables: Sendable {
    private let figures: ScalingFigures

    /// Creates the tables.
    public init(_ figures: ScalingFigures) { self.figures = figures }

    /// Every table, in the order of the page.
    public var all: [String] { [oneMachine, copies, houses, banks] }

    /// Who fits on one leader.
    public var oneMachine: String {
        let kinds: [(String, people: Double, payments: Double)] = [
            ("a family", 5, 10), ("a company", 1_000, 20), ("a bank of a million people", 1e6, figures[.paymentsADay]),
            ("a bank of ten million", 1e7, figures[.paymentsADay]),
            ("a bank of a hundred million", 1e8, figures[.paymentsADay]),
        ]
        let rows = kinds.map { kind in
            let average = kind.people * kind.payments / 86_400
            let peak = average * figures[.peakFactor]
            return [
                kind.0, number(kind.payments), number(average), number(peak),
                percent(peak / figures[.manyClientsWithoutLog]), percent(peak / figures[.manyClients]),
            ]
        }
        return table(
            ["house", "payments a person a day", "a second", "at the peak", "of one machine", "of one with a log"], rows
        )
    }

    /// What the log costs.
    public var copies: String {
        func row(_ what: String, _ without: ScalingFigures.Name, _ with: ScalingFigures.Name) -> [String] {
            let (bare, logged) = (figures[without], figures[with])
            return [what, percent(logged / bare), "\(number((1e6 / logged - 1e6 / bare))) us"]
        }
        return table(
            ["load", "rate that is left", "more for each transfer"],
            [
                row("one client", .oneClientWithoutLog, .oneClient),
                row("32 clients", .manyClientsWithoutLog, .manyClients),
                row("requests of 8,192", .listsWithoutLog, .lists),
            ])
    }

    /// How many families' houses a PostgreSQL, and a machine, can carry.
    public var houses: String {
        let commits = 5 * 10 / 86_400 * figures[.peakFactor] * figures[.commitsOfAPayment]
        let bytes = 5 * 10 * figures[.commitsOfAPayment] * (figures[.logBytes] + figures[.commitBytes])
        let share = figures[.highestLoad] / 100
        return table(
            ["limit", "of one house", "houses"],
            [
                [
                    "connections to PostgreSQL", number(figures[.services]),
                    number(figures[.connections] / figures[.services]),
                ],
                [
                    "commits a second at the peak", number(commits), number(figures[.appends] * share / commits),
                ],
                [
                    "bytes of commits kept", size(bytes * figures[.daysOfLog]),
                    number(figures[.machineDisk] * 1e12 * share / (bytes * figures[.daysOfLog])),
                ],
                [
                    "memory of its services, on a machine for houses", size(figures[.services] * serviceMemory),
                    number(figures[.machineMemory] * 1e9 * share / (figures[.services] * serviceMemory)),
                ],
            ])
    }

    /// What banks need.
    public var banks: String {
        let plans = [1e6, 1e7, 1e8].map { BankPlan(people: $0, figures: figures) }
        func row(_ what: String, _ value: (BankPlan) -> String) -> [String] { [what] + plans.map(value) }
        return table(
            ["", "1,000,000 people", "10,000,000", "100,000,000"],
            [
                row("payments a second, average; peak") { "\(number($0.average)); \(number($0.peak))" },
                row("stored in all years, one copy") { size($0.stored) },
                row("ledgers by processor; by snapshot") {
                    "\(number($0.ledgersByProcessor)); \(number($0.ledgersBySnapshot))"
                },
                row("load of a leader at the peak") { percent($0.loadOfALeader) },
                row("log a day") { size($0.logBytesADay) },
                row("commits a second at the peak") { number($0.commitsAtPeak) },
                row("network for the log at the peak") { "\(number($0.networkAtPeak / 1e6)) Mbit/s" },
                row("kept in PostgreSQL, one copy") { size($0.logStored) },
                row("clusters of PostgreSQL; their machines") { "\(number($0.clusters)); \(number($0.logMachines))" },
                row("cores at the peak; of those for sign-ins") { "\(number($0.cores)); \(number($0.signInCores))" },
                row("machines for houses") { number($0.houseMachines) },
                row("USD a month; a person a year") {
                    "\(number($0.cost)); \(String(format: "%.3f", $0.cost * 12 / $0.people))"
                },
            ])
    }

    private var serviceMemory: Double { figures[.serviceMemory] * 1e6 }

    // MARK: Text

    private func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }

    /// Returns three significant digits at most, with commas: `0.023`, `34.7`, `34,700`.
    private func number(_ value: Double) -> String {
        guard value > 0 else { return "0" }
        let scale = pow(10, (log10(value) - 2).rounded(.down) + (log10(value) < 0 ? 1 : 0))
        let rounded = (value / scale).rounded() * scale
        if rounded < 100 { return String(format: "%g", (rounded * 10_000).rounded() / 10_000) }
        var digits = String(Int(rounded.rounded()))
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
            index -= 3
        }
        return digits
    }

    private func percent(_ share: Double) -> String {
        share < 0.001 ? "less than 0.1 %" : "\(number(share * 100)) %"
    }

    private func size(_ bytes: Double) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        let unit = min(units.count - 1, max(0, Int(log10(bytes) / 3)))
        return "\(number(bytes / pow(1_000, Double(unit)))) \(units[unit])"
    }
}
