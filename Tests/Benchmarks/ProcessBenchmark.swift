import Foundation
import Glibc
import Hosting
import TestSupport

/// What people wait for: the gateway from start to exit, the house from nothing to healthy; and what idling costs.
enum ProcessBenchmark {
    static func run() async throws {
        let house = RunningHouse()
        let up = try ProgramRun.finish(house, "gateway", ["up", "--detach"])
        Report.time("start to all healthy (gateway up --detach)", up, promised: "<= 1 s")
        defer { _ = try? ProgramRun.finish(house, "gateway", ["down"]) }
        try ProgramRun.finish(
            house, "gateway", ["register", "--email", "bench@example.org", "--password-stdin"],
            input: "correct horse battery\n")
        try ProgramRun.finish(house, "gateway", ["account", "open", "RUB", "--name", "main"])
        for service in ["auth", "ledger", "history"] {
            let kilobytes = try residentKilobytes(of: service, in: house)
            Report.figure(
                "resident memory of idle \(service)", String(format: "%.1f MB", Double(kilobytes) / 1024),
                promised: "<= 25 MB")
        }
        try await wakeUps(of: house)
        let (ours, bare) = try ProgramRun.beside(house, "gateway", ["balance", "main"], rounds: 30)
        Report.time(
            "gateway balance, start to exit, p50", ours.quantile(0.5), promised: "<= 30 ms",
            baseline: ("/bin/true", bare.quantile(0.5)))
    }

    private static func wakeUps(of house: RunningHouse) async throws {
        let services = [
            "auth", "ledger", "history", "scanner", "patterns", "bonds", "subscriptions", "notifications",
        ]
        let empty = try WakeUps.startEmptyProgram()
        defer {
            empty.kill()
            _ = empty.wait()
        }
        let rates = try await WakeUps.rates(of: [empty.pid] + services.map { try process(of: $0, in: house) })
        for (service, rate) in zip(services, rates.dropFirst()) {
            WakeUps.report(service, rate, beside: rates[0])
        }
    }

    private static func residentKilobytes(of service: String, in house: RunningHouse) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process(of: service, in: house))/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static func process(of service: String, in house: RunningHouse) throws -> Int32 {
        let executable = RunningHouse.executable(service)
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let process = Int32(entry),
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(entry)/exe")) == executable,
                let variables = try? String(contentsOfFile: "/proc/\(entry)/environ", encoding: .utf8),
                variables.contains("KOPILKA_RUN=\(house.runDirectory)")
            else { continue }
            return process
        }
        throw WaitedInVain(description: "\(service) does not run")
    }
}
