import Domain
import Hosting
import Telegram
import TestSupport
import Testing

@testable import AuthService

/// The sources of the bot's token.
@Suite struct TelegramSettingsTests {
    private func read(
        _ directory: TemporaryDirectory, _ arguments: String..., variables: [String: String] = [:]
    ) -> (settings: TelegramSettings, faults: String) {
        let reader = SettingsReader(
            environment: Environment(variables: variables, arguments: arguments), service: "auth")
        let settings = TelegramSettings(reading: reader, dataDirectory: directory.path)
        do throws(SettingsError) {
            try reader.finish()
            return (settings, "")
        } catch {
            return (settings, error.description)
        }
    }

    @Test func withoutATokenItIsOffAndThatIsNoFault() {
        let (settings, faults) = read(TemporaryDirectory())
        #expect(settings.token == nil && settings.url == "https://api.telegram.org" && settings.mayRegister)
        #expect(faults.isEmpty)
        #expect(
            TelegramParts(
                settings, store: InMemoryAuthStore(), clock: .system, log: Log(service: "auth", clock: .system)
            ).bot == nil)
    }

    @Test func theTokenLiesBesideTheDataOrWhereItIsSaid() throws {
        let directory = TemporaryDirectory()
        _ = try directory.write(TelegramStandIn.token + "\r\n", to: "telegram-token")
        let (settings, faults) = read(
            directory, "--telegram-registration=false", variables: ["KOPILKA_TELEGRAM_URL": "http://127.0.0.1:8081/"])
        #expect(faults.isEmpty && settings.url == "http://127.0.0.1:8081" && !settings.mayRegister)
        #expect(settings.token?.withText { $0 } == TelegramStandIn.token)
        let elsewhere = try directory.write("42:abc", to: "elsewhere")
        #expect(read(directory, "--telegram-token-file", elsewhere).settings.token?.withText { $0 } == "42:abc")
    }

    @Test func aFileThatOthersMayReadIsNotUsed() throws {
        let directory = TemporaryDirectory()
        _ = try directory.write(TelegramStandIn.token, to: "telegram-token", mode: 0o640)
        let (settings, faults) = read(directory)
        #expect(settings.token == nil)
        #expect(faults.contains("chmod 600") && !faults.contains("SECRET"), "\(faults)")
    }

    @Test(arguments: ["", "nonsense", "1:", ":a", "1:a:b", "1:a b", "x:abc", "123456789:AA/../getMe"])
    func whatIsNoTokenIsRefusedWithoutBeingRepeated(text: String) throws {
        let directory = TemporaryDirectory()
        _ = try directory.write(text + "\n", to: "telegram-token")
        let (settings, faults) = read(directory)
        #expect(settings.token == nil && faults.contains("telegram-token-file"))
        if text.count > 3 { #expect(!faults.contains(text)) }
    }

    @Test func aFileThatWasNamedAndIsNotThereIsAFault() {
        let (_, faults) = read(TemporaryDirectory(), "--telegram-token-file", "/nowhere/token")
        #expect(faults.contains("/nowhere/token"))
        #expect(read(TemporaryDirectory(), "--telegram-url", "ftp://x").faults.contains("https://"))
    }

    @Test func aWebhooksSecretHasAForm() throws {
        let directory = TemporaryDirectory()
        for (text, isRight) in [("0123456789abcdef", true), ("short", false), ("0123456789abcde!", false)] {
            let path = try directory.write(text, to: "secret")
            let (settings, faults) = read(directory, "--telegram-webhook-secret-file", path)
            #expect((settings.webhookSecretDigest != nil) == isRight && faults.isEmpty == isRight, "\(text)")
        }
    }

    @Test func aTokenPrintsAsNothing() throws {
        let token = try #require(BotToken(TelegramStandIn.token))
        var dumped = ""
        dump(token, to: &dumped)
        for text in [dumped, "\(token)", String(reflecting: token)] { #expect(!text.contains("SECRET")) }
        #expect(token.removed(from: "x \(TelegramStandIn.token) y") == "x … y")
    }
}
