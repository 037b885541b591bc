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
        let root = try JSONDocument(text: await fixture.run("schema", "openrpc").output).root
        let names = root.member("methods")?.elements.compactMap { $0.member("name")?.string } ?? []
        #expect(Set(names).count == names.count)
        for service in House.services {
            #expect(Set(names).isSuperset(of: ["health", "events", "trace", "metrics"].map { "\(service).\($0)" }))
        }
        let text = await fixture.run("schema", "markdown").output
        #expect(text.contains("| `ledger.features`: "))
        #expect(text.contains("| `ledger.transferPosted` | money moved |"))
    }

    @Test func oneServiceIsDescribedAlone() async throws {
        let root = try JSONDocument(text: await fixture.run("schema", "openrpc", "bonds").output).root
        #expect(root.member("info")?.member("title")?.string == "kopilka bonds")
        let events = try JSONDocument(text: await fixture.run("schema", "asyncapi", "bonds").output).root
        #expect(events.member("channels")?.members.map(\.name) == ["bonds"])
        let messages = events.member("components")?.member("messages")?.members.map(\.name) ?? []
        #expect(!messages.isEmpty && messages.allSatisfy { $0.hasPrefix("bonds.") })
        #expect(await fixture.run("schema", "asyncapi", "notes").code == 5)
        #expect(await fixture.run("schema", "openrpc", "../notes").code == 2)
    }

    @Test func aServiceOfOnesOwnIsAsked() async throws {
        #expect(await fixture.run("schema", "openrpc", "notes").code == 5)
        fixture.services.answer("rpc.discover") { call in
            #"{"openrpc":"1.2.6","info":{"title":"\#(call.service)"},"methods":[{"name":"notes.list","params":["#
                + #"{"name":"from","required":true,"schema":{"type":"array","items":{"enum":["a","b"]}}},{"name":"b","#
                + #""schema":{"oneOf":[{"type":"string"},{"type":"integer"}]}}],"result":{"name":"answer","schema":{"#
                + #""type":"object","properties":{"notes":{"type":"array","items":{"type":"object","properties":{"#
                + #""class":{"type":"number"}},"required":["class"]}},"more":{}},"required":["notes"]}},"#
                + #""x-access":"open","x-effect":"reads"}]}"#
        }
        let root = try JSONDocument(text: await fixture.run("schema", "openrpc", "notes").output).root
        #expect(root.member("info")?.member("title")?.string == "notes")
        let text = await fixture.run("schema", "python", "notes").output
        for line in [
            #"    def list_(self, *, from_: list[Literal["a", "b"]], b: str | int | None = None, "#
                + "timeout: float | None = None) -> NotesListAnswer:",
            "NotesNote = TypedDict(\"NotesNote\", {\n    \"class\": float,\n})",
            "class NotesListAnswer(TypedDict):\n    notes: list[NotesNote]\n    more: NotRequired[Any]\n",
            "    def events(self, after: int = 0, *, follow: bool = False) -> Events[Event]:",
            "        self.notes = Notes(self)",
        ] { #expect(text.contains(line), "\(text.suffix(3000))") }
    }

    @Test func oddNamesAreWrittenAsTypeScriptCanHaveThem() async throws {
        fixture.services.answer("rpc.discover") { _ in
            #"{"openrpc":"1.2.6","methods":[{"name":"run.constructor","summary":"Ends a comment */ early","params":["#
                + #"{"name":"from","required":true,"schema":{"type":"array","items":{"enum":["a","\"b\""]}}},"#
                + #"{"name":"due-on","schema":{"oneOf":[{"type":"string"},{"type":"integer"}]}}],"result":{"#
                + #""name":"answer","schema":{"type":"object","properties":{"runs":{"type":"array","items":{"#
                + #""type":"object","properties":{"class":{"type":"number"}},"required":["class"]}},"more":{}},"#
                + #""required":["runs"]}},"x-access":"open","x-effect":"changes"},{"name":"run.end-all","params":[],"#
                + #""result":{"name":"answer","schema":{"type":"object","additionalProperties":{"type":"string"}}},"#
                + #""x-access":"session","x-effect":"reads"}]}"#
        }
        let text = await fixture.run("schema", "typescript", "run").output
        for line in [
            "export interface RunConstructorParams {\n  from: Array<\"a\" | \"\\\"b\\\"\">;\n"
                + "  \"due-on\"?: string | number;\n}\n",
            "export interface RunRun {\n  class: number;\n}\n",
            "export interface RunConstructorAnswer {\n  runs: Array<RunRun>;\n  more?: unknown;\n}\n",
            "  /** Ends a comment *\\/ early */\n  constructor_(params: RunConstructorParams, "
                + "options: ChangeOptions = {}): Promise<RunConstructorAnswer> {\n"
                + "    return this.#link.call(\"run\", \"run.constructor\", params, "
                + "{ isOpen: true, isChange: true }, options);\n",
            "export type RunEndAllParams = Record<string, never>;\n",
            "  endAll(params: RunEndAllParams = {}, options: CallOptions = {}): Promise<Record<string, string>> {",
            "  events(after = 0, options: EventOptions = {}): Events<OtherEvent> {",
            "  readonly run_ = new RunService(this);",
        ] { #expect(text.contains(line), "\(text.suffix(3000))") }
    }

    @Test func aNameThatALanguageCannotHaveIsRefused() async {
        fixture.services.answer("rpc.discover") { _ in #"{"methods":[{"name":"notes.1st","params":[]}]}"# }
        for language in ["python", "typescript"] {
            let outcome = await fixture.run("schema", language, "notes")
            #expect(outcome.code == 2 && outcome.errors.contains("\"1st"), "\(outcome.errors)")
        }
    }

    @Test func everyFaultHasARussianSentence() {
        for code in FaultCode.all { #expect(FaultSentence.table[code] != nil, "\(code)") }
    }

    @Test func aFormatIsNeeded() async {
        #expect(await fixture.run("schema").code == 2)
        #expect(await fixture.run("schema", "yaml").code == 2)
    }
}
