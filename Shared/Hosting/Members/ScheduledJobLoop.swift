import Coordination
import Domain

/// A loop that does a service's scheduled work: it sleeps until the next work is due, and does it. Work that fell due
/// while the service was down comes first.
public final class ScheduledJobLoop: ProcessMember {
    public let name = "clock work"
    /// The longest sleep. The clock may be set meanwhile.
    private static let longestSleep = Duration.seconds(30)
    /// The pause after an error.
    private static let pause = Duration.seconds(1)

    private let works: [any ScheduledJob]
    private let clock: WallClock
    private let wakeUp: TaskWakeUp
    private let log: Log
    private let startsDone: Bool

    /// Creates a loop over these kinds of work.
    ///
    /// - Parameters:
    ///   - works: The kinds of work, done in turn.
    ///   - clock: The clock that decides what is due.
    ///   - wakeUp: Wakes the loop when new work is scheduled.
    ///   - startsDone: Whether work that is due already is done before the member counts as started.
    public init(_ works: [any ScheduledJob], clock: WallClock, wakeUp: TaskWakeUp, log: Log, startsDone: Bool = true) {
        self.works = works
        self.clock = clock
        self.wakeUp = wakeUp
        self.log = log
        self.startsDone = startsDone
    }

    /// Does the work that is due already, if `startsDone` is set.
    public func start() async throws { if startsDone { _ = await round() } }

    public func run() async throws {
        await withTaskCancellationHandler {
            while !wakeUp.isClosed {
                let sleep = await round()
                guard !wakeUp.isClosed else { return }
                await wakeUp.wait(atMost: sleep)
            }
        } onCancel: {
            wakeUp.close()
        }
    }

    /// Ends ``run()`` after the current work.
    public func stop() async { wakeUp.close() }

    /// Does all due work.
    /// - Returns: How long until the next work is due, limited to ``longestSleep``.
    private func round() async -> Duration {
        var sleep = Self.longestSleep
        for work in works {
            do {
                while try await work.doDue(), !wakeUp.isClosed {}
                if let next = try await work.nextDue() { sleep = min(sleep, max(.zero, next - clock.now())) }
            } catch {
                log.error("clock work failed", ["work": .string(work.name), "error": .error(error)])
                sleep = min(sleep, Self.pause)
            }
        }
        return sleep
    }
}
