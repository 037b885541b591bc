import Coordination
import Foundation
import Signals
import StrictJSON
import Testing

@testable import GatewaySession
@testable import GatewayWords

/// The gateway's description of methods and events.
@Suite struct SchemaTests {
    private let fixture: GatewayFixture

    init() throws { fixture = try GatewayFixture() }

    @Test func everyEventIsAMessageOfItsChannel() async throws {
        let outcome = await fixture.run("schema", "asyncapi")
        #expect(outcome.code == 0, "it needs no service: \(outcome.errors)")
        let root = try JSONDocument(text: outcome.output).root
        #expect(root.member("asyncapi")?.string == "3.0.0")
        let messages = try #require(root.member("components")?.member("messages"))
        #expect(messages.members.map(\.name) == EventCatalogue.all.map(\.type))
        for event in EventCatalogue.all {
            let channel = root.member("channels")?.member(event.service)?.member("messages")
            #expect(
                channel?.member(event.type)?.member("$ref")?.string == "#/components/messages/\(event.type)")
            let data = messages.member(event.type)?.member("payload")?.member("properties")?.member("data")
            #expect(data?.member("properties") != nil, "\(event.type)")
        }
    }

    @Test func methodsOfAllServicesBecomeOneDocument() async throws {
        fixture.services.answer("rpc.discover") { call in
            #"{"openrpc":"1.2.6","methods":[{"name":"\#(call.service).do","summary":"Does.","params":[{"name":"a","#
                + #""required":true},{"name":"b"}],"#
                + #""result":{"name":"answer","schema":{"type":"object","properties":{"c":{}},"required":["c"]}},"#
                + #""x-access":"open","x-effect":"reads"}]}"#
        }
        let root = try JSONDocument(text: await fixture.run("schema", "openrpc").output).root
        #expect(
            root.member("methods")?.elements.compactMap { $0.member("name")?.string }
                == House.services.map { "\($0).do" })
        let text = await fixture.run("schema", "markdown").output
        #expect(text.contains("| `ledger.do`: Does. | open | reads | `a`, `b?` | `c` |\n"))
        #expect(text.contains("| `ledger.transferPosted` | money moved |"))
    }

    @Test func everyFaultHasARussianSentence() {
        for code in FaultCode.all { #expect(FaultSentence.table[code] != nil, "\(code)") }
    }

    @Test func withServicesDownItSaysSo() async {
        #expect(await fixture.run("schema", "openrpc").code == 5)
        #expect(await fixture.run("schema").code == 2)
        #expect(await fixture.run("schema", "yaml").code == 2)
    }
}
