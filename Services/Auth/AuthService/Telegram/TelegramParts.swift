import Coordination
import Curl
import Domain
import Hosting
import Telegram

/// What signing in by Telegram is made of: the bot, where there is a token, and what the rules are given of it.
struct TelegramParts: Sendable {
    /// For the rules.
    let setup: TelegramSetup
    /// Takes updates in, from wherever they come.
    let updates: TelegramUpdateHandler
    /// The hash of a webhook's secret; nil when none is set up.
    let webhookSecretDigest: [UInt8]?
    /// At work as long as the service runs; nil without a token, and then there is not even a thread for it.
    let bot: TelegramBot?

    /// Parts by the settings.
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

    /// Parts without a bot at work: nothing is set up, or what a test says.
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
