import Coordination
import Domain
import Hosting
import Reasons
import Signals
import Sodium
import Storage
import Synchronization
import TestSupport
import Testing

@testable import NotificationsService

/// Notifications without sockets: its use cases and jobs over a database, with scripted channels.
struct NotificationsHouse {
    /// The kinds of store.
    enum Keeping: String, CaseIterable, Sendable {
        case memory, file
    }

    let store: any NotificationsStore
    let clock: SteppedClock
    let service: UseCaseService
    let follower: EventFollower
    let dueNotices: DueNotices
    let courier: Courier
    let settlement: SettlePayment
    let sender = ScriptedSender()
    let payments = ScriptedPayments()
    let people = ScriptedPeople()
    let names = ScriptedNames()
    let bot = ScriptedBot()
    let vault: SecretVault

    static let zones: Zones = {
        let directory = TimeZoneDirectory()
        return Zones { directory.zone(named: $0) }
    }()

    /// Runs `body` with a house.
    static func with(
        _ keeping: Keeping = .file, clock: SteppedClock = SteppedClock(),
        in directory: TemporaryDirectory = TemporaryDirectory(), _ body: (NotificationsHouse) async throws -> Void
    ) async throws {
        let database =
            keeping == .file ? try await SQLiteNotificationsStore.open(at: directory.file("notifications.db")) : nil
        let house = NotificationsHouse(database ?? InMemoryNotificationsStore(), clock)
        do {
            try await body(house)
        } catch {
            await database?.store.close()
            throw error
        }
        await database?.store.close()
        withExtendedLifetime(directory) {}
    }

    /// Returns the event log; empty in memory.
    func events() async throws -> [Event] {
        try await (store as? SQLiteNotificationsStore)?.store.events(after: 0, limit: 1000) ?? []
    }

    /// - Parameter vaultKey: The key of the secrets in the database.
    init(_ store: any NotificationsStore, _ clock: SteppedClock, vaultKey: SecretBytes = .random(count: 32)) {
        self.store = store
        self.clock = clock
        vault = SecretVault(key: vaultKey)
        let wallClock = clock.wallClock
        let tree = RelayCoordinator(leadingTo: payments, people, names)
        let senders = Dictionary(
            uniqueKeysWithValues: NotificationsSignal.ChannelKind.allCases.map { [sender] in
                ($0, sender as any ChannelSending)
            })
        let ages = EventAges(late: .seconds(600), old: .seconds(7 * 86_400))
        // Names come, however busy the machine is: without them notices would have other titles.
        let parties = PartyNames(tree: tree, limit: .seconds(60))
        follower = EventFollower(
            store: store, zones: Self.zones, clock: wallClock, ages: ages, parties: parties, wake: {})
        dueNotices = DueNotices(store: store, zones: Self.zones, clock: wallClock, ages: ages)
        courier = Courier(store: store, senders: senders, zones: Self.zones, clock: wallClock, chance: { 0 })
        settlement = SettlePayment(store: store, tree: tree, zones: Self.zones, clock: wallClock)
        service = UseCaseService(
            NotificationsUseCases.all(
                NotificationDependencies(
                    store: store, senders: senders, bot: bot, mail: MailSender(client: nil, server: nil),
                    people: PeopleClient(tree: tree), vault: vault, zones: Self.zones,
                    clock: wallClock,
                    wake: {})))
    }

    /// Returns the context of a signed-in user.
    static func context(_ user: String = "anna", key: String? = nil) -> SignalContext {
        let session = UserSession(userID: user, sessionID: "s-\(user)", expiresAt: Instant(microseconds: .max / 2))
        return SignalContext(caller: .user(session), idempotencyKey: key, session: "token-\(user)")
    }

    /// Sends a signal as Anna, or as another user.
    @discardableResult
    func send<S: Signal>(_ signal: S, as user: String = "anna", key: String? = nil) async throws -> S.Answer {
        let handler = try #require(service.handler(for: S.self))
        return try await handler(signal, Self.context(user, key: key))
    }

