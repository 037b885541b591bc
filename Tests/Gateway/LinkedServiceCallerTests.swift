import Coordination
import Testing

@testable import GatewayService

@Suite struct LinkedServiceCallerTests {
    @Test func aServiceThatDoesNotRunIsUnavailableAndNotLate() async throws {
        let fixture = try GatewayFixture()
        let caller = LinkedServiceCaller(runDirectory: fixture.directory)
        let fault = await #expect(throws: Fault.self) {
            _ = try await caller.call(
                service: "ledger", method: "ledger.health", parameters: Array("{}".utf8), context: SignalContext(),
                within: .milliseconds(50))
        }
        #expect(fault?.code == .unavailable)
        #expect(fault?.message == "ledger does not run: there is no socket \(fixture.directory)/ledger.sock.")
    }
}
