import Domain
import Synchronization
import TestSupport
import Testing

@testable import Hosting

/// The actions of the members of a test, in order.
private final class Diary: Sendable {
    private let kept = Mutex<[String]>([])
    var lines: [String] { kept.withLock { $0 } }
    func note(_ line: String) { kept.withLock { $0.append(line) } }
}

private struct ScriptedMember: ProcessMember {
    enum Run { case untilStopped, fails, ends }
    let name: String
    let diary: Diary
    var startFails = false
    var startHangs = false
    var whileStarting: @Sendable () async -> Void = {}
    var stopHangs = false
    var stopYields = false
    var run: Run = .untilStopped
    private let gate = AsyncStream.makeStream(of: Void.self)

    init(_ name: String, _ diary: Diary) {
        self.name = name
        self.diary = diary
    }

    struct Failure: Error {}

    func start() async throws {
        diary.note("start \(name)")
        if startFails { throw Failure() }
        if startHangs { try await Task.sleep(for: .seconds(600)) }
        await whileStarting()
    }

    func run() async throws {
        switch run {
        case .untilStopped: for await _ in gate.stream {}
        case .fails: throw Failure()
        case .ends: break
        }
    }

    func probe() async { diary.note("probe \(name)") }

    func stop() async {
        diary.note("stop \(name)")
        if stopYields {
            for _ in 0..<5 { await Task.yield() }
            diary.note(Task.isCancelled ? "\(name) cancelled" : "\(name) stopped")
        }
        // Ignores cancellation: the group must abandon it.
        if stopHangs { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        gate.continuation.finish()
    }
}

@Suite(.timeLimit(.minutes(5))) struct MemberGroupTests {
    private let diary = Diary()
    private let sink = InMemoryLogSink()

    @Test func whetherItIsStuckIsAskedOfEveryMember() async {
        let members = ["store", "listener"].map { ScriptedMember($0, diary) }
        await MemberGroup(members, drainLimit: .seconds(1), log: Log(service: "test", clock: .system, sink: sink))
            .probe()
        #expect(diary.lines == ["probe store", "probe listener"])
    }

    private func run(
        _ members: [ScriptedMember], drainLimit: Duration = .seconds(30),
        stopWhen: @escaping @Sendable (String) -> Bool = { $0 == "ready" }
    ) async throws {
        let (stop, ask) = AsyncStream.makeStream(of: UnixSignal.self)
        if stopWhen("at once") { ask.yield(.terminate) }
        let log = Log(service: "test", level: .trace, clock: .system, sink: sink)
        try await MemberGroup(members, drainLimit: drainLimit, log: log).run(
            stoppedBy: stop,
            onReady: {
                diary.note("ready")
                if stopWhen("ready") { ask.yield(.terminate) }
            }, onStopping: { diary.note("stopping") })
        withExtendedLifetime(ask) {}
    }

    @Test func startsInOrderAndStopsInReverse() async throws {
        try await run([ScriptedMember("store", diary), ScriptedMember("transport", diary)])
        #expect(
            diary.lines == ["start store", "start transport", "ready", "stopping", "stop transport", "stop store"])
    }

    /// A listener that opened its socket after its stop would answer without the use cases.
    @Test func aMemberThatIsStartingWhenTheStopComesIsStoppedAfterwards() async throws {
        let (stop, ask) = AsyncStream.makeStream(of: UnixSignal.self)
        var second = ScriptedMember("second", diary)
        second.whileStarting = { [diary] in
            ask.yield(.terminate)
            while !diary.lines.contains("stopping") { try? await Task.sleep(for: .milliseconds(1)) }
            await Task.yield()
            diary.note("second is open")
        }
        let members = [ScriptedMember("first", diary), second, ScriptedMember("third", diary)]
        try await MemberGroup(
            members, drainLimit: .seconds(240), log: Log(service: "test", clock: .system, sink: sink)
        ).run(stoppedBy: stop, onStopping: { [diary] in diary.note("stopping") })
        #expect(
            diary.lines == ["start first", "start second", "stopping", "second is open", "stop second", "stop first"])
    }

    @Test func failedStartStopsWhatWasTouchedAndIsThrown() async {
        var second = ScriptedMember("second", diary)
        second.startFails = true
        await #expect(throws: ScriptedMember.Failure.self) {
            try await run([ScriptedMember("first", diary), second, ScriptedMember("third", diary)])
        }
        #expect(diary.lines == ["start first", "start second", "stopping", "stop second", "stop first"])
    }

    @Test func failedRunStopsTheOthersAndIsThrown() async {
        var first = ScriptedMember("first", diary)
        first.run = .fails
        await #expect(throws: ScriptedMember.Failure.self) { try await run([first], stopWhen: { _ in false }) }
        #expect(diary.lines.suffix(2) == ["stopping", "stop first"])
    }

    @Test func flowThatEndsByItselfIsAFailure() async {
        var first = ScriptedMember("first", diary)
        first.run = .ends
        let error = await #expect(throws: HostingError.self) { try await run([first], stopWhen: { _ in false }) }
        #expect(error?.code == .memberEnded)
    }

    @Test func stopDuringAHangingStartIsObeyed() async throws {
        var first = ScriptedMember("first", diary)
        first.startHangs = true
        // The drain closes the gate. The cancelled start counts as stopped, not as failed.
        try await run([first], stopWhen: { $0 == "at once" })
        #expect(!diary.lines.contains("ready"))
    }

    @Test func cancelledGroupStillStopsInGoodOrder() async throws {
        let isReady = AsyncStream.makeStream(of: Void.self)
        var second = ScriptedMember("second", diary)
        second.stopYields = true
        let members = [ScriptedMember("first", diary), second]
        let running = Task {
            try await run(members) { event in
                if event == "ready" { isReady.continuation.finish() }
                return false
            }
        }
        for await _ in isReady.stream {}
        running.cancel()
        try await running.value
        #expect(diary.lines.suffix(3) == ["stop second", "second stopped", "stop first"])
        #expect(sink.records.allSatisfy { $0.level < .warning })
    }

    @Test func flowThatDoesNotStopIsLeftBehindWithinTheBound() async throws {
        var second = ScriptedMember("second", diary)
        second.stopHangs = true
        let begin = ContinuousClock.now
        // Time in which the second begins to stop on a busy machine as well.
        try await run([ScriptedMember("first", diary), second], drainLimit: .seconds(8))
        #expect(ContinuousClock.now - begin < .seconds(120))
        // Little is left for the first, which may be asked to stop a moment after the group has given it up.
        try await eventually("the first is asked to stop") { diary.lines.last == "stop first" }
        #expect(sink.records.contains { $0.message == "member did not stop in time" })
    }
}
