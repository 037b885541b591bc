import Coordination
import Domain

/// Does what a service does by the clock: sleeps until the next of it is due, and does it. What fell due while the service
/// was down comes first.
public final class DueWorkFlow: Flow {
    /// For logs.
    public let name = "clock work"
    /// The clock may be set while we sleep, so never for longer than this.
    private static let longestSleep = Duration.seconds(30)
    /// How long to wait after trouble with the disk.
    private static let pause = Duration.seconds(1)

    private let works: [any DueWork]
    private let clock: WallClock
    private let bell: Bell
    private let log: Log
    private let startsDone: Bool

    /// Does these kinds of work.
    ///
    /// - Parameters:
    ///   - works: The kinds of work, each done in its turn.
    ///   - clock: What time it is.
    ///   - bell: Rung when something new waits for its time.
    ///   - startsDone: Whether what is due already is done before the flow counts as started.
    public init(_ works: [any DueWork], clock: WallClock, bell: Bell, log: Log, startsDone: Bool = true) {
        self.works = works
        self.clock = clock
        self.bell = bell
        self.log = log
        self.startsDone = startsDone
    }

    /// Does what is due already, unless that has time.
    public func start() async throws { if startsDone { _ = await round() } }

    /// Does what falls due until it is stopped.
    public func run() async throws {
        await withTaskCancellationHandler {
            while !bell.isClosed {
                let sleep = await round()
                guard !bell.isClosed else { return }
                await bell.wait(atMost: sleep)
            }
        } onCancel: {
            bell.close()
        }
    }

    /// Ends ``run()`` after the work in hand.
    public func stop() async { bell.close() }

    /// Does all that is due.
    /// - Returns: How long nothing will be.
    private func round() async -> Duration {
        var sleep = Self.longestSleep
        for work in works {
            do {
                while try await work.doDue(), !bell.isClosed {}
                if let next = try await work.nextDue() { sleep = min(sleep, max(.zero, next - clock.now())) }
            } catch {
                log.error("clock work failed", ["work": .string(work.name), "error": .error(error)])
                sleep = min(sleep, Self.pause)
            }
        }
        return sleep
    }
}
