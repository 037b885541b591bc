import Coordination
import Domain
import Hosting
import Reasons
import Signals
import Synchronization
import Telegram

/// The running bot: polls Telegram for updates, hands them to the handler and sends the replies.
///
/// Handled updates and pending replies are stored, so nothing is lost and no update counts twice, whenever the process
/// dies. A reply is sent twice when the process dies between sending and noting it; buttons tolerate that.
final class TelegramBot: ProcessMember, TelegramBotPort {
    let name = "telegram"
    /// The number of failures in a row after which Telegram counts as unreachable.
    private static let fewFailures = 3
    private static let updatesAtOnce = 50

    private let api: BotAPI
    private let asksForUpdates: Bool
    private let store: any AuthStore
    private let clock: WallClock
    private let handle: @Sendable (TelegramUpdate) async throws -> Void
    private let wakeUp: TaskWakeUp
    private let shortestPause: Duration
    private let log: Log
    private let state = Mutex(TelegramStanding(state: .unreachable, refusal: Refusal(.telegramNotReachedYet)))
    private let work = StoppableWork()
    private let stopped = AsyncStream.makeStream(of: Never.self)

    /// - Parameters:
    ///   - asksForUpdates: False when a webhook receives them.
    ///   - handle: Performs an update durably, once.
    ///   - shortestPause: The pause after the first failure.
    init(
        api: BotAPI, asksForUpdates: Bool, store: any AuthStore, clock: WallClock, wakeUp: TaskWakeUp,
        shortestPause: Duration = .seconds(1), log: Log,
        handle: @escaping @Sendable (TelegramUpdate) async throws -> Void
    ) {
        self.api = api
        self.asksForUpdates = asksForUpdates
        self.store = store
        self.clock = clock
        self.wakeUp = wakeUp
        self.shortestPause = shortestPause
        self.log = log
        self.handle = handle
    }

    var standing: TelegramStanding { state.withLock { $0 } }

    func start() async throws {}

    func run() async throws {
        await work.run { [self] in
            await withTaskGroup { group in
                group.addTask { [self] in await listen() }
                group.addTask { [self] in await answer() }
            }
        }
        // The service continues without a bot that is off.
        for await _ in stopped.stream {}
    }

    func stop() async {
        work.stop()
        wakeUp.close()
        stopped.continuation.finish()
    }

    // MARK: Updates

    private func listen() async {
        var pause = RetryPause(shortest: shortestPause)
        var garbled = 0
        while !Task.isCancelled, standing.state != .off {
            do {
                if standing.name == nil { noteReady(try await api.name()) }
                guard asksForUpdates else { return }
                let began = ContinuousClock.now
                let updates = try await api.updates(
                    from: try await nextUpdate(), limit: garbled > 0 ? 1 : Self.updatesAtOnce)
                for update in updates { try await handle(update) }
                if pause.failures > 0 { log.notice("telegram answers again") }
                pause.reset()
                garbled = 0
                noteReady(nil)
                // Limits the rate of requests when the server answers at once instead of holding them.
                if updates.isEmpty, ContinuousClock.now - began < .milliseconds(200) {
                    try await Task.sleep(for: .milliseconds(200))
                }
            } catch let error as BotAPIError {
                if case .garbled(200, let id?) = error, standing.name != nil {
                    garbled += 1
                    // A single update that repeatedly cannot be read is skipped, or it would block those after it.
                    if garbled > Self.fewFailures { await passOver(id) }
                }
                guard await isPaused(after: error, &pause) else { return }
            } catch {
                guard !(error is CancellationError) else { return }
                log.error("an update of telegram was not handled", ["telegram.error": .error(error)])
                try? await Task.sleep(for: pause.next())
            }
        }
    }

    /// Returns the id of the first update to ask for; nil for any. After a week of silence Telegram restarts its
    /// numbering, and handled updates are recognized anyway.
    private func nextUpdate() async throws -> Int64? {
        guard let last = try await store.read({ try $0.lastTelegramUpdate() }) else { return nil }
        return clock.now() < last.handledAt + TelegramUpdateHandler.memory ? last.id + 1 : nil
    }

    private func passOver(_ id: Int64) async {
        log.error("an update of telegram cannot be read and is skipped", ["telegram.update": .integer(Int(id))])
        try? await handle(TelegramUpdate(id: id, content: .other))
    }

    // MARK: Replies

    private func answer() async {
        var pause = RetryPause(shortest: shortestPause)
        while !Task.isCancelled, !wakeUp.isClosed, standing.state != .off {
            do {
                let waiting = try await store.read { try $0.telegramReplies(limit: 20) }
                guard !waiting.isEmpty else {
                    await wakeUp.wait()
                    continue
                }
                for reply in waiting { try await perform(reply) }
                pause.reset()
                // With a webhook, replies are the only calls.
                if standing.state == .unreachable, standing.name != nil { noteReady(nil) }
            } catch let error as BotAPIError {
                guard await isPaused(after: error, &pause) else { return }
            } catch {
                log.error("a sent reply of the telegram bot was not recorded", ["telegram.error": .error(error)])
                try? await Task.sleep(for: pause.next())
            }
        }
    }

    private func perform(_ queued: QueuedTelegramReply) async throws {
        if clock.now() < queued.createdAt + TelegramReply.life {
            do {
                try await api.perform(queued.reply)
            } catch BotAPIError.refused(let status, let text) {
                // Blocked by the person, too late, or the same text again: Telegram would refuse it every time.
                log.info(
                    "telegram refused a reply",
                    [
                        "telegram.method": .string(queued.reply.method), "telegram.status": .integer(status),
                        "telegram.reason": .string(text),
                    ])
            }
        }
        try await store.write(deadline: nil) { try $0.forgetTelegramReply(id: queued.id) }
    }

    // MARK: Failures

    /// Waits after an error.
    /// - Returns: False when there is nothing to wait for: the bot is stopped, or off.
    private func isPaused(after error: BotAPIError, _ pause: inout RetryPause) async -> Bool {
        guard !Task.isCancelled else { return false }
        if case .unknownToken = error {
            state.withLock { standing in
                standing = TelegramStanding(state: .off, refusal: error.refusal)
            }
            log.error("telegram is off until auth is restarted", ["telegram.error": .error(error)])
            // Ends the task that waits for replies.
            wakeUp.wake()
            return false
        }
        var wait = pause.next()
        if case .busy(let retryAfter) = error { wait = retryAfter }
        // Logs the first failure and then ever more rarely, so that an outage of hours does not fill the log.
        if pause.failures.nonzeroBitCount == 1 {
            log.warning(
                "a request to telegram failed",
                ["telegram.error": .error(error), "telegram.failures": .integer(pause.failures)])
        }
        if pause.failures >= Self.fewFailures {
            state.withLock { standing in
                standing = TelegramStanding(
                    state: .unreachable, refusal: error.refusal, name: standing.name)
            }
        }
        return (try? await Task.sleep(for: wait)) != nil
    }

    /// - Parameter name: The bot's name, when it was asked for.
    private func noteReady(_ name: String?) {
        if let name { log.notice("telegram bot is ready", ["telegram.bot": .string(name)]) }
        state.withLock { $0 = TelegramStanding(state: .ready, name: name ?? $0.name) }
    }
}
