import Coordination
import Domain
import Hosting
import Signals
import StrictJSON
import Telegram

/// Performs the bot's answers to taps and Start, in order. A job is removed after it is done: a crash in between
/// repeats it, which changes nothing.
final class BotLoop: ProcessMember {
    let name = "bot"
    /// The time after which an answer to a tap is pointless, and Telegram refuses it.
    private static let patience = Duration.seconds(900)
    /// The time after which a job is dropped.
    private static let life = Duration.seconds(86_400)
    private static let atOnce = 20

    private let api: BotAPI?
    private let settlement: SettlePayment
    private let store: any NotificationsStore
    private let clock: WallClock
    private let wakeUp: TaskWakeUp
    private let log: Log
    private let work = StoppableWork()

    init(
        api: BotAPI?, settlement: SettlePayment, store: any NotificationsStore, clock: WallClock, wakeUp: TaskWakeUp,
        log: Log
    ) {
        self.api = api
        self.settlement = settlement
        self.store = store
        self.clock = clock
        self.wakeUp = wakeUp
        self.log = log
    }

    func start() async throws {}

    func run() async throws {
        await work.run { [self] in await answer() }
    }

    func stop() async {
        let task = work.stop()
        wakeUp.close()
        await task?.value
    }

    private func answer() async {
        var pause = RetryPause(shortest: .seconds(1))
        while !Task.isCancelled, !wakeUp.isClosed {
            do {
                let jobs = try await store.read { try $0.botJobs(limit: Self.atOnce) }
                guard !jobs.isEmpty else {
                    await wakeUp.wait()
                    continue
                }
                for job in jobs { try await perform(job) }
                pause.reset()
            } catch {
                if Task.isCancelled { return }
                var wait = pause.next()
                if case BotAPIError.busy(let retryAfter) = error { wait = retryAfter }
                if pause.failures.nonzeroBitCount == 1 {
                    log.warning("the bot could not answer", ["telegram.error": .error(error)])
                }
                guard (try? await Task.sleep(for: wait)) != nil else { return }
            }
        }
    }

    private func perform(_ job: BotJob) async throws {
        let age = clock.now() - job.createdAt
        if job.kind == .act, age < Self.life { return try await settlement.settle(job) }
        let isWorthIt = age < (job.kind == .acknowledge ? Self.patience : Self.life)
        if let api, isWorthIt, job.kind != .act {
            do throws(BotAPIError) {
                _ = try await api.call(Self.method(of: job), Self.body(of: job))
            } catch {
                // Too late, the same text again, or blocked by the person: Telegram would refuse it every time.
                guard case .refused = error else { throw error }
                log.info("telegram refused an answer", ["telegram.error": .error(error)])
            }
        }
        try await store.write(deadline: nil, weight: 1) { try $0.removeBotJob(job.number) }
    }

    private static func method(of job: BotJob) -> String {
        switch job.kind {
        case .say, .act: "sendMessage"
        case .acknowledge: "answerCallbackQuery"
        case .rewrite: "editMessageText"
        }
    }

    private static func body(of job: BotJob) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if job.kind == .acknowledge {
            writer.member("callback_query_id", job.queryID ?? "")
        } else {
            writer.member("chat_id", job.chat)
            if let message = job.messageID { writer.member("message_id", message) }
        }
        writer.member("text", job.text)
        writer.endObject()
        return writer.finish()
    }
}