    /// Returns the code of the fault that answers a signal; nil for an answer.
    func fault<S: Signal>(of signal: S, as user: String = "anna", key: String? = nil) async throws -> FaultCode? {
        do {
            try await send(signal, as: user, key: key)
            return nil
        } catch let fault as Fault {
            return fault.code
        }
    }

    func inbox(of user: String = "anna") async throws -> [NotificationsSignal.Notification] {
        try await send(NotificationsSignal.List(limit: 1000), as: user).notifications
    }

    // MARK: Events

    /// Returns an event of incoming money, now unless `time` is given.
    func money(
        _ sequence: Int64, to user: String = "anna", amount: Int64 = 50_000,
        kind: NotificationsSignal.Kind = .moneyIn, at time: Instant? = nil, isOwn: Bool = false,
        from payer: String? = nil
    ) -> HouseEvent {
        var facts = NoticeFacts()
        facts.subject = "t\(sequence)"
        facts.amount = rubles(amount)
        return HouseEvent(
            sequence: sequence, source: "ledger", time: time ?? clock.now,
            content: .tell([
                HouseEvent.Telling(
                    userID: user, kind: kind, facts: facts, accountID: "a1", isOwn: isOwn, otherID: payer)
            ]))
    }

    /// Returns an event of an imported statement.
    func imported(
        _ sequence: Int64, _ id: String, rows: Int, at time: Instant? = nil, isUndone: Bool = false
    ) -> HouseEvent {
        HouseEvent(
            sequence: sequence, source: "ledger", time: time ?? clock.now,
            content: .imported(
                HouseEvent.Import(
                    userID: "anna", id: id, accountID: "a1", rows: rows, income: rubles(200_000),
                    expense: rubles(50_000), first: CalendarDay(daysSince1970: 17_930),
                    last: CalendarDay(daysSince1970: 18_691), isUndone: isUndone)))
    }

    /// Returns an event of an upcoming payment.
    func upcoming(_ sequence: Int64, to user: String = "anna") -> HouseEvent {
        var facts = NoticeFacts()
        (facts.subject, facts.name, facts.amount) = ("sub1", "Music", rubles(29_900))
        (facts.day, facts.count) = (CalendarDay("2026-12-01"), 3)
        return HouseEvent(
            sequence: sequence, source: "subscriptions", time: clock.now,
            content: .tell([HouseEvent.Telling(userID: user, kind: .paymentUpcoming, facts: facts)]))
    }

    /// Returns an event of a sign-in.
    func signIn(_ sequence: Int64, of user: String = "anna") -> HouseEvent {
        HouseEvent(
            sequence: sequence, source: "auth", time: clock.now,
            content: .tell([HouseEvent.Telling(userID: user, kind: .signedIn)]))
    }

    // MARK: Channels

    /// Adds a working webhook without a notice about it.
    func webhook(of user: String = "anna", _ name: String = "robot", isOn: Bool = true) async throws -> String {
        try await keep(
            Channel(
                id: Identifier.random(length: 16), userID: user, kind: .webhook, name: name,
                address: "https://robot.example/\(name)", state: isOn ? .on : .off, createdAt: clock.now))
    }

    /// Adds a working private chat without a notice about it.
    func chat(_ person: Int64 = 1001, of user: String = "anna") async throws -> String {
        var channel = Channel(
            id: Identifier.random(length: 16), userID: user, kind: .telegram, name: "Telegram", address: "Anna",
            state: .on, createdAt: clock.now)
        channel.chat = person
        return try await keep(channel)
    }

    private func keep(_ channel: Channel) async throws -> String {
        try await store.write(deadline: nil, weight: 1) { try $0.save(channel) }
        return channel.id
    }

    /// Adds a private chat and links it by Start.
    func linkChat(_ person: Int64 = 1001, of user: String = "anna") async throws -> String {
        let added = try await send(NotificationsSignal.AddChannel(kind: .telegram), as: user)
        let code = try #require(added.link?.split(separator: "=").last.map(String.init))
        let start = HouseEvent.Start(person: person, name: "Anna", language: .en, code: code)
        try await follower.take(
            [HouseEvent(sequence: 1, source: "chats", time: clock.now, content: .start(start))], of: "chats")
        return added.channel.id
    }

