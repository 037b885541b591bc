import Foundation
import Hosting
import TestSupport
import Testing

/// Somebody who has just installed the programs registers, and needs to know nothing else.
@Suite struct FirstHouseTests {
    private let home = TemporaryDirectory()

    private func gateway(_ arguments: String..., more: [String: String] = [:]) async throws -> FinishedProcess {
        let variables = [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8",
        ]
        return try await FinishedProcess.run(
            executable: RunningHouse.executable("gateway"), arguments: arguments,
            environment: variables.merging(Bank.cheapHashes) { $1 }.merging(more) { $1 }, within: .seconds(120))
    }

    @Test func registeringStartsTheHouseOnceAndNoStoppedOne() async throws {
        let password = try home.write("a sunny day in Kazan\n", to: "password")
        #expect(chmod(home.path, 0o700) == 0)
        let elsewhere = try await gateway(
            "register", "anna@example.org", "--password-file", password, more: ["KOPILKA_RUN": home.file("elsewhere")])
        #expect(elsewhere.status == .exited(69), "somebody else's house is not started: \(elsewhere)")

        let first = try await gateway("register", "anna@example.org", "--password-file", password)
        #expect(first.status == .exited(0), "\(first)")
        #expect(first.errors.contains("gateway down stops it"))
        #expect(try await gateway("account", "open", "RUB").status == .exited(0))
        let second = try await gateway("register", "boris@example.org", "--password-file", password)
        #expect(second.status == .exited(0) && !second.errors.contains("first time"), "\(second)")

        #expect(try await gateway("down").status == .exited(0))
        let stopped = try await gateway("register", "vera@example.org", "--password-file", password)
        #expect(stopped.status == .exited(69) && stopped.errors.contains("gateway up --detach"), "\(stopped)")
    }
}
