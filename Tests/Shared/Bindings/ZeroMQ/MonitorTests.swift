import TestSupport
import Testing
import ZeroMQ

@Suite struct MonitorTests {
    /// Reads events until one of `kind` arrives; fails after two minutes of silence.
    private func wait(for kind: MonitorEvent.Kind, on monitor: Monitor) throws -> MonitorEvent {
        let poller = Poller()
        poller.add(monitor.socket)
        while true {
            if let event = try monitor.next() {
                if event.kind == kind { return event }
            } else {
                try #require(try poller.poll(milliseconds: 120_000) == 1)
            }
        }
    }

    @Test func connectionsAreToldFromBothEnds() throws {
        let directory = TemporaryDirectory()
        let context = Context()
        let server = try Socket(.router, in: context, options: .server)
        let serverMonitor = try Monitor(of: server, in: context)
        try server.bind(directory.endpoint("s"))
        #expect(try wait(for: .listening, on: serverMonitor).endpoint == directory.endpoint("s"))

        let client = try Socket(.dealer, in: context, options: .client)
        let clientMonitor = try Monitor(of: client, in: context, for: [.handshakeSucceeded, .disconnected])
        try client.connect(directory.endpoint("s"))
        #expect(try wait(for: .accepted, on: serverMonitor).value > 0)
        #expect(try wait(for: .handshakeSucceeded, on: clientMonitor).kind == .handshakeSucceeded)

        server.close()
        #expect(try wait(for: .disconnected, on: clientMonitor).endpoint.isEmpty == false)
        serverMonitor.close()
        clientMonitor.close()
        #expect(clientMonitor.socket.isClosed)
    }
}
