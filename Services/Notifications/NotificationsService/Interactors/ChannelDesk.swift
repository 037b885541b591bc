import Coordination
import Domain
import Signals
import Sodium
import Synchronization

import struct Storage.KeyedRequest

/// Knows the house's bot.
package protocol BotNaming: Sendable {
    /// The name of the bot after the @.
    /// - Throws: `Fault` `telegramUnavailable` when there is none, `unavailable` when Telegram does not say.
    func name() async throws -> String
}

/// Sets channels up, changes and tries them. Every change takes more than a session, and is told to all of a person's channels.
package struct ChannelDesk: Sendable {
    private static let longestName = 60
    /// So many tests in so long.
    private static let tests = (most: 10, within: Duration.seconds(600))

    let store: any NotificationsStore
    let senders: [NotificationsSignal.ChannelKind: any ChannelSending]
    let bot: any BotNaming
    let vault: SecretVault
    let people: any PeopleDesk
    let zones: Zones
    let clock: WallClock
    /// Told that there may be something to send.
    let ring: @Sendable () -> Void
    let turns = TestTurns()
    var gate: ProofGate { ProofGate(people: people) }

    /// A channel, its load, and what its owner is told of it once.
    struct Added: Sendable {
        let channel: Channel
        let link: String?
        let secret: String?
    }

    /// A channel and how much is in it.
    struct Entry: Sendable {
        let channel: Channel
        let load: ChannelLoad
    }

    // MARK: Listing

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func list(_ context: SignalContext) async throws -> [Entry] {
        let user = try context.caller.requireUser().userID
        return try await store.read { try Self.entries(of: user, in: $0) }
    }

    static func entries(of user: String, in reading: any NotificationsReading) throws -> [Entry] {
        try reading.channels(of: user).map { Entry(channel: $0, load: try reading.load(of: $0.id)) }
    }

    // MARK: Adding

    /// - Parameter keyed: What is done once, which does not depend on how it was proved.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `telegramUnavailable`, `unavailable`, `conflict`, `limitExceeded`, `confirmationRequired`, `tooManyAttempts`,
    ///   `wrongCode`.
    func add(
        _ signal: NotificationsSignal.AddChannel, _ keyed: KeyedRequest?, _ context: SignalContext
    ) async throws -> Added {
        let user = try context.caller.requireUser().userID
        let (address, secret) = try Self.target(of: signal)
        if let rule = senders[signal.kind]?.refusal(of: address) { throw Fault.invalidArgument("url", rule) }
        let name = try Self.name(signal.name) ?? (signal.kind == .telegram ? "Telegram" : address)
        let botName = signal.kind == .telegram ? try await bot.name() : nil
        let now = clock.now()
        let (id, code) = (Identifier.random(length: 16), Identifier.random(length: 26))
        let link = botName.map { "https://t.me/\($0)?start=\(AuthEvent.TelegramStarted.codeMark)\(code)" }
        let added = try await gate.pass(with: signal.code, context: context) { proof in
            try await store.write(deadline: context.deadline) { [vault, zones] books in
                let kept = try books.once(keyed) {
                    guard try books.channels(of: user).count < Channel.most else {
                        throw Fault(
                            .limitExceeded, "There are \(Channel.most) channels already; take one away first.",
                            details: ["limit": .number(Channel.most)])
                    }
                    try ProofGate.require(proof)
                    var channel = Channel(
                        id: id, userID: user, kind: signal.kind, name: name, address: address,
                        state: signal.kind == .telegram ? .pending : .on, createdAt: now)
                    if link != nil {
                        channel.linkDigest = Self.digest(code)
                        channel.linkExpiresAt = now + Channel.linkLife
                    }
                    if let secret { channel.secret = try vault.seal(secret, of: id) }
                    try books.save(channel)
                    // A chat carries nothing, and has no name, before its owner presses Start.
                    if channel.state == .on {
                        try ChannelNews(books: books, router: Router(books, zones, at: now), now: now)
                            .tell(.channelAdded, of: channel)
                    }
                    return id
                }
                guard var channel = try books.channel(kept), !channel.isRemoved else { throw Self.notFound }
                // Asked again with the same key, the secret is opened once more; a code is kept nowhere, so a new one is made.
                if kept != id, channel.state == .pending {
                    (channel.linkDigest, channel.linkExpiresAt) = (Self.digest(code), now + Channel.linkLife)
                    try books.save(channel)
                }
                let told = try channel.secret.map { try vault.open($0, of: kept).text }
                return Added(channel: channel, link: channel.state == .pending ? link : nil, secret: told)
            }
        }
        ring()
        return added
    }

    private static func digest(_ code: String) -> [UInt8] {
        Digest.blake2b256(Array((AuthEvent.TelegramStarted.codeMark + code).utf8))
    }

    private static func target(
        of signal: NotificationsSignal.AddChannel
    ) throws(Fault) -> (address: String, secret: WebhookSecret?) {
        func refuse(_ value: String?, _ field: String) throws(Fault) {
            guard value == nil else { throw .invalidArgument(field, "does not go with this kind of channel") }
        }
        switch signal.kind {
        case .telegram:
            try refuse(signal.address, "address")
            try refuse(signal.url, "url")
            try refuse(signal.secret, "secret")
            return ("", nil)
        case .email:
            try refuse(signal.url, "url")
            try refuse(signal.secret, "secret")
            guard let address = signal.address.flatMap({ EmailAddress($0) }) else {
                throw .invalidArgument("address", "must be an address such as anna@example.org")
            }
            return (address.text, nil)
        case .webhook:
            try refuse(signal.address, "address")
            guard let url = signal.url, isWebAddress(url) else {
                throw .invalidArgument(
                    "url",
                    "must be an https:// URL of at most 2000 visible ASCII characters, without a user or a fragment")
            }
            guard let text = signal.secret else { return (url, .random()) }
            return (url, try secret(text))
        }
    }

    static func secret(_ text: String) throws(Fault) -> WebhookSecret {
        guard let secret = WebhookSecret(text) else {
            throw .invalidArgument("secret", "must be whsec_ and 24 to 64 bytes in Base64")
        }
        return secret
    }

    private static func isWebAddress(_ url: String) -> Bool {
        guard let host = Channel.host(of: url), url.utf8.count <= 2000,
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return false }
        return !host.isEmpty && !url.contains("#") && !host.contains("@") && !host.contains("\\")
    }

    private static func name(_ name: String?) throws(Fault) -> String? {
        guard let name else { return nil }
        guard (1...longestName).contains(name.count), name.utf8.count <= 4 * longestName,
            PlainText.isPlain(name), name.contains(where: { $0 != " " })
        else { throw .invalidArgument("name", "must be 1 to \(longestName) characters on one line") }
        return name
    }

    // MARK: Testing

    /// What the other side answered, and how long that took.
    struct TestResult: Sendable {
        let outcome: SendOutcome
        let time: Duration
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`, `conflict`,
    ///   `tooManyAttempts`.
    func test(_ id: String, _ context: SignalContext) async throws -> TestResult {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        let (channel, preferences) = try await store.read { reading in
            (try Self.own(id, of: user, in: reading), try reading.preferences(of: user))
        }
        guard channel.state != .pending else { throw Self.isPending }
        guard turns.take(user, at: now, most: Self.tests.most, within: Self.tests.within) else {
            throw Fault(
                .tooManyAttempts, "\(Self.tests.most) tests in ten minutes are the limit. Wait a little.",
                retryAfterMilliseconds: Int(Self.tests.within.wholeMilliseconds))
        }
        let began = ContinuousClock.now
        let outcome = await senders[channel.kind]?.send(Self.parcel(channel, preferences, zones, at: now))
        if case .forbidden(let reason)? = outcome {
            try await store.write(deadline: context.deadline) { books in
                guard var channel = try books.channel(id), channel.state == .on else { return }
                try Courier.switchOff(&channel, because: reason, in: books)
            }
        }
        return TestResult(
            outcome: outcome ?? .later("The test was broken off: notifications is about to end."),
            time: .now - began)
    }

    private static func parcel(
        _ channel: Channel, _ preferences: Preferences, _ zones: Zones, at now: Instant
    ) -> Parcel {
        let id = Identifier.timeOrdered(at: now)
        var facts = NoticeFacts()
        facts.name = channel.name
        let notice = Notice(
            id: id, userID: channel.userID, event: "notifications-test-\(id)", kind: .channelTest, facts: facts,
            occurredAt: now, createdAt: now, isLate: false)
        return Parcel(
            channel: channel,
            delivery: Delivery(
                id: id, userID: channel.userID, channelID: channel.id, form: .single, dueAt: now, attempts: 1,
                createdAt: now),
            notices: [notice], wording: zones.wording(preferences))
    }
}

/// Counts tests, so that nobody sends others mail by the hundred.
final class TestTurns: Sendable {
    private let times = Mutex<[String: [Instant]]>([:])

    /// - Returns: Whether there is a turn left.
    func take(_ user: String, at now: Instant, most: Int, within time: Duration) -> Bool {
        times.withLock { times in
            times = times.compactMapValues { list in
                let recent = list.filter { now - $0 < time }
                return recent.isEmpty ? nil : recent
            }
            guard times[user, default: []].count < most else { return false }
            times[user, default: []].append(now)
            return true
        }
    }
}
