import Coordination
import Curl
import Domain
import Reasons
import Signals
import Sodium
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import NotificationsService

/// Channels of ntfy and Gotify: how they are set up, and what becomes of their messages.
@Suite struct PushChannelTests {
    typealias House = NotificationsHouse
    private typealias N = NotificationsSignal

    private static func add(
        _ kind: N.ChannelKind, at url: String = "https://push.example", token: String? = "AbC.123"
    ) -> N.AddChannel {
        .init(kind: kind, url: url, topic: kind == .ntfy ? "annas-money" : nil, token: token)
    }

    @Test(arguments: House.Keeping.allCases)
    func channelsAreSetUpAndNoneShowsItsToken(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let ntfy = try await house.send(Self.add(.ntfy, at: "https://push.example:8443/"), key: "k1")
            #expect(ntfy.channel.address == "https://push.example:8443/annas-money" && ntfy.channel.state == .on)
            #expect(ntfy.channel.name == ntfy.channel.address && ntfy.secret == nil && ntfy.link == nil)
            #expect(try await house.send(Self.add(.ntfy, at: "https://push.example:8443/"), key: "k1") == ntfy)
            let open = try await house.send(Self.add(.ntfy, token: nil))
            let gotify = try await house.send(Self.add(.gotify, at: "https://push.example/inside//"))
            #expect(gotify.channel.address == "https://push.example/inside" && gotify.secret == nil)
            let told = try #require(try await house.inbox().first)
            #expect(told.kind == .channelAdded && told.body.contains("Gotify: push.example."), "\(told.body)")
            for (id, token) in [(ntfy.channel.id, "AbC.123"), (open.channel.id, nil), (gotify.channel.id, "AbC.123")] {
                let channel = try #require(try await house.store.read { try $0.channel(id) })
                #expect(try channel.secret.map { try house.vault.openToken($0, of: id).text } == token)
                #expect(!String(decoding: channel.secret ?? [], as: UTF8.self).contains("AbC"))
            }
            // A token is neither the key of a webhook nor that of another channel.
            let sealed = try #require(try await house.store.read { try $0.channel(ntfy.channel.id)?.secret })
            #expect(throws: SecretVault.CannotOpen.self) { try house.vault.open(sealed, of: ntfy.channel.id) }
            #expect(throws: SecretVault.CannotOpen.self) { try house.vault.openToken(sealed, of: gotify.channel.id) }
        }
    }

    @Test(
        arguments: [
            (.init(kind: .ntfy, url: "https://push.example"), "topic"),
            (.init(kind: .ntfy, url: "https://push.example", topic: ""), "topic"),
            (.init(kind: .ntfy, url: "https://push.example", topic: "a/b"), "topic"),
            (.init(kind: .ntfy, url: "https://push.example", topic: "тема"), "topic"),
            (.init(kind: .ntfy, url: "https://push.example", topic: String(repeating: "a", count: 65)), "topic"),
            (.init(kind: .ntfy, topic: "a"), "url"), (.init(kind: .ntfy, url: "push.example", topic: "a"), "url"),
            (.init(kind: .ntfy, url: "https://push.example/a", topic: "a"), "url"),
            (.init(kind: .ntfy, url: "https://push.example?a", topic: "a"), "url"),
            (.init(kind: .ntfy, url: "https:///", topic: "a"), "url"),
            (.init(kind: .ntfy, url: "https://push.example", secret: "whsec_x", topic: "a"), "secret"),
            (.init(kind: .ntfy, url: "https://push.example", topic: "a", token: ""), "token"),
            (.init(kind: .ntfy, url: "https://push.example", topic: "a", token: "a\r\nX: y"), "token"),
            (.init(kind: .gotify, url: "https://push.example"), "token"),
            (.init(kind: .gotify, url: "https://push.example/?token=a", token: "a"), "url"),
            (.init(kind: .gotify, url: "https://a@push.example", token: "a"), "url"),
            (.init(kind: .gotify, url: "https://push.example", topic: "a", token: "a"), "topic"),
            (.init(kind: .gotify, url: "https://push.example", token: String(repeating: "a", count: 257)), "token"),
            (.init(kind: .webhook, url: "https://robot.example", token: "a"), "token"),
            (.init(kind: .email, address: "anna@example.org", topic: "a"), "topic"),
            (.init(kind: .telegram, token: "a"), "token"),
            (.init(kind: .gotify, url: ScriptedSender.privateAddress, token: "a"), "url"),
        ] as [(NotificationsSignal.AddChannel, String)])
    func whatIsNoServerTopicOrTokenIsRefused(signal: NotificationsSignal.AddChannel, field: String) async throws {
        try await House.with(.memory) { house in
            do {
                try await house.send(signal)
                Issue.record("\(signal) was taken")
            } catch let fault as Fault {
                #expect(fault.code == .invalidArgument && fault.field == field, "\(fault)")
                #expect(!"\(fault)".contains("\r"))
            }
            #expect(try await house.send(N.Channels()).channels.isEmpty)
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func aTokenIsReplacedByItsOwnerAlone(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let id = try await house.send(Self.add(.gotify)).channel.id
            let robot = try await house.webhook()
            func token() async throws -> String? {
                let channel = try await house.store.read { try $0.channel(id) }
                return try channel?.secret.map { try house.vault.openToken($0, of: id).text }
            }
            for (signal, code) in [
                (.init(channel: id), .invalidArgument), (.init(channel: id, token: " "), .invalidArgument),
                (.init(channel: id, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), .conflict),
                (.init(channel: robot, token: "new"), .conflict),
            ] as [(N.RotateSecret, FaultCode)] {
                #expect(try await house.fault(of: signal) == code, "\(signal)")
            }
            let rotate = N.RotateSecret(channel: id, token: "new")
            #expect(try await house.fault(of: rotate, as: "boris") == .notFound)
            house.people.answer(.passwordNeeded)
            #expect(try await house.fault(of: rotate) == .confirmationRequired)
            #expect(try await token() == "AbC.123")
            let rotated = try await house.send(N.RotateSecret(channel: id, token: "new", code: "right"))
            #expect(try await token() == "new" && rotated.secret == nil)
            #expect(try await house.store.read { try $0.channel(id)?.oldSecret } == nil, "the old one is forgotten")
            #expect(try await house.inbox().first?.kind == .channelSecretChanged)
        }
    }

    /// A courier that sends to stand-ins.
    private static func courier(_ house: House) throws -> Courier {
        let block = try #require(AddressBlock("127.0.0.0/8"))
        func sender(_ form: any WebForm) -> WebSender {
            WebSender(client: HTTPClient(), clock: house.clock.wallClock, allowed: [block], form: form)
        }
        return Courier(
            store: house.store,
            senders: [
                .ntfy: sender(NtfyForm(vault: house.vault)), .gotify: sender(GotifyForm(vault: house.vault)),
                .email: house.sender,
            ], zones: House.zones, clock: house.clock.wallClock, chance: { 0 })
    }

    /// A stand-in that gives these answers, and takes everything after them. It has the ids of messages as its server
    /// sees them.
    private static func standIn(
        _ kind: NotificationsSignal.ChannelKind, _ answers: [ServedAnswer]
    ) throws -> (server: LoopbackServer, ids: SentIDs) {
        let ids = SentIDs()
        let server = try LoopbackServer { request in
            let root = try? JSONDocument(request.body).root
            let id =
                kind == .ntfy
                ? root?.member("sequence_id") : root?.member("extras")?.member("kopilka::message")?.member("id")
            let number = ids.add(id?.string ?? "")
            return number <= answers.count ? answers[number - 1] : .answer(status: 200, body: PushTests.receipt(kind))
        }
        return (server, ids)
    }

    @Test(arguments: House.Keeping.allCases, PushTests.kinds)
    func whatFailsIsTriedAgainUnderTheSameID(keeping: House.Keeping, kind: NotificationsSignal.ChannelKind) async throws
    {
        let (server, ids) = try Self.standIn(
            kind,
            [
                .answer(status: 500), .raw([]), .answer(status: 200, body: Array("<html>".utf8)),
                .answer(status: 302, headers: [("Location", "/")]),
                .answer(status: 429, headers: [("Retry-After", "40")]),
            ])
        try await House.with(keeping) { house in
            try await house.send(Self.add(kind, at: server.url))
            let courier = try Self.courier(house)
            try await house.follower.take([house.money(1)], of: "ledger")
            for pause in Delivery.pauses.prefix(4) {
                try await house.deliver(by: courier)
                house.clock.advance(by: pause)
            }
            try await house.deliver(by: courier)
            let paused = try await house.send(N.Channels()).channels
            #expect(paused.map(\.pausedUntil) == [house.clock.now + .seconds(40)])
            house.clock.advance(by: .seconds(39))
            try await house.deliver(by: courier)
            #expect(ids.all.count == 5, "the server asked for a pause")
            house.clock.advance(by: .seconds(1))
            try await house.deliver(by: courier)
            #expect(ids.all.count == 6 && Set(ids.all).count == 1 && ids.all.first != "", "\(ids.all)")
            let id = try #require(try await house.inbox().first { $0.kind == .moneyIn }).id
            let deliveries = try await house.send(N.Show(id: id)).deliveries
            #expect(deliveries.map(\.state) == [.sent] && deliveries.map(\.id) == [ids.all[0]])
        }
        server.stop()
    }

    @Test(arguments: House.Keeping.allCases, PushTests.kinds)
    func aTokenThatIsNotAcceptedSwitchesTheChannelOffAndANewOneSendsAgain(
        keeping: House.Keeping, kind: NotificationsSignal.ChannelKind
    ) async throws {
        let (server, ids) = try Self.standIn(kind, [.answer(status: 401)])
        try await House.with(keeping) { house in
            let id = try await house.send(Self.add(kind, at: server.url)).channel.id
            try await house.send(N.AddChannel(kind: .email, address: "anna@example.org"))
            try await house.send(
                N.SetPreferences(
                    language: .ru,
                    rules: [
                        N.Rule(category: .security, channel: kind, carrying: .now)
                    ]))
            let courier = try Self.courier(house)
            try await house.deliver(by: courier)
            let channels = try await house.send(N.Channels()).channels
            #expect(channels.map(\.state) == [.off, .on])
            #expect(channels[0].explanation?.reason == Reason.tokenNotAccepted.name)
            let told = try #require(house.sender.sent.last { $0.notices[0].kind == .channelOff })
            #expect(told.letter.text().contains("статус 401: серверу нужен другой токен"), "\(told.letter.text())")
            try await house.send(N.RotateSecret(channel: id, token: "new"))
            try await house.send(N.SwitchChannel(channel: id, on: true))
            let failed = try #require(try await house.send(N.Failed()).failed.first)
            try await house.send(N.Resend(id: failed.id))
            try await house.deliver(by: courier)
            #expect(ids.all.filter { $0 == failed.id }.count == 2, "it goes again under its id")
        }
        server.stop()
    }

    @Test(arguments: [400, 404, 413], PushTests.kinds)
    func aMessageThatIsRefusedIsGivenUpAndTheNextOneGoes(
        status: Int, kind: NotificationsSignal.ChannelKind
    ) async throws {
        let (server, ids) = try Self.standIn(kind, [.answer(status: status)])
        try await House.with { house in
            try await house.send(Self.add(kind, at: server.url))
            let courier = try Self.courier(house)
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.deliver(by: courier)
            #expect(ids.all.count == 1)
            let failed = try await house.send(N.Failed()).failed
            #expect(failed.map(\.answer) == ["status \(status)"])
            #expect(try await house.inbox().contains { $0.kind == .deliveryFailed })
            try await house.follower.take([house.money(2)], of: "ledger")
            try await house.deliver(by: courier)
            #expect(ids.all.count == 2)
            #expect(try await house.send(N.Channels()).channels.map(\.state) == [.on])
        }
        server.stop()
    }
}

/// The ids of messages that a stand-in got, in order.
private final class SentIDs: Sendable {
    private let ids = Mutex<[String]>([])

    var all: [String] { ids.withLock { $0 } }

    /// - Returns: How many there are.
    func add(_ id: String) -> Int {
        ids.withLock { ids in
            ids.append(id)
            return ids.count
        }
    }
}
