import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import AuthService

/// The bot with a local Bot API, including its failures.
@Suite struct TelegramBotTests {
    private static let anna = TelegramBotHouse.anna

    private func withBot(
        token: String = TelegramStandIn.token, prepare: (TelegramStandIn) -> Void = { _ in },
        _ body: (TelegramBotHouse) async throws -> Void
    ) async throws {
        try await AuthHouse.with(.sqlite) { house in
            let telegram = try TelegramStandIn()
            prepare(telegram)
            try await TelegramBotHouse.with(house, telegram, token: token, body)
            telegram.stop()
        }
    }

    private func isReady(_ bot: TelegramBotHouse) async throws {
        try await eventually("the bot is ready") { bot.bot.standing.state == .ready }
    }

    @Test func askedForItsNameItAnswersPeopleAndRewritesItsMessages() async throws {
        try await withBot { bot in
            try await isReady(bot)
            #expect(bot.bot.standing.name == TelegramStandIn.botName)
            _ = try await bot.signIn()
            let messages = bot.telegram.messages(to: Self.anna)
            #expect(messages.count == 1, "one message, rewritten")
            try bot.telegram.press(label: "Create a new account", as: Self.anna)
            try await eventually("the message tells the result") {
                bot.telegram.messages(to: Self.anna).last?.buttons.isEmpty == true
            }
            #expect(bot.telegram.notices.count == 2, "no button is left waiting")
            bot.telegram.say("hello", as: Self.anna)
            bot.telegram.say("/start", as: Self.anna)
            try await eventually("the greeting comes") {
                bot.telegram.messages(to: Self.anna).last?.text.contains("gateway login --telegram") == true
            }
            #expect(bot.telegram.messages(to: Self.anna).count == 2, "what is no command is not answered")
        }
    }

