import Coordination
import Domain
import StrictJSON
import Testing

@testable import GatewaySession

/// `gateway trace`, and the output and storage of traces by other commands.
@Suite struct TraceCommandTests {
    private static let id = "4bf92f3577b34da6a3ce929d0e0e4736"

    private let gateway: GatewayFixture

    init() throws { gateway = try GatewayFixture() }

    private static func span(
        _ id: String, of parent: String, _ name: String, at microseconds: Int, took: Int, kind: String = "request",
        fault: String? = nil
    ) -> String {
        let start = Instant(microseconds: 1_795_000_000_000_000 + Int64(microseconds))
        return #"{"kind":"\#(kind)","name":"\#(name)","span":"\#(id)","parent":"\#(parent)","start":"\#(start)","#
            + #""microseconds":\#(took)\#(fault.map { #","fault":"\#($0)""# } ?? "")}"#
    }

    /// Makes all services answer; three of them have spans.
    private func answerAll() {
        for service in House.services { gateway.services.answer("\(service).trace", json: #"{"spans":[]}"#) }
        let ledger = Self.span("aa", of: "00", "ledger.transfer", at: 1000, took: 4000)
        let refused = Self.span("bb", of: "00", "ledger.balance", at: 9000, took: 500, fault: "notFound")
        gateway.services.answer("ledger.trace", json: #"{"spans":[\#(ledger),\#(refused)]}"#)
        let event = Self.span("cc", of: "aa", "ledger.transferPosted", at: 6000, took: 2000, kind: "event")
        gateway.services.answer("history.trace", json: #"{"spans":[\#(event)]}"#)
        gateway.services.answer("notifications.trace", json: #"{"spans":[\#(event.replacing("cc", with: "dd"))]}"#)
    }

    @Test func theTreeShowsWhoDidWhatAndWhen() async throws {
        answerAll()
        let outcome = await gateway.run("trace", Self.id)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("trace \(Self.id)"))
        let columns = lines.dropFirst(2).map { $0.split(separator: "  ", maxSplits: 1).first.map(String.init) ?? "" }
        #expect(columns == ["ledger", "├ history", "└ notifications", "ledger"], "\(outcome.output)")
        #expect(lines[3].contains("on ledger.transferPosted") && lines[3].contains("5.00\u{A0}ms"))
        #expect(lines[5].contains("notFound"))
        for service in House.services {
            #expect(gateway.services.calls(of: "\(service).trace").map(\.parameters) == [#"{"id":"\#(Self.id)"}"#])
        }
    }

    @Test func russiansReadItInRussian() async throws {
        answerAll()
        let outcome = await gateway.run("trace", Self.id, "--lang", "ru")
        #expect(outcome.output.contains("по ledger.transferPosted"))
        #expect(outcome.output.contains("5,00\u{A0}мс"))
    }

    @Test func programsGetTheSpansAsTheyAre() async throws {
        answerAll()
        let root = try JSONDocument(text: await gateway.run("trace", Self.id, "--json").output).root
        #expect(root.member("trace")?.string == Self.id)
        #expect(root.member("microseconds")?.int64 == 8500)
        #expect(
            root.member("spans")?.elements.compactMap { $0.member("service")?.string }
                == ["ledger", "history", "notifications", "ledger"])
        #expect(
            root.member("spans")?.elements.compactMap { $0.member("offsetMicroseconds")?.int64 } == [
                0, 5000, 5000, 8000,
            ])
        #expect(root.member("silent")?.count == 0)
        let lines = await gateway.run("trace", Self.id, "--jsonl").output.split(separator: "\n")
        #expect(lines.count == 4)
    }

    @Test func whoIsSilentIsNamed() async throws {
        answerAll()
        gateway.services.refuse("bonds.trace", Fault(.unavailable, "bonds cannot be reached: it is down."))
        let outcome = await gateway.run("trace", Self.id)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("bonds was not heard: bonds cannot be reached"))
        gateway.services.answer("ledger.trace", json: #"{"spans":[]}"#)
        gateway.services.answer("history.trace", json: #"{"spans":[]}"#)
        gateway.services.answer("notifications.trace", json: #"{"spans":[]}"#)
        let nothing = await gateway.run("trace", Self.id)
        #expect(nothing.code == 5 && nothing.output.isEmpty)
        #expect(nothing.errors.contains("Not heard: bonds."))
        for service in House.services {
            gateway.services.refuse("\(service).trace", Fault(.unavailable, "It is down."))
        }
        #expect(await gateway.run("trace", Self.id).code == 69)
    }

    @Test(arguments: ["", "zz", "4bf92f3577b34da6a3ce929d0e0e473", "00000000000000000000000000000000", "\u{1B}[2J"])
    func aWrongIDIsAWrongLine(id: String) async throws {
        let outcome = await gateway.run("trace", id)
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(!outcome.errors.contains("\u{1B}[2J"))
        #expect(gateway.services.calls.isEmpty)
    }

    @Test func capitalsAndAWholeTraceparentWillDo() async throws {
        answerAll()
        #expect(await gateway.run("trace", Self.id.uppercased()).code == 0)
        #expect(await gateway.run("trace", "00-\(Self.id)-00f067aa0ba902b7-01").code == 0)
    }

    @Test func theLastRequestIsRememberedAndOnlyItsOwn() async throws {
        #expect(await gateway.run("trace").code == 5, "nothing was asked yet")
        try await gateway.signIn()
        gateway.services.answer("ledger.accounts", json: GatewayFixture.accounts)
        #expect(await gateway.run("accounts").code == 0)
        let sent = try #require(gateway.services.calls(of: "ledger.accounts").first?.context.trace)
        #expect(sent.isSampled)
        answerAll()
        // Neither is a request of the person.
        _ = await gateway.run("health")
        _ = await gateway.run("version")
        let outcome = await gateway.run("trace", "--json")
        let root = try JSONDocument(text: outcome.output).root
        #expect(root.member("trace")?.string == sent.traceID.description)
        let first = try #require(root.member("spans")?.elements.first { _ in true })
        #expect(first.member("service")?.string == "gateway" && first.member("name")?.string == "accounts")
        #expect(first.member("span")?.string == sent.parentID.description)
        #expect(gateway.services.calls(of: "ledger.trace").allSatisfy { $0.context.trace == nil })
        let other = await gateway.run("trace", "--profile", "boris")
        #expect(other.code == 5, "another person's gateway has its own")
    }

    @Test func faultsSayHowToLookAtWhatWasDone() async throws {
        try await gateway.signIn()
        gateway.services.refuse("ledger.check", Fault(.internalFault, "Something went wrong."))
        let outcome = await gateway.run("check")
        let trace = try #require(gateway.services.calls(of: "ledger.check").last?.context.trace?.traceID.description)
        #expect(outcome.errors.contains("gateway trace \(trace)"))
        let json = try JSONDocument(text: await gateway.run("check", "--json").errors).root.member("error")
        #expect(json?.member("trace")?.string?.count == 32)
        // These are background requests.
        gateway.services.refuse("ledger.check", Fault(.unavailable, "It is down."))
        #expect(!(await gateway.run("check").errors.contains("gateway trace")))
        #expect(!(await gateway.run("check", "--nonsense").errors.contains("gateway trace")))
    }
}
