import Coordination
import Domain
import Hosting
import StrictJSON
import TestSupport
import Testing

@testable import Transport

/// Compares a page of the ring with the traces that it must have.
private func == (
    page: (spans: [Span], last: Int64, lost: Int64), expected: (traces: [TraceID], last: Int64, lost: Int64)
) -> Bool {
    page.spans.map(\.trace) == expected.traces && page.last == expected.last && page.lost == expected.lost
}

/// The data that services keep about traced requests, and the data that they do not keep.
@Suite struct TracingTests {
    private func withEcho(_ body: (ServiceLink, SpanRing) async throws -> Void) async throws {
        let (service, spans) = (EchoService(), SpanRing())
        let listener = try await service.open(spans: spans)
        let link = ServiceLink(service: "echo", runDirectory: service.directory.path, loop: service.loop)
        let result: Result<Void, any Error>
        do {
            try await body(link, spans)
            result = .success(())
        } catch { result = .failure(error) }
        await link.close()
        await service.close(listener)
        try result.get()
    }

    private func told(_ trace: TraceID, _ link: ServiceLink) async throws -> [JSONNode] {
        let answer = try await link.call(
            "echo.trace", parameters: Array("{\"id\":\"\(trace)\"}".utf8), effect: .reads)
        return answer.member("spans")?.elements.map { $0 } ?? []
    }

    @Test func aSampledRequestLeavesASpanAndNoOtherDoes() async throws {
        try await withEcho { link, spans throws in
            let sampled = TraceContext.new(isSampled: true)
            let unsampled = TraceContext.new()
            _ = try await link.send(EchoSignal.Say(text: "a", count: nil), context: SignalContext(trace: sampled))
            _ = try await link.send(EchoSignal.Say(text: "b", count: nil), context: SignalContext(trace: unsampled))
            _ = try await link.send(EchoSignal.Say(text: "c", count: nil))
            #expect(spans.count == 1)
            let span = try #require(try await told(sampled.traceID, link).first)
            #expect(span.member("kind")?.string == "request")
            #expect(span.member("name")?.string == "echo.say")
            #expect(span.member("parent")?.string == sampled.parentID.description)
            #expect(span.member("span")?.string != sampled.parentID.description)
            #expect(span.member("microseconds")?.int64 ?? -1 >= 0)
            #expect(span.member("fault") == nil)
            #expect(try await told(unsampled.traceID, link).isEmpty)
            let text = String(decoding: span.rawBytes, as: UTF8.self)
            #expect(!text.contains("\"a\""), "nothing of what was said: \(text)")
        }
    }

    @Test func refusalsAreSeen() async throws {
        try await withEcho { link, _ throws in
            let trace = TraceContext.new(isSampled: true)
            let context = SignalContext(trace: trace)
            _ = try? await link.send(EchoSignal.Refuse(code: "sameAccount"), context: context)
            // Refused before it began, for lack of a session.
            _ = try? await link.send(EchoSignal.Who(), context: context)
            #expect(
                try await told(trace.traceID, link).map { $0.member("fault")?.string }
                    == ["sameAccount", "unauthenticated"])
        }
    }

    @Test func whatIsSentDuringWorkNamesThatWorkAsItsCause() async throws {
        try await withEcho { link, spans throws in
            let work = TraceContext.new(isSampled: true)
            try await TraceContext.$current.withValue(work) {
                _ = try await link.send(EchoSignal.Say(text: "a", count: nil))
            }
            #expect(spans.spans(of: work.traceID).map(\.parent) == [work.parentID])
        }
    }

    @Test(arguments: [
        "", "1", "00000000000000000000000000000000", "0AF7651916CD43DD8448EB211C80319C",
        "0af7651916cd43dd8448eb211c80319c ", "0af7651916cd43dd8448eb211c80319", "' OR 1=1 --", "../../etc/passwd",
        String(repeating: "a", count: 2000),
    ])
    func aHostileIDIsRefused(id: String) async throws {
        try await withEcho { link, _ throws in
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("id", id)
            writer.endObject()
            let parameters = writer.finish()
            let fault = await #expect(throws: Fault.self) {
                _ = try await link.call(
                    "echo.trace", parameters: parameters, effect: .reads, within: .seconds(60))
            }
            #expect(fault?.code == .invalidArgument)
            #expect(fault?.field == "id")
        }
    }

    @Test func theRingIsBoundedAndKeepsTheNewest() {
        let wake = SpanRing()
        let causes = (0..<SpanRing.capacity + 100).map { _ in TraceContext.new(isSampled: true) }
        for cause in causes {
            wake.add(
                Span(of: cause.nextHop(), causedBy: cause, .request, "a.b", took: .microseconds(3), fault: nil))
        }
        #expect(wake.count == SpanRing.capacity)
        #expect(causes[..<100].allSatisfy { wake.spans(of: $0.traceID).isEmpty })
        #expect(causes[100...].allSatisfy { wake.spans(of: $0.traceID).count == 1 })
    }

    @Test func aReaderGetsEachSpanOnceAndHearsWhatItMissed() {
        let ring = SpanRing()
        #expect(ring.spans(after: 0, limit: 5) == ([], 0, 0))
        func add(_ count: Int) -> [TraceID] {
            (0..<count).map { _ in
                let cause = TraceContext.new(isSampled: true)
                ring.add(Span(of: cause.nextHop(), causedBy: cause, .request, "a.b", took: .zero, fault: nil))
                return cause.traceID
            }
        }
        let first = add(7)
        #expect(ring.spans(after: 0, limit: 5) == (Array(first[..<5]), 5, 0))
        #expect(ring.spans(after: 5, limit: 5) == (Array(first[5...]), 7, 0))
        #expect(ring.spans(after: 7, limit: 5) == ([], 7, 0))
        // A sequence of another incarnation that is too large.
        #expect(ring.spans(after: 100, limit: 5) == ([], 7, 0))
        let more = add(SpanRing.capacity + 3)
        #expect(ring.spans(after: 7, limit: 2) == (Array(more[3..<5]), 12, 3))
        #expect(ring.spans(after: 12, limit: SpanRing.capacity) == (Array(more[5...]), Int64(7 + more.count), 0))
        #expect(SpanRing().incarnation != ring.incarnation)
    }
}
