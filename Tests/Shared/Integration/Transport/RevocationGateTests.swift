import Synchronization
import TestSupport
import Testing

@testable import Transport

/// A listener in a process that continued after it was stopped.
@Suite struct RevocationGateTests {
    private final class Stops: Sendable {
        private let counted = Mutex(0)
        var count: Int { counted.withLock { $0 } }
        func goOn() { counted.withLock { $0 += 1 } }
    }

    @Test func itIsShutUntilWhatWasToldMeanwhileIsHandled() {
        let stops = Stops()
        // Time stands still: a pause of this process would be one stop more.
        let now = ContinuousClock.now
        let gate = RevocationGate(continuations: { stops.count }, now: { now })
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

    @Test func aGapBetweenTwoBeatsIsAStop() {
        let time = Mutex(ContinuousClock.now)
        func wait(_ duration: Duration) { time.withLock { $0 += duration } }
        let gate = RevocationGate(continuations: { 0 }, now: { time.withLock { $0 } })
        gate.onShutting {}
        for _ in 0..<10 {
            wait(RevocationGate.beatInterval)
            #expect(gate.isOpen)
        }
        let before = gate.turn
        // Frozen, without a Unix signal.
        wait(RevocationGate.longestGap + .milliseconds(1))
        #expect(!gate.isOpen, "seen by whatever asks first")
        gate.opens(after: before)
        #expect(!gate.isOpen)
        wait(RevocationGate.beatInterval)
        gate.opens(after: gate.turn)
        #expect(gate.isOpen)
        wait(.seconds(3600))
        let turn = gate.turn
        #expect(turn == before + 2, "a turn that begins is a new one")
        gate.opens(after: turn)
        #expect(gate.isOpen)
    }

    @Test func itOpensAfterAWhileWhateverHappens() {
        let time = Mutex(ContinuousClock.now)
        let stops = Stops()
        let gate = RevocationGate(continuations: { stops.count }, now: { time.withLock { $0 } })
        gate.onShutting {}
        stops.goOn()
        while gate.turn < 1 || !gate.isOpen { time.withLock { $0 += RevocationGate.beatInterval } }
        #expect(gate.turn == 1)
    }

    @Test func whereNobodyReadsWhatAuthTellsNothingIsWaitedFor() {
        let stops = Stops()
        let gate = RevocationGate(continuations: { stops.count })
        stops.goOn()
        #expect(gate.isOpen)
    }

    @Test func whatNobodyHandlesHoldsRequestsBackForAMomentOnly() async throws {
        let (service, stops) = (EchoService(), Stops())
        // Real time, of which no pause is long: a long one would be one stop more.
        let time = Mutex((read: ContinuousClock.now, told: ContinuousClock.now))
        let gate = RevocationGate(continuations: { stops.count }, limit: .milliseconds(200)) {
            time.withLock { time in
                let now = ContinuousClock.now
                time.told += min(now - time.read, .milliseconds(300))
                time.read = now
                return time.told
            }
        }
        let shut = Mutex(0)
        gate.onShutting { shut.withLock { $0 += 1 } }
        let listener = try await service.open(gate: gate)
        stops.goOn()
        let answer = try await withRawPeer(path: service.path) { peer in
            try peer.ask(#"{"jsonrpc":"2.0","id":1,"method":"echo.say","params":{"text":"after all"}}"#)
        }
        #expect(answer.contains("after all"))
        #expect(shut.withLock { $0 } == 1)
        await service.close(listener)
    }
}
