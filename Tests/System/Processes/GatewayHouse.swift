import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// A house that is operated through the gateway alone.
final class GatewayHouse: Sendable {
    let house: RunningHouse

    /// A file with a unique password.
    let passwordFile: String

    /// Creates a house in which nothing runs.
    ///
    /// - Parameter environment: Variables of all services.
    init(environment: [String: String] = [:]) throws {
        house = RunningHouse(environment: Bank.cheapHashes.merging(environment) { $1 })
        passwordFile = house.directory.file("password")
        try "correct horse battery staple\n".write(toFile: passwordFile, atomically: false, encoding: .utf8)
    }

    /// Runs the gateway to its end.
    func gateway(_ arguments: String..., as profile: String? = nil) async throws -> FinishedProcess {
        try await house.run("gateway", arguments, environment: profile.map { ["KOPILKA_PROFILE": $0] } ?? [:])
    }

    /// Runs the gateway with `--json`; it must succeed and print exactly one line of JSON.
    ///
    /// Services have more time to answer than by default, which is two seconds for some commands: on a busy machine one
    /// that is well may need that.
    func json(_ arguments: String..., as profile: String? = nil) async throws -> JSONNode {
        let limit = arguments.contains("--timeout") ? [] : ["--timeout", "150s"]
        let finished = try await house.run(
            "gateway", arguments + limit + ["--json"], environment: profile.map { ["KOPILKA_PROFILE": $0] } ?? [:])
        try #require(finished.status == .exited(0), "\(arguments): \(finished)")
        #expect(finished.errors.isEmpty, "\(arguments): \(finished)")
        #expect(finished.output.hasSuffix("\n") && finished.output.dropLast().allSatisfy { $0 != "\n" }, "\(finished)")
        return try JSONDocument(text: finished.output).root
    }

    /// Returns every process of this house; see `RunningHouse.processes(where:)`.
    func processes(where isMeant: (String) -> Bool = { _ in true }) -> [Int32] { house.processes(where: isMeant) }

    /// Starts the services, runs `body`, and stops them in any case.
    ///
    /// - Parameters:
    ///   - flags: Additional flags of `gateway up`.
    ///   - environment: Variables of all services.
    static func run(
        _ flags: [String] = [], environment: [String: String] = [:], _ body: (GatewayHouse) async throws -> Void
    ) async throws {
        let house = try GatewayHouse(environment: environment)
        let up = try await house.house.run("gateway", ["up", "--detach", "--wait", "60s"] + flags)
        #expect(up.status == .exited(0), "\(up)")
        let result: Result<Void, any Error>
        do {
            try await body(house)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let down = try await house.gateway("down")
        #expect(down.status == .exited(0), "\(down)")
        let left = house.processes()
        #expect(left.isEmpty, "down leaves no process")
        for process in left { kill(process, SIGKILL) }
        try result.get()
    }
}