    /// Sends due messages until none is left.
    ///
    /// - Parameter courier: One with other senders than the scripted one.
    func deliver(by courier: Courier? = nil) async throws {
        try await dueNotices.work()
        while true {
            let now = clock.now
            let due = try await store.read { try $0.due(at: now, limit: 100) }
            if due.isEmpty { return }
            for delivery in due { try await (courier ?? self.courier).deliver(delivery.id) }
        }
    }

    func rubles(_ minorUnits: Int64) -> Money {
        guard let currency = Currency(code: "RUB") else { preconditionFailure("RUB is a currency.") }
        return Money(minorUnits: minorUnits, currency: currency)
    }
}

/// A scripted sender for channels of every kind, which records its messages.
final class ScriptedSender: ChannelSending {
    private let state = Mutex<(sent: [Parcel], outcomes: [SendOutcome?])>(([], []))

    /// A private address, which it refuses beforehand.
    static let privateAddress = "https://192.168.1.7/hook"

    func refusal(of address: String) -> Reason? { address == Self.privateAddress ? .addressNotAllowed : nil }

    /// The recorded messages in order.
    var sent: [Parcel] { state.withLock { $0.sent } }

    /// Scripts the outcomes of the next attempts. All later messages are accepted.
    func script(_ outcomes: SendOutcome?...) { state.withLock { $0.outcomes += outcomes } }

    func send(_ parcel: Parcel) async -> SendOutcome? {
        state.withLock { state in
            state.sent.append(parcel)
            return state.outcomes.isEmpty ? .taken(answer: "ok", messageID: 77) : state.outcomes.removeFirst()
        }
    }
}

/// A subscriptions service that records its requests.
final class ScriptedPayments: ActionService {
    let node = CoordinatorNode()

    struct Asked: Hashable, Sendable {
        let action: ButtonData.Action
        let subscription: String
        let day: CalendarDay
        let userID: String
        let key: String
    }

    private let state = Mutex<(asked: [Asked], fault: Fault?)>(([], nil))

    var asked: [Asked] { state.withLock { $0.asked } }

    func refuse(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    var handlers: SignalHandlers {
        var handlers = SignalHandlers()
        handlers.answer(SubscriptionsSignal.Pay.self) { [self] pay, context in
            try settle(.paid, pay.id, pay.date, of: pay.user, context)
        }
        handlers.answer(SubscriptionsSignal.Skip.self) { [self] skip, context in
            try settle(.skip, skip.id, skip.date, of: skip.user, context)
        }
        return handlers
    }

    private func settle(
        _ action: ButtonData.Action, _ id: String, _ date: CalendarDay?, of user: String?, _ context: SignalContext
    ) throws -> SubscriptionsSignal.PaymentAnswer {
        let day = date ?? CalendarDay(daysSince1970: 0)
        let fault = state.withLock { state in
            state.asked.append(
                Asked(
                    action: action, subscription: id, day: day, userID: user ?? "",
                    key: context.idempotencyKey ?? ""))
            return state.fault
        }
        if let fault { throw fault }
        let title = SubscriptionsSignal.Title(ru: "Music", en: "Music")
        guard let currency = Currency(code: "RUB") else { throw Fault(.internalFault, "There are roubles.") }
        let price = Money(minorUnits: 29_900, currency: currency)
        return SubscriptionsSignal.PaymentAnswer(
            payment: SubscriptionsSignal.Payment(
                id: "p1", subscription: id, title: title, date: day, amount: price, status: .paid),
            subscription: SubscriptionsSignal.Subscription(
                id: id, service: "own-music", title: title, color: nil, amount: price,
                every: SubscriptionsSignal.Every(count: 1, unit: .month), start: day, nextPayment: nil, status: .active,
                description: nil, category: nil, remindDaysBefore: [], cancelDaysBefore: nil, payFrom: nil,
                trialUntil: nil, ends: nil, prices: [], createdAt: Instant(microseconds: 0)))
    }
}

/// A bot with a name, unless Telegram is scripted to fail.
final class ScriptedBot: BotNaming {
    private let fault = Mutex<Fault?>(nil)

