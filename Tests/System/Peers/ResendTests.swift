import Foundation
import Hosting
import TestSupport
import Testing

/// A listener in place of a service that greets, reads a request and hangs up.
@Suite struct ResendTests {
    /// What changes something goes with a key; what only reads needs none.
    @Test(arguments: [("auth.keys", ["call", "auth.keys"]), ("rpc.discover", ["schema", "openrpc", "weather"])])
    func theGatewaySendsARequestAFewTimesAndSaysWhy(method: String, words: [String]) async throws {
        let house = RunningHouse()
        let service = method == "rpc.discover" ? "weather" : "auth"
        try FileManager.default.createDirectory(
            atPath: house.runDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let listener = try await SilentListener(at: house.socket(of: service), hangsUp: true)
        let ended = try await house.run("gateway", words + ["--timeout", "120s"])
        #expect(ended.status == .exited(69) && ended.errors.contains("times before an answer came"), "\(ended)")
        #expect((1...10).contains(try listener.requests().count { $0.contains(method) }))
    }
}
