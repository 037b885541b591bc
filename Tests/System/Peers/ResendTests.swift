import Foundation
import Hosting
import TestSupport
import Testing

/// A listener in place of a service that greets, reads a request and hangs up.
@Suite struct ResendTests {
    @Test func theGatewaySendsARequestAFewTimesAndSaysWhy() async throws {
        let house = RunningHouse()
        try FileManager.default.createDirectory(
            atPath: house.runDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let listener = try await SilentListener(at: house.socket(of: "auth"), hangsUp: true)
        let ended = try await house.run("gateway", ["call", "auth.keys", "--timeout", "120s"])
        #expect(ended.status == .exited(69) && ended.errors.contains("times before an answer came"), "\(ended)")
        #expect((1...10).contains(try listener.requests().count { $0.contains("auth.keys") }))
    }
}
