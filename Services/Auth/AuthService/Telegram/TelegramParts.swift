import Coordination
import Curl
import Domain
import Hosting
import Telegram

/// The parts of sign-in with Telegram: the bot if there is a token, and its interface to the rules.
struct TelegramParts: Sendable {
    let setup: TelegramSetup
    /// Handles updates from polling and from a webhook.
    let updates: TelegramUpdateHandler
    /// The hash of a webhook's secret; nil without a webhook.
    let webhookSecretDigest: [UInt8]?
    /// The bot, which runs as long as the service; nil without a token, and then it has no thread either.
    let bot: TelegramBot?

    /// Creates the parts from the settings.
    init(_ settings: TelegramSettings, store: any AuthStore, clock: WallClock, log: Log) {
        let wakeUp = TaskWakeUp()
        let updates = TelegramUpdateHandler(
            store: store, clock: clock, mayRegister: settings.mayRegister, wake: wakeUp.wake)
        self.updates = updates
        guard let token = settings.token else {
            (bot, setup, webhookSecretDigest) = (nil, .none, nil)
            return
        }
        let bot = TelegramBot(
            api: BotAPI(client: HTTPClient(), url: settings.url, token: token),
            asksForUpdates: settings.webhookSecretDigest == nil, store: store, clock: clock, wakeUp: wakeUp, log: log,
            handle: { _ = try await updates.handle($0) })
        self.bot = bot
        webhookSecretDigest = settings.webhookSecretDigest
        setup = TelegramSetup(
            bot: bot, proofKey: token.withText { TelegramProofKey(token: $0) }, mayRegister: settings.mayRegister,
            wake: wakeUp.wake)
    }

    /// Creates parts without a running bot: Telegram is not set up, or a test supplies `setup`.
    init(
        setup: TelegramSetup = .none, store: any AuthStore, clock: WallClock, webhookSecretDigest: [UInt8]? = nil
    ) {
        self.setup = setup
        updates = TelegramUpdateHandler(
            store: store, clock: clock, mayRegister: setup.mayRegister, wake: setup.wake)
        self.webhookSecretDigest = webhookSecretDigest
        bot = nil
    }
}
