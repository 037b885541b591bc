import Coordination
import Domain
import Hosting
import Signals
import Synchronization

/// Sends due messages: one at a time in each channel, a few channels at once. Messages that could not be sent wait in
/// the database.
final class OutboxLoop: ProcessMember {
    let name = "outbox"
    /// The most channels in use at once.
    private static let mostAtOnce = 16
    /// The longest time between two looks into the outbox.
    private static let longestSleep = Duration.seconds(30)
    private static let afterTrouble = Duration.seconds(2)

    private let courier: Courier
    private let dueNotices: DueNotices
    private let store: any NotificationsStore
    private let clock: WallClock
    private let wakeUp: TaskWakeUp
    private let log: Log
    /// The current message of each busy channel.
    private let busy = Mutex<[String: Task<Void, Never>]>([:])
    private let work = StoppableWork()

    init(
        courier: Courier, dueNotices: DueNotices, store: any NotificationsStore, clock: WallClock, wakeUp: TaskWakeUp,
        log: Log
    ) {
        self.courier = courier
        self.dueNotices = dueNotices
        self.store = store
        self.clock = clock
        self.wakeUp = wakeUp
        self.log = log
    }

    func start() async throws {}

    func run() async throws {
        await work.run { [self] in await send() }
    }

    func stop() async {
        let task = work.stop()
        wakeUp.close()
        let tasks = busy.withLock { Array($0.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await task?.value
    }

    private func send() async {
        while !Task.isCancelled, !wakeUp.isClosed { await wakeUp.wait(atMost: await round()) }
    }

    /// Begins to send all due messages.
    /// - Returns: The time until the next one is due.
    private func round() async -> Duration {
        do {
            try await dueNotices.work()
            let now = clock.now()
            for delivery in try await store.read({ try $0.due(at: now, limit: 4 * Self.mostAtOnce) }) {
                begin(delivery)
            }
            guard let next = try await store.read({ try $0.nextDue(after: now) }) else { return Self.longestSleep }
            return min(Self.longestSleep, max(next - clock.now(), .milliseconds(5)))
        } catch {
            if !Task.isCancelled { log.error("due messages could not be read", ["error": .error(error)]) }
            return Self.afterTrouble
        }
    }

    /// Sends a message unless its channel is busy or too many are. Then a later round sends it.
    private func begin(_ delivery: Delivery) {
        busy.withLock { busy in
            guard busy[delivery.channelID] == nil, busy.count < Self.mostAtOnce else { return }
            busy[delivery.channelID] = Task { [self] in
                var pause: Duration?
                do {
                    try await courier.deliver(delivery.id)
                } catch {
                    log.error(
                        "the outcome of a message was not recorded",
                        ["notifications.delivery": "\(delivery.id)", "error": .error(error)])
                    pause = Self.afterTrouble
                }
                if let pause { try? await Task.sleep(for: pause) }
                self.busy.withLock { $0[delivery.channelID] = nil }
                wakeUp.wake()
            }
        }
    }
}
