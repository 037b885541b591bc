import Foundation
import Hosting
import TestSupport

/// Runs plans in processes of their own: the world of one cannot be left.
struct Seeds {
    private let arguments: SimulateArguments
    private let directory = TemporaryDirectory()

    init(_ arguments: SimulateArguments) { self.arguments = arguments }

    /// Runs the plan of every seed, shrinks those that fail, and exits.
    func run() throws -> Never {
        let began = Date()
        var (waiting, reports) = (Array(arguments.seeds)[...], [Report]())
        var running: [(seed: UInt64, run: PlanRun)] = []
        while !waiting.isEmpty || !running.isEmpty {
            while running.count < arguments.jobs, let seed = waiting.popFirst() {
                running.append((seed, try start(arguments.plan(of: seed))))
            }
            for (index, entry) in running.enumerated().reversed() where entry.run.isOver {
                let report = entry.run.report()
                running.remove(at: index)
                reports.append(report)
                print(report.problems.isEmpty ? report.line : report.text)
            }
            usleep(10_000)
        }
        let failed = reports.filter { !$0.problems.isEmpty }
        for report in failed { try shrink(arguments.plan(of: report.seed)) }
        print(Self.summary(reports, seconds: Date().timeIntervalSince(began)))
        exit(failed.isEmpty ? 0 : 1)
    }

    private func start(_ plan: Plan) throws -> PlanRun {
        try PlanRun(plan, in: directory, limit: arguments.limit)
    }

    /// Finds a short plan that still fails, and prints it. Delta debugging: Zeller and Hildebrandt, "Simplifying and
    /// Isolating Failure-Inducing Input", 2002.
    private func shrink(_ whole: Plan) throws {
        var (plan, parts, trials) = (whole, 2, 0)
        while plan.count > 0, trials < arguments.trials {
            let size = max(1, plan.count / parts)
            var isSmaller = false
            for start in stride(from: 0, to: plan.count, by: size) where trials < arguments.trials {
                let shorter = plan.without(Set(start..<min(start + size, plan.count)))
                trials += 1
                let run = try self.start(shorter)
                while !run.isOver { usleep(10_000) }
                guard !run.report().problems.isEmpty else { continue }
                (plan, isSmaller) = (shorter, true)
                break
            }
            if isSmaller {
                parts = max(2, parts - 1)
            } else if size == 1 {
                break
            } else {
                parts = min(parts * 2, plan.count)
            }
        }
        print("seed \(plan.seed): the shortest plan found in \(trials) trials, for `simulate --plan FILE`:")
        print(plan.json)
    }

    private static func summary(_ reports: [Report], seconds: Double) -> String {
        let hours = reports.map(\.hours).reduce(0, +)
        let counts = reports.map(\.counts).reduce(into: [String: UInt64]()) { $0.merge($1, uniquingKeysWith: +) }
        let rate = String(format: "%.0f", hours / max(seconds, 0.001) * 3600)
        var lines = [
            "\(reports.count) plans, \(Int(hours)) h of a house in \(Int(seconds)) s: \(rate) h an hour",
            "\(reports.count { !$0.problems.isEmpty }) failed",
        ]
        lines += counts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
        return lines.joined(separator: "\n")
    }
}

/// A plan that runs in a process of its own.
private final class PlanRun {
    private let plan: Plan
    private let child: ChildProcess
    private let output: String
    private let deadline: Date

    init(_ plan: Plan, in directory: TemporaryDirectory, limit: TimeInterval) throws {
        let name = UUID().uuidString
        output = directory.file("\(name).json")
        deadline = Date().addingTimeInterval(limit)
        self.plan = plan
        let file = try directory.write(plan.json, to: "\(name).plan")
        let descriptor = open(output, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        child = try ChildProcess.spawn(
            executable: RunningHouse.executable("simulate"), arguments: ["--plan", file, "--json"],
            environment: ProcessInfo.processInfo.environment, standardOutput: descriptor)
    }

    /// True once the process has ended, if need be by force.
    var isOver: Bool {
        if Date() > deadline { child.kill() }
        return child.poll() != nil
    }

    /// Call it once the process has ended.
    func report() -> Report {
        if let data = FileManager.default.contents(atPath: output),
            let report = try? JSONDecoder().decode(Report.self, from: data)
        {
            return report
        }
        return Report(plan, problems: ["The simulation itself ended without a report: \(child.wait())"])
    }
}
