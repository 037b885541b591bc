import Foundation
import TestSupport

/// Programs that are run to their end, as somebody who waits for them sees it.
enum ProgramRun {
    /// Runs a program of the house, or any by its path, which must succeed.
    ///
    /// - Returns: How long it took from start to exit.
    @discardableResult
    static func finish(
        _ house: RunningHouse, _ program: String, _ arguments: [String], input: String = ""
    ) throws -> Duration {
        let began = ContinuousClock.now
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
        return .now - began
    }

    /// How long a program takes, and how long one that does nothing takes in the same minute: `/bin/true`.
    static func beside(
        _ house: RunningHouse, _ program: String, _ arguments: [String], rounds: Int
    ) throws -> (ours: [Duration], bare: [Duration]) {
        var (ours, bare): ([Duration], [Duration]) = ([], [])
        for _ in 0..<rounds {
            ours.append(try finish(house, program, arguments))
            bare.append(try finish(house, "/bin/true", []))
        }
        return (ours, bare)
    }
}