    func fail(with fault: Fault?) { self.fault.withLock { $0 = fault } }

    func name() async throws -> String {
        if let fault = fault.withLock({ $0 }) { throw fault }
        return "kopilka_bot"
    }
}

/// An auth that stores any zone and accepts every proof, unless a test scripts another result.
final class ScriptedPeople: ActionService {
    let node = CoordinatorNode()

    private let state = Mutex<[String]>([])
    private let checking = Mutex<(answer: AuthSignal.CodeResult?, asked: [AuthSignal.CheckCode], attempts: [String])>(
        (nil, [], []))

    /// The zones that were set, in order.
    var zones: [String] { state.withLock { $0 } }

    /// The recorded checks, and their keys.
    var asked: [AuthSignal.CheckCode] { checking.withLock { $0.asked } }
    var attempts: [String] { checking.withLock { $0.attempts } }

    /// Sets the result of all further checks, except those of the code `right`.
    func answer(_ result: AuthSignal.CodeResult) { checking.withLock { $0.answer = result } }

    var handlers: SignalHandlers {
        var handlers = SignalHandlers()
        handlers.answer(AuthSignal.CheckCode.self) { [self] signal, context in
            check(signal, attempt: context.idempotencyKey ?? "")
        }
        handlers.answer(AuthSignal.SetZone.self) { [self] signal, _ in setZone(signal.zone) }
        return handlers
    }

    private func check(_ signal: AuthSignal.CheckCode, attempt: String) -> AuthSignal.CodeCheck {
        checking.withLock { checking in
            checking.asked.append(signal)
            checking.attempts.append(attempt)
            let isRight = checking.answer == nil || signal.code == "right"
            return AuthSignal.CodeCheck(result: isRight ? .proved : checking.answer ?? .proved)
        }
    }

    private func setZone(_ zone: String) -> AuthSignal.ZoneAnswer {
        let revision = state.withLock { zones in
            zones.append(zone)
            return zones.count
        }
        return AuthSignal.ZoneAnswer(zone: zone, revision: Int64(revision))
    }
}

/// An auth with scripted names, which records its requests.
final class ScriptedNames: ActionService {
    let node = CoordinatorNode()

    private struct State {
        var names: [String: String] = [:]
        var fault: Fault?
        var asked: [[String]] = []
        var meanwhile: (@Sendable () async throws -> Void)?
    }

    private let state = Mutex(State())

    /// The recorded requests.
    var asked: [[String]] { state.withLock { $0.asked } }

    func name(_ user: String, _ name: String) { state.withLock { $0.names[user] = name } }

    func fail(with fault: Fault?) { state.withLock { $0.fault = fault } }

    /// Runs `body` while the next answer is on its way.
    func meanwhile(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.meanwhile = body } }

    var handlers: SignalHandlers {
        var handlers = SignalHandlers()
        handlers.answer(AuthSignal.FindPeople.self) { [self] signal, _ in
            let names = try await shownNames(of: signal.userIds)
            return AuthSignal.PeopleFound(people: names.map { AuthSignal.Person(userId: $0, shownName: $1) })
        }
        return handlers
    }

    private func shownNames(of userIDs: [String]) async throws -> [String: String] {
        let (names, fault, meanwhile) = state.withLock { state in
            state.asked.append(userIDs)
            defer { state.meanwhile = nil }
            return (state.names.filter { userIDs.contains($0.key) }, state.fault, state.meanwhile)
        }
        try await meanwhile?()
        if let fault { throw fault }
        return names
    }
}

extension SendAnswer: ExpressibleByStringLiteral {
    /// Creates an answer in the words of the other side.
    public init(stringLiteral text: String) { self.init(verbatim: text) }
}
