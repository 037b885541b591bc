import Coordination
import Domain
import Hosting
import Signals
import Storage
import Synchronization
import TestSupport
import Testing

@testable import LedgerService

/// Holds run out by the clock, also while nobody was there.
@Suite struct ClockWorkTests {
    private func flow(_ store: any LedgerStore, _ clock: TestClock, _ wakeUp: TaskWakeUp) -> ScheduledJobLoop {
        ScheduledJobLoop(
            [HoldExpiry(store: store)], clock: clock.wallClock, wakeUp: wakeUp,
            log: Log(service: "ledger", clock: clock.wallClock, sink: InMemoryLogSink()))
    }

    @Test func whatFellDueWhileTheServiceWasDownComesFirst() async throws {
        let folder = TemporaryDirectory()
        let clock = TestClock()
        let path = folder.path + "/ledger.sqlite3"
        let session = UserSession(userID: "ann", sessionID: "s", expiresAt: Instant(microseconds: .max))
        let context = SignalContext(caller: .user(session))
        var store = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        let service = UseCaseService(ledger: store, clock: clock.wallClock)
        let open = try #require(service.handler(for: LedgerSignal.OpenAccount.self))
        let (ann, own) = (
            try await open(LedgerSignal.OpenAccount(currency: .rub), context).account.id,
            try await open(LedgerSignal.OpenAccount(currency: .rub), context).account.id
        )
        let deposit = try #require(service.handler(for: LedgerSignal.Deposit.self))
        _ = try await deposit(LedgerSignal.Deposit(account: ann, amount: rubles(1_000_000)), context)
        let hold = try #require(service.handler(for: LedgerSignal.Hold.self))
        // More than are done at a time.
        for index in 0..<600 {
            let expiresAt = clock.time + .seconds(Int64(index) + 1)
            _ = try await hold(
                LedgerSignal.Hold(from: ann, to: own, amount: rubles(10), expiresAt: expiresAt), context)
        }
        #expect(store.account(ann)?.state.held == 6000)
        await store.close()

        clock.advance(by: .seconds(598))
        store = try await SQLiteLedgerStore.open(at: path, clock: clock.wallClock)
        let wakeUp = TaskWakeUp()
        try await flow(store, clock, wakeUp).start()
        #expect(store.account(ann)?.state.held == 20)
        #expect(try await store.read { try $0.nextExpiry() } == clock.time + .seconds(1))
        #expect(try await store.check().problems == [])
        await store.close()
    }

    @Test func theFlowWakesForWhatIsNewAndEndsWhenAsked() async throws {
        try await Bank.with(.sqlite) { bank in
            let (ann, bob) = (try await bank.openAccount(of: "ann", with: 100), try await bank.openAccount(of: "bob"))
            let wakeUp = TaskWakeUp()
            let flow = flow(bank.store, bank.clock, wakeUp)
            try await flow.start()
            let running = Task { try await flow.run() }
            let hold = try await bank.hold(ann, bob, 30, for: .seconds(3600)).transfer.id
            bank.clock.advance(by: .seconds(3600))
            wakeUp.wake()
            try await eventually("the hold has run out") {
                try await bank.shown(hold, of: "ann").status == .expired
            }
            #expect(try await bank.shown(hold, of: "ann").settledAt == bank.clock.time)
            await flow.stop()
            try await running.value
            #expect(bank.store.account(ann)?.state.available == 100)
        }
    }

    @Test func aRingThatNobodyWaitedForIsKept() async {
        let wakeUp = TaskWakeUp()
        wakeUp.wake()
        await wakeUp.wait(atMost: .seconds(3600))
        async let waiting: Void = wakeUp.wait(atMost: .seconds(3600))
        wakeUp.wake()
        await waiting
        await wakeUp.wait(atMost: .milliseconds(1))
        wakeUp.close()
        await wakeUp.wait(atMost: .seconds(3600))
        #expect(wakeUp.isClosed)
    }

    @Test func whatComesDuringAPauseIsServedByOneRing() async throws {
        let wakeUp = TaskWakeUp()
        let rings = Atomic(0)
        let began = ContinuousClock.now
        for _ in 0..<100 { wakeUp.wake(after: .milliseconds(20)) }
        await wakeUp.wait()
        #expect(ContinuousClock.now - began >= .milliseconds(20))
        async let counting: Void = {
            while !wakeUp.isClosed {
                await wakeUp.wait()
                rings.add(1, ordering: .relaxed)
            }
        }()
        // The next pause begins only now.
        wakeUp.wake(after: .milliseconds(20))
        try await eventually("it rings again") { rings.load(ordering: .relaxed) > 0 }
        #expect(rings.load(ordering: .relaxed) == 1)
        wakeUp.close()
        await counting
    }
}
