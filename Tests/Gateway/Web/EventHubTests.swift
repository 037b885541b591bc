import MicroHTTPD
import Sodium
import Testing

@testable import GatewayWeb

/// Events to the pages of a session.
@Suite struct EventHubTests {
    private func id(_ number: UInt8) -> BrowserSession.ID { BrowserSession.ID(of: [number]) }

    @Test(arguments: [
        ("a", "event: news\ndata: a\n\n"), ("a\nb", "event: news\ndata: a\ndata: b\n\n"),
        ("a\r\n\r\nevent: forged\rdata: x", "event: news\ndata: a\ndata: \ndata: event: forged\ndata: data: x\n\n"),
        ("", "event: news\ndata: \n\n"),
    ])
    func aTextCannotBeginAnotherEvent(text: String, written: String) {
        #expect(String(decoding: EventHub.encode("news", text), as: UTF8.self) == written)
    }

    @Test func streamsAreBoundedBySessionAndInAll() {
        var limits = EventHub.Limits()
        (limits.perSession, limits.all) = (2, 4)
        let hub = EventHub(limits: limits)
        func stream(_ session: UInt8) -> WebStream? {
            guard case .stream(let stream) = hub.subscribe(id(session))?.content else { return nil }
            return stream
        }
        let own = (0..<3).map { _ in stream(1) }
        #expect(own.map { $0?.hasEnded } == [true, false, false] && hub.count == 2)
        _ = (stream(2), stream(3))
        #expect(hub.subscribe(id(4)) == nil && hub.count == 4)
        hub.end(id(1))
        #expect(own.allSatisfy { $0?.hasEnded == true } && hub.count == 2)
        #expect(hub.subscribe(id(4)) != nil)
    }

    @Test func aPageThatDoesNotReadLosesItsStream() throws {
        var limits = EventHub.Limits()
        limits.waitingBytes = 100
        let hub = EventHub(limits: limits)
        let response = try #require(hub.subscribe(id(1)))
        guard case .stream(let stream) = response.content else {
            Issue.record("no stream")
            return
        }
        hub.publish("news", "short", to: id(2))
        #expect(!stream.hasEnded)
        hub.publish("news", String(repeating: "a", count: 100), to: nil)
        #expect(stream.hasEnded)
    }
}
