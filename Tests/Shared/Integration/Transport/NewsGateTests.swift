import Synchronization
import TestSupport
import Testing

@testable import Transport

/// A listener in a process that went on after it was stopped.
@Suite struct NewsGateTests {
    private final class Stops: Sendable {
        private let counted = Mutex(0)
        var count: Int { counted.withLock { $0 } }
        func goOn() { counted.withLock { $0 += 1 } }
    }

    @Test func itIsShutUntilWhatWasToldMeanwhileIsHandled() {
        let stops = Stops()
        let gate = NewsGate(continuations: { stops.count })
        let calls = Mutex(0)
        gate.onShutting { calls.withLock { $0 += 1 } }
        #expect(gate.isOpen)
        let before = gate.turn
        stops.goOn()
        #expect(!gate.isOpen && !gate.isOpen)
        #expect(calls.withLock { $0 } == 1)
        gate.opens(after: before)
        #expect(!gate.isOpen, "that was read before it was stopped")
        gate.opens(after: gate.turn)
        #expect(gate.isOpen)
    }

    @Test func whatNobodyHandlesHoldsRequestsBackForAMomentOnly() async throws {
        let (service, stops) = (EchoService(), Stops())
        let listener = try await service.open(gate: NewsGate(continuations: { stops.count }))
        stops.goOn()
        let answer = try await withRawPeer(path: service.path) { peer in
            try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"after all"}}"#)
        }
        #expect(answer.contains("after all"))
        await service.close(listener)
    }
}
