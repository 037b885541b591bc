import Foundation
import Hosting
import TestSupport
import Testing

/// Simulated houses: `simulate` runs the production assemblies in virtual time, on a simulated network and disk.
///
/// `make simulate` runs more of them, with the optimised program.
@Suite struct SimulationTests {
    /// Plans of the usual kind, and the shortest ones of those that once failed.
    @Test(arguments: ["--seed 1 --hours 2", "--seed 2 --hours 2"])
    func whatWasAcknowledgedHoldsInASimulatedHouse(arguments: String) async throws {
        let report = try await Self.simulate(arguments.components(separatedBy: " "))
        #expect(report.problems == [])
        // A run in which nothing happened would show nothing.
        #expect(report.counts["starts", default: 0] > 8)
        #expect(report.counts["troubles", default: 0] > 4)
    }

    @Test func whatTheDiskHasChangedIsNeverServed() async throws {
        let report = try await Self.simulate(["--seed", "7", "--hours", "2", "--focus", "damage"])
        #expect(report.problems == [])
        #expect(report.counts["reads of flipped bits", default: 0] > 0)
    }

    @Test func theSamePlanBringsTheSameRunToTheByte() async throws {
        let arguments = ["--seed", "3", "--hours", "0.2"]
        let (first, second) = (try await Self.simulate(arguments), try await Self.simulate(arguments))
        #expect(first.digest == second.digest)
        let other = try await Self.simulate(["--seed", "4", "--hours", "0.2"])
        #expect(other.digest != first.digest)
    }

    /// A disk that says to have synced what it has not: what a crash takes is missed.
    @Test func aDiskThatLiesIsFound() async throws {
        let report = try await Self.simulate(["--seed", "1", "--hours", "2", "--lying-disk"])
        #expect(report.problems != [])
    }

    private struct Report: Decodable {
        let problems: [String]
        let digest: UInt64
        let counts: [String: UInt64]
    }

    private static func simulate(_ arguments: [String]) async throws -> Report {
        let finished = try await FinishedProcess.run(
            executable: RunningHouse.executable("simulate"), arguments: arguments + ["--json"],
            environment: ProcessInfo.processInfo.environment, within: .seconds(600))
        return try JSONDecoder().decode(Report.self, from: Data(finished.output.utf8))
    }
}
