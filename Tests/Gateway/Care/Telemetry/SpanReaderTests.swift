import Coordination
import Domain
import GatewaySession
import StrictJSON
import Testing

@testable import GatewayCare

/// The spans of services, each read once.
@Suite struct SpanReaderTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let began = Instant(microseconds: 1_795_000_000_000_000)

    private let services = ScriptedServices()

    private static func span(_ number: Int, at seconds: Int = 1, trace: String = Self.trace) -> String {
        let id = "00000000000000\(number < 10 ? "0" : "")\(number)"
        return #"{"trace":"\#(trace)","kind":"request","name":"ledger.transfer","span":"\#(id)","#
            + #""parent":"00000000000000ff","start":"\#(began + .seconds(seconds))","microseconds":7}"#
    }

    private static func page(_ incarnation: String, _ spans: [String], last: Int, lost: Int = 0) -> String {
        #"{"version":"1.2.3","incarnation":"\#(incarnation)","spans":[\#(spans.joined(separator: ","))],"#
            + #""last":\#(last),"lost":\#(lost)}"#
    }

    private func reader(_ share: TraceShare = .all) -> SpanReader {
        let client = ServiceClient(
            caller: services,
            sessions: SessionKeeper(
                place: nil, clock: .system, caller: services, profile: nil, systemZone: { nil }),
            operatorProof: OperatorProof(dataDirectory: nil, clock: .system), limit: .seconds(1), idempotencyKey: "k")
        return SpanReader(["ledger"], client, share: share, began: Self.began)
    }

    private var asked: [String] { services.calls(of: "ledger.spans").map(\.parameters) }

    @Test func itContinuesWhereItStopped() async {
        var reader = reader()
        services.answer("ledger.spans", json: Self.page("a", [Self.span(1), Self.span(2)], last: 2))
        let first = await reader.read()
        #expect(first.spans.map(\.id) == ["0000000000000001", "0000000000000002"] && first.lost == 0)
        #expect(first.spans.first?.source == TelemetrySource(name: "ledger", version: "1.2.3", incarnation: "a"))
        services.answer("ledger.spans", json: Self.page("a", [Self.span(9)], last: 9, lost: 6))
        let second = await reader.read()
        #expect(second.spans.count == 1 && second.lost == 6)
        _ = await reader.read()
        #expect(
            asked == [
                #"{"after":0}"#, #"{"incarnation":"a","after":2}"#, #"{"incarnation":"a","after":9}"#,
            ])
    }

    @Test func aServiceThatHasStartedAgainIsReadFromItsStart() async {
        var reader = reader()
        services.answer("ledger.spans", json: Self.page("a", [Self.span(1)], last: 700))
        _ = await reader.read()
        services.answer("ledger.spans", json: Self.page("b", [Self.span(2)], last: 1, lost: 5))
        let turn = await reader.read()
        #expect(turn.spans.first?.source.incarnation == "b" && turn.lost == 0)
        _ = await reader.read()
        #expect(asked.last == #"{"incarnation":"b","after":1}"#)
    }

    @Test func aServiceThatIsAwayLosesNothing() async {
        var reader = reader()
        services.answer("ledger.spans", json: Self.page("a", [Self.span(1)], last: 1))
        _ = await reader.read()
        services.refuse("ledger.spans", Fault(.unavailable, "It is down."))
        let turn = await reader.read()
        #expect(turn.spans.isEmpty && turn.faults.map(\.service) == ["ledger"])
        services.answer("ledger.spans", json: Self.page("a", [Self.span(2)], last: 2))
        #expect(await reader.read().spans.map(\.id) == ["0000000000000002"])
        #expect(asked.last == #"{"incarnation":"a","after":1}"#)
    }

    @Test func aFullPageIsFollowedByTheNext() async {
        var reader = reader()
        let full = (0..<512).map { Self.span($0 % 99 + 1) }
        services.answer("ledger.spans") { call in
            call.parameters.contains("\"after\":0")
                ? Self.page("a", full, last: 512) : Self.page("a", [Self.span(1)], last: 513)
        }
        #expect(await reader.read().spans.count == 513 && asked.count == 2)
    }

    @Test func spansOfBeforeAreNotSentAgainAndASampleIsWhole() async {
        var reader = reader(TraceShare(share: 0.5))
        let others = "ffffffffffffffffff00000000000000"
        services.answer(
            "ledger.spans",
            json: Self.page(
                "a",
                [
                    Self.span(1, at: -10), Self.span(2, trace: "ffffffffffffffffffffffffffffffff"),
                    Self.span(3, trace: others),
                ], last: 3))
        #expect(await reader.read().spans.map(\.id) == ["0000000000000002"])
    }

    @Test(arguments: [
        "{}", "[]", #"{"version":"1","incarnation":"a","spans":[{}],"last":1,"lost":0}"#, #"{"spans":7}"#,
    ])
    func anAnswerThatCannotBeReadIsAFault(answer: String) async {
        var reader = reader()
        services.answer("ledger.spans", json: answer)
        let turn = await reader.read()
        #expect(turn.spans.isEmpty && turn.faults.count == 1)
    }

    @Test func idsThatAreNoneAreLeftOut() async {
        var reader = reader()
        let wrong = Self.span(1).replacing("0000000000000001", with: "x")
        services.answer("ledger.spans", json: Self.page("a", [wrong, Self.span(2)], last: 2))
        #expect(await reader.read().spans.map(\.id) == ["0000000000000002"])
    }
}
