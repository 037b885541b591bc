import Coordination
import Curl
import Domain
import Hosting
import Signals
import Synchronization
import Telegram
import TestSupport

@testable import AuthService

/// A log sink that records everything.
final class LogRecorder: LogSink {
    private let lines = Mutex<[String]>([])

    func write(_ record: LogRecord) { lines.withLock { $0.append(String(decoding: record.encoded(), as: UTF8.self)) } }

    var text: String { lines.withLock { $0.joined() } }
}

/// A running bot with a Bot API stand-in, over the store of a house.
struct TelegramBotHouse: Sendable {
    static let anna = TelegramTestUser(id: TelegramRoom.anna.id, name: "Anna")

    let house: AuthHouse
    let telegram: TelegramStandIn
    let bot: TelegramBot
    let log: LogRecorder

    /// Runs `body` with a bot and stops it afterwards.
    /// - Parameter url: The URL of Telegram, if it is not the stand-in.
    static func with(
        _ house: AuthHouse, _ telegram: TelegramStandIn, at url: String? = nil, token: String = TelegramStandIn.token,
        _ body: (TelegramBotHouse) async throws -> Void
    ) async throws {
        guard let token = BotToken(token) else { throw WaitedInVain(description: "this is no token") }
        let log = LogRecorder()
        let wakeUp = TaskWakeUp()
        let updates = TelegramUpdateHandler(
            store: house.store, clock: house.clock.wallClock, mayRegister: true, wake: wakeUp.wake)
        let bot = TelegramBot(
            api: BotAPI(client: HTTPClient(), url: url ?? telegram.url, token: token), asksForUpdates: true,
            store: house.store, clock: house.clock.wallClock, wakeUp: wakeUp, shortestPause: .milliseconds(2),
            log: Log(service: "auth", level: .trace, clock: house.clock.wallClock, sink: log),
            handle: { _ = try await updates.handle($0) })
        let running = Task { try await bot.run() }
        let result: Result<Void, any Error>
        do {
            try await body(TelegramBotHouse(house: house, telegram: telegram, bot: bot, log: log))
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await bot.stop()
        try await running.value
        try result.get()
    }

    /// Signs Anna in, from the link to the number.
    func signIn() async throws -> AuthSignal.TelegramAttempt {
        let attempt = try await house.send(AuthSignal.StartTelegram(device: "laptop"))
        try await telegram.open(attempt.link, as: Self.anna, awaiting: String(attempt.number))
        try telegram.press(label: String(attempt.number), as: Self.anna)
        try await eventually("the number counts") {
            try await house.send(AuthSignal.PollTelegram(attempt: attempt.attempt)).state != .waiting
                || telegram.messages(to: Self.anna).last?.buttons.contains { $0.label == "Create a new account" }
                    == true
        }
        return attempt
    }
}
