import Foundation
import Hosting
import TestSupport

/// How often something wakes the threads of processes that have nothing to do.
enum WakeUps {
    private static let seconds = 10

    /// An empty Swift program. libdispatch looks after its threads once a second, whatever the program does.
    static func startEmptyProgram() throws -> ChildProcess {
        try ChildProcess.spawn(
            executable: RunningHouse.executable("benchmarks"), arguments: ["idle"], environment: [:])
    }

    /// Returns how often a second each process is woken.
    static func rates(of processes: [Int32]) async throws -> [Double] {
        // What began before comes to its end.
        try await Task.sleep(for: .seconds(2))
        let before = processes.map(switches)
        try await Task.sleep(for: .seconds(seconds))
        return zip(processes, before).map { process, before in
            // Threads that have come or gone since count for nothing.
            let count = switches(of: process).reduce(0) { $0 + $1.value - (before[$1.key] ?? $1.value) }
            return Double(count) / Double(seconds)
        }
    }

    /// Reports how often a second one idle service is woken.
    static func report(_ service: String, _ rate: Double, beside empty: Double? = nil) {
        Report.figure(
            "wake-ups of idle \(service)", text(rate), promised: "", baseline: empty.map(text) ?? "",
            note: empty == nil ? "" : "an empty Swift program")
    }

    private static func text(_ rate: Double) -> String { String(format: "%.1f/s", rate) }

    /// How often each thread of a process went to sleep: `voluntary_ctxt_switches` of proc(5).
    private static func switches(of process: Int32) -> [String: Int] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return tasks.reduce(into: [:]) { switches, task in
            let status = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            switches[task] = line?.split(separator: "\t").last.flatMap { Int($0) }
        }
    }
}