    /// Failures of a method. Afterwards everything continues.
    static let badDays: [(String, String, [ServedAnswer])] = [
        (
            "trouble at the start", "getMe",
            [.answer(status: 502), TelegramStandIn.failure(500, "Internal Server Error")]
        ),
        ("trouble", "getUpdates", [.answer(status: 503, body: Array("<html>".utf8)), .answer(status: 500)]),
        (
            "garbage", "getUpdates",
            [.answer(status: 200, body: Array("{\"ok\":true".utf8)), .answer(status: 200, body: [0xFF, 0, 1])]
        ),
        ("nothing for us", "getUpdates", [TelegramStandIn.success("{}"), TelegramStandIn.success("[1,{}]")]),
        (
            "half an answer", "getUpdates",
            [.raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{".utf8)), .raw([])]
        ),
        (
            "a very long answer", "getUpdates",
            [.answer(status: 200, body: [UInt8](repeating: UInt8(ascii: " "), count: 5 << 20))]
        ),
        (
            "somebody else asks", "getUpdates",
            [TelegramStandIn.failure(409, "Conflict: terminated by other getUpdates")]
        ),
        (
            "a slow answer", "getUpdates",
            [.drip(status: 200, body: Array(#"{"ok":true,"result":[]}"#.utf8), pause: .milliseconds(1))]
        ),
        ("trouble with messages", "sendMessage", [.answer(status: 500), .raw([]), .answer(status: 200, body: [1])]),
        ("a redirection", "sendMessage", [.answer(status: 302, headers: [("Location", "/elsewhere")])]),
        ("a chat that blocks", "answerCallbackQuery", [TelegramStandIn.failure(400, "Bad Request: query is too old")]),
    ]

    @Test(arguments: badDays.indices) func aBadDayPasses(index: Int) async throws {
        let (name, method, answers) = Self.badDays[index]
        try await withBot(prepare: { telegram in for answer in answers { telegram.misbehave(method, answer) } }) {
            bot in
            _ = try await bot.signIn()
            #expect(bot.telegram.calls(of: method) >= answers.count, "\(name)")
        }
    }

    @Test func anUpdateThatCannotBeReadIsPassedOver() async throws {
        try await withBot { bot in
            try await isReady(bot)
            // A lone surrogate, which is invalid in every encoding.
            bot.telegram.send(update: #"{"update_id":$id,"message":{"text":"\uD800"}}"#)
            _ = try await bot.signIn()
            #expect(bot.log.text.contains("cannot be read and is skipped"))
        }
    }

    @Test func tooManyRequestsMeansToWaitAsLongAsIsSaid() async throws {
        try await withBot(prepare: { telegram in
            telegram.misbehave("sendMessage", TelegramStandIn.failure(429, "Too Many Requests", retryAfter: 1))
        }) { bot in
            let attempt = try await bot.house.send(AuthSignal.StartTelegram())
            bot.telegram.open(attempt.link, as: Self.anna)
            try await eventually("the question comes") { !bot.telegram.messages(to: Self.anna).isEmpty }
            let times = bot.telegram.times(of: "sendMessage")
            try #require(times.count == 2 && bot.telegram.messages(to: Self.anna).count == 1)
            // Not sooner than Telegram asked, by Telegram's own clock: the test may notice the refusal late.
            #expect(times[1] - times[0] >= .seconds(1))
        }
    }

    @Test(arguments: [401, 404]) func aTokenThatTelegramDoesNotKnowTurnsItOff(status: Int) async throws {
        try await withBot(prepare: { $0.misbehave("getMe", TelegramStandIn.failure(status, "Unauthorized")) }) { bot in
            try await eventually("it is off") { bot.bot.standing.state == .off }
            #expect(bot.bot.standing.refusal == Refusal(.telegramTokenUnknown))
            #expect(throws: Fault.self) { try bot.bot.name() }
            // The line follows the state.
            try await eventually("it is logged") { bot.log.text.contains("telegram is off until auth is restarted") }
            #expect(bot.telegram.calls(of: "getUpdates") == 0)
        }
    }

    @Test func outOfReachIsTold() async throws {
        try await AuthHouse.with(.inMemory) { house in
            // Only the system may listen on port 1. A freed port could be taken by another test.
            try await TelegramBotHouse.with(house, try TelegramStandIn(), at: "http://127.0.0.1:1") { bot in
                try await eventually("it is said to be out of reach") {
                    bot.bot.standing.refusal?.reason == .telegramSilent
                }
                #expect(bot.bot.standing.state == .unreachable)
                let fault = #expect(throws: Fault.self) { try bot.bot.name() }
                #expect(fault?.code == .unavailable)
            }
        }
    }

    @Test func updatesAreConfirmedOnceTheyAreHandledAndComeBackToNoEffect() async throws {
        try await TemporaryDatabase.with { database in
            let telegram = try TelegramStandIn()
            try await AuthHouse.with(database) { house in
                try await TelegramBotHouse.with(house, telegram) { bot in
                    try await isReady(bot)
                    telegram.say("/start", as: Self.anna)
                    try await eventually("it is handled") { !telegram.messages(to: Self.anna).isEmpty }
                    try await eventually("it is confirmed") { telegram.waitingUpdates.isEmpty }
                    // A process that dies between sending and recording a reply sends it again.
                    try await eventually("it is noted") {
                        try await house.store.read { try $0.telegramReplies(limit: 10) }.isEmpty
                    }
                    #expect(telegram.offsets.last == 700_000_002)
                }
            }
            // Another process over the same data continues where the first stopped, even when Telegram repeats updates.
            try await AuthHouse.with(database) { house in
                telegram.replay([
                    #"{"update_id":700000001,"message":{"message_id":1,"from":{"id":1001,"#
                        + #""is_bot":false,"first_name":"Anna"},"#
                        + #""chat":{"id":1001,"type":"private"},"text":"/start"}}"#
                ])
                try await TelegramBotHouse.with(house, telegram) { bot in
                    _ = try await bot.signIn()
                    #expect(telegram.messages(to: Self.anna).filter { $0.text.contains("gateway login") }.count == 1)
                }
            }
            telegram.stop()
        }
    }

    @Test func whatWaitedToBeSaidIsSaidByTheNextProcess() async throws {
        try await TemporaryDatabase.with { database in
            let telegram = try TelegramStandIn()
            try await AuthHouse.with(database) { house in
                _ = try await house.telegram.updates.handle(
                    TelegramUpdate(id: 1, content: .start(payload: nil, TelegramRoom.anna)))
            }
            try await AuthHouse.with(database) { house in
                try await TelegramBotHouse.with(house, telegram) { bot in
                    try await eventually("it is said") { telegram.messages(to: Self.anna).count == 1 }
                    try await eventually("it is noted") {
                        try await house.store.read { try $0.telegramReplies(limit: 10) }.isEmpty
                    }
                }
            }
            telegram.stop()
        }
    }

    @Test func neitherTokenNorLinksStandInTheLog() async throws {
        try await withBot(prepare: { telegram in
            telegram.misbehave("getUpdates", TelegramStandIn.failure(400, "bad token \(TelegramStandIn.token)"))
            telegram.misbehave("sendMessage", TelegramStandIn.failure(403, "Forbidden: \(TelegramStandIn.token)"))
            telegram.misbehave("answerCallbackQuery", .raw([]))
        }) { bot in
            try await isReady(bot)
            let forbidden = try await bot.house.send(AuthSignal.StartTelegram())
            bot.telegram.open(forbidden.link, as: Self.anna)
            try await eventually("it was refused") { bot.telegram.calls(of: "sendMessage") == 1 }
            let attempt = try await bot.signIn()
            let text = bot.log.text
            #expect(text.contains("telegram refused a reply"))
            for secret in [TelegramStandIn.token, attempt.attempt, String(attempt.link.suffix(43)), "SECRET"] {
                #expect(!text.contains(secret))
            }
        }
    }
}
