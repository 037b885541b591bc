import Coordination
import Domain
import Hosting
import Signals
import Synchronization

/// Sends what is due: one message of a channel at a time, a few channels at once. What could not be sent waits in the
/// database.
final class OutboxFlow: Flow {
    let name = "outbox"
    /// So many channels are written to at once.
    private static let mostAtOnce = 16
    /// How often to look in any case.
    private static let longestSleep = Duration.seconds(30)
    private static let afterTrouble = Duration.seconds(2)

    private let courier: Courier
    private let clockDesk: ClockDesk
    private let store: any NotificationsStore
    private let clock: WallClock
    private let bell: Bell
    private let log: Log
    /// The message in hand of each channel that is busy.
    private let busy = Mutex<[String: Task<Void, Never>]>([:])
    private let work = Mutex<(task: Task<Void, Never>?, isStopped: Bool)>((nil, false))

    init(
        courier: Courier, clockDesk: ClockDesk, store: any NotificationsStore, clock: WallClock, bell: Bell, log: Log
    ) {
        self.courier = courier
        self.clockDesk = clockDesk
        self.store = store
        self.clock = clock
        self.bell = bell
        self.log = log
    }

    func start() async throws {}

    func run() async throws {
        let task = Task { await send() }
        let isStopped = work.withLock { work in
            work.task = task
            return work.isStopped
        }
        if isStopped { task.cancel() }
        bell.ring()
        await task.value
    }

    func stop() async {
        let task = work.withLock { work in
            work.isStopped = true
            return work.task
        }
        task?.cancel()
        bell.close()
        let tasks = busy.withLock { Array($0.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await task?.value
    }

    private func send() async {
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        for await _ in bell.stream {
            if Task.isCancelled { return }
            alarm?.cancel()
            var pause = Self.longestSleep
            do {
                try await clockDesk.work()
                let now = clock.now()
                for delivery in try await store.read({ try $0.due(at: now, limit: 4 * Self.mostAtOnce) }) {
                    begin(delivery)
                }
                if let next = try await store.read({ try $0.nextDue(after: now) }) {
                    pause = min(pause, max(next - clock.now(), .milliseconds(5)))
                }
            } catch {
                if Task.isCancelled { return }
                log.error("messages could not be looked through", ["error": .error(error)])
                pause = Self.afterTrouble
            }
            alarm = Task { [bell, pause] in
                if (try? await Task.sleep(for: pause)) != nil { bell.ring() }
            }
        }
    }

    /// Sends it, unless its channel or all hands are busy: then it comes up again when they are free.
    private func begin(_ delivery: Delivery) {
        busy.withLock { busy in
            guard busy[delivery.channelID] == nil, busy.count < Self.mostAtOnce else { return }
            busy[delivery.channelID] = Task { [self] in
                var pause: Duration?
                do {
                    try await courier.deliver(delivery.id)
                } catch {
                    log.error(
                        "a message was not noted", ["notifications.delivery": "\(delivery.id)", "error": .error(error)])
                    pause = Self.afterTrouble
                }
                if let pause { try? await Task.sleep(for: pause) }
                self.busy.withLock { $0[delivery.channelID] = nil }
                bell.ring()
            }
        }
    }
}

/// Tells a flow that there may be something to do. Rings are not counted.
struct Bell: Sendable {
    private let rings = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func ring() { rings.continuation.yield() }

    /// Whoever waits waits no longer.
    func close() { rings.continuation.finish() }

    var stream: AsyncStream<Void> { rings.stream }
}
