import Coordination
import Curl
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Telegram
import Transport

/// The assembly of notifications: the only place that names its concrete types together.
public struct NotificationsAssembly: Assembly {
    /// The services whose events are read, besides auth.
    private static let sources: [HouseService] = [.ledger, .patterns, .bonds, .subscriptions]

    private let settings: NotificationsSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs notifications as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.notifications).run {
            (settings: NotificationsSettings, log) in
            try await NotificationsAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings that were read and a log.
    ///
    /// - Parameter house: The process, when it runs several services.
    public init(settings: NotificationsSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Creates the members of the process, in the order of their start. The services whose events are read need not
    /// run.
    ///
    /// - Throws: `HostingError` (another notifications uses the data), `KeyDirectoryError`, `StorageError`; `Fault`
    ///   when the disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.notifications, settings: settings.common, log: log, in: house)
        let notifications = try await SQLiteNotificationsStore.open(
            at: host.databasePath, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: notifications.store)
        let directory = TimeZoneDirectory()
        let zones = Zones { directory.zone(named: $0) }
        let (outboxWakeUp, botWakeUp) = (TaskWakeUp(), TaskWakeUp())
        let wake: @Sendable () -> Void = {
            outboxWakeUp.wake()
            botWakeUp.wake()
        }
        let (http, mail) = (HTTPClient(), settings.mail.map { _ in MailClient() })
        let api = settings.bot.token.map { BotAPI(client: http, url: settings.bot.url, token: $0) }
        let vault = SecretVault(key: try host.keys.storageKey(of: .notifications))
        let mailSender = MailSender(client: mail, server: settings.mail)
        func webSender(_ form: any WebForm) -> WebSender {
            WebSender(client: http, clock: clock, allowed: settings.allowedAddresses, form: form)
        }
        let senders: [NotificationsSignal.ChannelKind: any ChannelSending] = [
            .telegram: TelegramSender(api: api), .email: mailSender, .webhook: webSender(WebhookForm(vault: vault)),
            .ntfy: webSender(NtfyForm(vault: vault)), .gotify: webSender(GotifyForm(vault: vault)),
        ]
        let tree = host.tree(reaching: .subscriptions)
        let ages = EventAges(late: settings.lateAfter, old: settings.oldAfter)
        let follower = EventFollower(
            store: notifications, zones: zones, clock: clock, ages: ages, parties: PartyNames(tree: tree), wake: wake)
        let outbox = OutboxLoop(
            courier: Courier(store: notifications, senders: senders, zones: zones, clock: clock),
            dueNotices: DueNotices(store: notifications, zones: zones, clock: clock, ages: ages),
            store: notifications, clock: clock, wakeUp: outboxWakeUp, log: log)
        let bot = BotLoop(
            api: api,
            settlement: SettlePayment(store: notifications, tree: tree, zones: zones, clock: clock),
            store: notifications, clock: clock, wakeUp: botWakeUp, log: log)
        let dependencies = NotificationDependencies(
            store: notifications, senders: senders, bot: KnownBot(api: api), mail: mailSender,
            people: PeopleClient(tree: tree),
            vault: vault, zones: zones, clock: clock, wake: wake)
        let zoneTeller = host.tellZones(keptIn: notifications.store)
        let listener = host.listener(
            answering: NotificationsUseCases.all(dependencies),
            events: (notifications.store, EventsBySubject()), metrics: [notifications.metrics(clock)],
            probe: notifications.store.probe)
        return host.members(
            over: notifications.store,
            members: [
                ResourceMember(name: "http") {
                    http.close()
                    mail?.close()
                },
                zoneTeller, outbox, bot, followAuth(sessions, follower, host, zoneTeller),
            ] + Self.sources.map { follow($0, follower, host) },
            listener: listener)
    }

    /// The events of auth also contain ended sessions. One transaction stores both.
    private func followAuth(
        _ sessions: SessionRevocations, _ follower: EventFollower, _ host: ServiceHost, _ zones: ZoneTeller
    ) -> EventSubscriber {
        host.follow(.auth, cursor: sessions.cursor) { events in
            try await zones.tellAll(before: events)
            try await sessions.handle(events) { fresh, transaction in
                let news = try fresh.map { try HouseEvent($0, from: HouseService.auth.rawValue) }
                try follower.take(news, in: SQLiteNotificationsTransaction(transaction: transaction))
            }
            follower.wake()
        }
    }

    private func follow(
        _ service: HouseService, _ follower: EventFollower, _ host: ServiceHost
    ) -> EventSubscriber {
        let source = service.rawValue
        return host.follow(service, cursor: { try await follower.cursor(of: source) }) { events in
            try await follower.take(try events.map { try HouseEvent($0, from: source) }, of: source)
        }
    }
}
