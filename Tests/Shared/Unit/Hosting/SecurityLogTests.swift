import Coordination
import Domain
import TestSupport
import Testing

@testable import Hosting

@Suite struct SecurityLogTests {
    private let sink = InMemoryLogSink()
    private let clock = SteppedClock()
    private var log: SecurityLog {
        SecurityLog(log: Log(service: "auth", clock: clock.wallClock, sink: sink), clock: clock.wallClock)
    }

    private func entry(_ method: String, _ refusal: FaultCode? = nil, who: String? = "u1") -> SecurityLog.Entry {
        SecurityLog.Entry(
            method: method, refusal: refusal, who: who, peer: RequestPeer.process(userID: 1000, processID: 4242),
            trace: TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
    }

    @Test func aLineSaysWhoFromWhereByWhichTraceAndWhatCameOfIt() throws {
        log.write(entry("auth.login"))
        log.write(entry("auth.login", .unauthenticated, who: nil))
        let lines = sink.records.map { String(decoding: $0.encoded(), as: UTF8.self) }
        #expect(
            lines.map { String($0[($0.firstRange(of: "level")?.lowerBound ?? $0.startIndex)...]) } == [
                #"level":"notice","service":"auth","message":"security","trace":"4bf92f3577b34da6a3ce929d0e0e4736","#
                    + #""signal.kind":"auth.login","outcome":"done","who":"u1","peer.uid":1000,"peer.pid":4242,"#
                    + #""peer.host":"-","passed_over":0}"# + "\n",
                #"level":"warning","service":"auth","message":"security","trace":"4bf92f3577b34da6a3ce929d0e0e4736","#
                    + #""signal.kind":"auth.login","outcome":"unauthenticated","who":"-","peer.uid":1000,"#
                    + #""peer.pid":4242,"peer.host":"-","passed_over":0}"# + "\n",
            ])
    }

    @Test func aFloodOfRefusalsIsBoundedCountedAndHidesNothingElse() {
        let log = log
        for _ in 0..<1000 { log.write(entry("auth.me", .unauthenticated)) }
        #expect(sink.records.count == SecurityLog.mostRefused)
        log.write(entry("auth.me"))
        log.write(entry("auth.login", .invalidArgument))
        #expect(sink.records.count == SecurityLog.mostRefused + 2)
        clock.advance(by: .seconds(60))
        log.write(entry("auth.me", .unauthenticated))
        let last = String(decoding: sink.records.last?.encoded() ?? [], as: UTF8.self)
        #expect(last.contains(#""passed_over":\#(1000 - SecurityLog.mostRefused)}"#), "\(last)")
    }
}
