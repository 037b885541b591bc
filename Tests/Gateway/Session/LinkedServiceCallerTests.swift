import Coordination
import Foundation
import Testing

@testable import GatewaySession

@Suite struct LinkedServiceCallerTests {
    @Test func aServiceThatDoesNotRunIsUnavailableAndNotLate() async throws {
        let fixture = try GatewayFixture()
        let caller = LinkedServiceCaller(runDirectory: fixture.directory)
        let fault = await #expect(throws: Fault.self) {
            _ = try await caller.call(
                service: "ledger", method: "ledger.health", parameters: Array("{}".utf8), effect: .reads,
                context: SignalContext(), within: .milliseconds(50))
        }
        #expect(fault?.code == .unavailable)
        #expect(fault?.message == "No service runs: there are no sockets in \(fixture.directory).")
    }

    @Test func allServicesThatDoNotRunAreNamedOnce() async throws {
        let fixture = try GatewayFixture()
        let caller = LinkedServiceCaller(runDirectory: fixture.directory)
        func said() async -> String? {
            let fault = await #expect(throws: Fault.self) {
                _ = try await caller.call(
                    service: "ledger", method: "ledger.health", parameters: Array("{}".utf8), effect: .reads,
                    context: SignalContext(), within: .milliseconds(1))
            }
            return fault?.message
        }
        let others = House.services.filter { $0 != "ledger" }
        for name in others where name != "scanner" {
            try "".write(toFile: "\(fixture.directory)/\(name).sock", atomically: false, encoding: .utf8)
        }
        #expect(
            await said()
                == "These do not run: ledger, scanner; there are no sockets of theirs in \(fixture.directory).")
        try "".write(toFile: "\(fixture.directory)/scanner.sock", atomically: false, encoding: .utf8)
        #expect(await said() == "ledger does not run: there is no socket \(fixture.directory)/ledger.sock.")
    }
}
