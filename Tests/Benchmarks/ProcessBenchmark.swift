import Foundation
import Glibc
import Hosting
import TestSupport

/// What people wait for: the gateway from start to exit, the house from nothing to healthy; and what idling costs.
enum ProcessBenchmark {
    static func run() async throws {
        let house = RunningHouse()
        let up = try await time(house, "gateway", ["up", "--detach"])
        Report.time("start to all healthy (gateway up --detach)", up, promised: "<= 1 s")
        defer { _ = try? run(house, "gateway", ["down"]) }
        try run(
            house, "gateway", ["register", "--email", "bench@example.org", "--password-stdin"],
            input: "correct horse battery\n")
        try run(house, "gateway", ["account", "open", "RUB", "--name", "main"])
        for service in ["auth", "ledger", "history"] {
            let kilobytes = try residentKilobytes(of: service, in: house)
            Report.figure(
                "resident memory of idle \(service)", String(format: "%.1f MB", Double(kilobytes) / 1024),
                promised: "<= 25 MB")
        }
        var (ours, bare): ([Duration], [Duration]) = ([], [])
        for _ in 0..<30 {
            ours.append(try await time(house, "gateway", ["balance", "main"]))
            bare.append(try await time(house, "/bin/true", []))
        }
        Report.time(
            "gateway balance, start to exit, p50", ours.quantile(0.5), promised: "<= 30 ms",
            baseline: ("/bin/true", bare.quantile(0.5)))
    }

    private static func time(_ house: RunningHouse, _ program: String, _ arguments: [String]) async throws -> Duration {
        let began = ContinuousClock.now
        try run(house, program, arguments)
        return .now - began
    }

    private static func run(_ house: RunningHouse, _ program: String, _ arguments: [String], input: String = "") throws
    {
        let process = Process()
        process.executableURL = URL(
            fileURLWithPath: program.hasPrefix("/") ? program : RunningHouse.executable(program))
        process.arguments = arguments
        process.environment = house.environment
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        try process.run()
        stdin.fileHandleForWriting.write(Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        _ = try stdout.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        precondition(process.terminationStatus == 0, "\(program) \(arguments) ended with \(process.terminationStatus)")
    }

    private static func residentKilobytes(of service: String, in house: RunningHouse) throws -> Int {
        let executable = RunningHouse.executable(service)
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int32(entry) != nil {
            guard (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(entry)/exe")) == executable,
                let variables = try? String(contentsOfFile: "/proc/\(entry)/environ", encoding: .utf8),
                variables.contains("KOPILKA_RUN=\(house.runDirectory)"),
                let status = try? String(contentsOfFile: "/proc/\(entry)/status", encoding: .utf8)
            else { continue }
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        throw WaitedInVain(description: "\(service) does not run")
    }
}
