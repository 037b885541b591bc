import Coordination
import Domain
import StrictJSON
import Testing

@testable import Transport

/// What accompanies a request on the wire.
@Suite struct RequestMetaTests {
    private func sent(_ context: SignalContext) throws -> RequestMeta {
        let sent = Request.text(1, "ledger.balance", Array("{}".utf8), context, deadline: .now + .seconds(1))
        let text = try #require(sent)
        return try RequestMeta(of: try JSONDocument(text).root.member("params"))
    }

    @Test func theBoundOnStalenessArrivesAsItWasSent() throws {
        #expect(try sent(SignalContext()).maximumStaleness == nil)
        for bound in [Duration.zero, .milliseconds(250), .seconds(60)] {
            #expect(try sent(SignalContext(maximumStaleness: bound)).maximumStaleness == bound)
        }
        // What no service would accept is not sent.
        #expect(try sent(SignalContext(maximumStaleness: .seconds(90))).maximumStaleness == .seconds(60))
    }

    @Test(arguments: ["-1", "60001", "0.5", "\"0\"", "null", "1e999", "true"])
    func aBoundThatIsNoneIsRefused(value: String) throws {
        let params = try JSONDocument(text: #"{"_meta":{"maxStaleMilliseconds":\#(value)}}"#).root
        do throws(Fault) {
            _ = try RequestMeta(of: params)
            Issue.record("\(value) was taken")
        } catch {
            #expect(error.code == .invalidArgument && error.field == "_meta.maxStaleMilliseconds")
            #expect(error.message.contains("from 0 to 60000"), "\(error)")
        }
    }
}
