import Foundation
import Hosting
import StrictJSON
import TestSupport
import Testing

/// `gateway up --one-process`: all services in one process under the supervisor.
@Suite struct OneProcessTests {
    @Test func allServicesServeFromOneProcessWhichIsStartedAgainAfterACrash() async throws {
        try await GatewayHouse.run(["--one-process"]) { house in
            let before = try #require(try await processID(house))
            #expect(house.processes().count == 2, "the supervisor and the house")
            // It is asked with a deadline of a second, which a busy machine may miss.
            try await eventually("bonds serves") { try await house.house.isServing("bonds") }
            let logged = try await house.gateway("logs", "subscriptions")
            #expect(logged.status == .exited(0) && logged.errors.contains("nothing has been logged"), "\(logged)")

            kill(before, SIGKILL)
            try await eventually("the house is back") {
                let now = try await processID(house)
                return now != nil && now != before
            }
            try await eventually("ledger serves") { try await house.house.isServing("ledger") }
        }
    }

    @Test func someServicesAloneAreNoHouse() async throws {
        let house = try GatewayHouse()
        let refused = try await house.gateway("up", "--one-process", "--services", "auth,ledger")
        #expect(refused.status == .exited(2), "\(refused)")
        #expect(refused.errors.contains("--one-process runs all services"))
    }

    /// Returns the common process id of all eight services; nil while they do not all serve.
    private func processID(_ house: GatewayHouse) async throws -> Int32? {
        let status = try await house.gateway("status", "--json", "--timeout", "60s")
        guard status.status == .exited(0) else { return nil }
        let services = Array(try #require(try JSONDocument(text: status.output).root.member("services")).elements)
        let pids = Set(services.map { $0.member("pid")?.int64 })
        #expect(services.count == 8 && pids.count == 1)
        return pids.first.flatMap { $0 }.map { Int32($0) }
    }
}
