import Coordination
import Domain
import Reasons
import Signals
import Storage
import TestSupport
import Testing

@testable import NotificationsService

/// Goal: a session alone cannot change a channel, and every change is reported where the owner looks.
@Suite struct ChannelProofTests {
    typealias House = NotificationsHouse

    /// Returns all changes of channels, for a house with one channel of each kind.
    private static func changes(
        _ robot: String, code: String? = nil
    ) -> [(House) async throws -> Fault?] {
        func sending<S: Signal>(_ signal: S) -> (House) async throws -> Fault? {
            { house in
                do {
                    try await house.send(signal)
                    return nil
                } catch let fault as Fault {
                    return fault
                }
            }
        }
        return [
            sending(NotificationsSignal.AddChannel(kind: .webhook, url: "https://thief.example/x", code: code)),
            sending(NotificationsSignal.AddChannel(kind: .email, address: "thief@example.org", code: code)),
            sending(NotificationsSignal.AddChannel(kind: .telegram, code: code)),
            sending(NotificationsSignal.RotateSecret(channel: robot, code: code)),
            sending(NotificationsSignal.SwitchChannel(channel: robot, on: false, code: code)),
            sending(NotificationsSignal.RemoveChannel(channel: robot, code: code)),
        ]
    }

    @Test(arguments: House.Keeping.allCases)
    func aSessionAloneChangesNoChannel(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let (robot, _) = (try await house.webhook(), try await house.chat())
            let before = try await house.send(NotificationsSignal.Channels())
            let answers: [(AuthSignal.CodeResult, FaultCode, String?)] = [
                (.passwordNeeded, .confirmationRequired, "password"), (.notEnrolled, .confirmationRequired, "signIn"),
                (.wrong, .confirmationRequired, nil), (.tooManyAttempts, .tooManyAttempts, nil),
            ]
            for (answer, code, detail) in answers {
                house.people.answer(answer)
                for change in Self.changes(robot) {
                    let fault = try #require(try await change(house))
                    let told = ["password", "signIn"].filter { fault.details[$0] == .flag(true) }
                    #expect(fault.code == code && told == [detail].compactMap { $0 }, "\(fault)")
                }
            }
            house.people.answer(.wrong)
            for change in Self.changes(robot, code: "123456") { #expect(try await change(house)?.code == .wrongCode) }
            #expect(try await house.send(NotificationsSignal.Channels()) == before)
            #expect(try await house.inbox().isEmpty)
            for change in Self.changes(robot, code: "right") { #expect(try await change(house) == nil) }
            #expect(house.people.asked.allSatisfy { $0.userId == "anna" && $0.sessionId == "s-anna" })
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func everyChangeIsToldInTheInboxAndInAllOtherChannelsAndLastInTheOneThatEnds(
        keeping: House.Keeping
    ) async throws {
        try await House.with(keeping) { house in
            let (old, _) = (try await house.webhook("old"), try await house.chat())
            func told() async throws -> [String] {
                let known = house.sender.sent.count
                try await house.deliver()
                return house.sender.sent.dropFirst(known).map { "\($0.channel.name): \($0.letter.title)" }.sorted()
            }
            let added = try await house.send(
                NotificationsSignal.AddChannel(kind: .webhook, name: "new", url: "https://new.example/x?key=hidden")
            ).channel.id
            #expect(try await told() == ["Telegram: A channel was added: new", "old: A channel was added: new"])
            let body = try #require(try await house.inbox().first { $0.kind == .channelAdded }).body
            #expect(body.contains("Webhook: new.example.") && !body.contains("hidden"), "\(body)")

            try await house.send(NotificationsSignal.RotateSecret(channel: added))
            #expect(try await told().count == 3)
            try await house.send(NotificationsSignal.SwitchChannel(channel: added, on: false))
            let off = "A channel was switched off: new"
            #expect(try await told() == ["Telegram: \(off)", "new: \(off)", "old: \(off)"])
            try await house.send(NotificationsSignal.SwitchChannel(channel: added, on: true))
            #expect(try await told().count == 3)
            let left = try await house.send(NotificationsSignal.RemoveChannel(channel: added)).channels
            #expect(left.count == 2 && !left.contains { $0.id == added })
            let removed = "A channel was removed: new"
            #expect(try await told() == ["Telegram: \(removed)", "new: \(removed)", "old: \(removed)"])
            #expect(try await house.store.read { try $0.channel(added) } == nil, "nothing of it is left")

            // The last channel announces its own removal, which is also in the inbox.
            try await house.send(NotificationsSignal.RemoveChannel(channel: old))
            #expect(try await told().count == 2)
            let kinds = try await house.inbox().map(\.kind)
            #expect(
                kinds == [
                    .channelRemoved, .channelRemoved, .channelSwitchedOn, .channelSwitchedOff, .channelSecretChanged,
                    .channelAdded,
                ])
            #expect(try await house.inbox().allSatisfy { $0.category == .security })
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func theLastMessageIsTriedLikeAnyOtherAndNothingElseGoesThere(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            let (gone, mute) = (try await house.webhook("gone"), try await house.webhook("mute"))
            house.sender.script(.later("status 500"), .later("status 500"))
            try await house.send(NotificationsSignal.RemoveChannel(channel: gone))
            try await house.deliver()
            try await house.send(NotificationsSignal.SwitchChannel(channel: mute, on: false))
            try await house.follower.take([house.money(1), house.signIn(2)], of: "ledger")
            #expect(try await house.fault(of: NotificationsSignal.Test(channel: gone)) == .notFound)
            #expect(try await house.fault(of: NotificationsSignal.RemoveChannel(channel: gone)) == .notFound)
            for _ in Delivery.pauses {
                house.clock.advance(by: .seconds(86_400))
                try await house.deliver()
            }
            #expect(
                Set(house.sender.sent.map { "\($0.channel.name) \($0.letter.title)" }) == [
                    "gone A channel was removed: gone", "mute A channel was removed: gone",
                    "mute A channel was switched off: mute",
                ])
            #expect(try await house.store.read { try $0.channel(gone) } == nil)
            let channels = try await house.send(NotificationsSignal.Channels()).channels
            #expect(channels.map(\.state) == [.off] && channels[0].waiting == 0)
        }
    }

    @Test func aRemovedChannelThatNeverAnswersIsForgottenAndNobodyIsToldOfThat() async throws {
        try await House.with { house in
            let id = try await house.webhook("gone")
            house.sender.script(.gone("status 410"))
            try await house.send(NotificationsSignal.RemoveChannel(channel: id))
            try await house.deliver()
            #expect(try await house.store.read { try $0.channel(id) } == nil)
            #expect(try await house.inbox().map(\.kind) == [.channelRemoved])
        }
    }

    @Test func theSameRequestWithTheNextCodeIsTheSameRequestAndTakesNoCodeOnceItIsDone() async throws {
        try await House.with { house in
            house.people.answer(.wrong)
            func add(_ code: String?) -> NotificationsSignal.AddChannel {
                .init(kind: .webhook, url: "https://robot.example/x", code: code)
            }
            #expect(try await house.fault(of: add("late"), key: "k") == .wrongCode)
            let added = try await house.send(add("right"), key: "k")
            #expect(try await house.send(add("another"), key: "k") == added)
            #expect(house.people.attempts == ["k", "k"])
            #expect(try await house.send(NotificationsSignal.Channels()).channels.count == 1)
        }
    }

    @Test func aChatIsToldOfWhenItsOwnerPressesStart() async throws {
        try await House.with { house in
            _ = try await house.webhook()
            try await house.send(NotificationsSignal.AddChannel(kind: .telegram))
            #expect(try await house.inbox().isEmpty)
            _ = try await house.linkChat()
            let told = try await house.inbox()
            #expect(told.map(\.kind) == [.channelAdded] && told[0].body.contains("Telegram: Anna."), "\(told)")
            try await house.deliver()
            #expect(house.sender.sent.map(\.channel.kind) == [.webhook])
        }
    }

    @Test func channelsOfBeforeWorkAndLinksThatWereMadeWithoutAProofDoNot() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("notifications.db")
        let old = try await Store.open(
            at: path, migrations: NotificationsMigrations.all.filter { $0.version < 6 }, options: StoreOptions())
        try await old.write { transaction in
            try transaction.connection.execute(
                """
                INSERT INTO channels (id, user_id, kind, name, address, state, created_us, is_failing)
                VALUES ('c1', 'anna', 'webhook', 'robot', 'https://robot.example/x', 'on', 1, 0);
                INSERT INTO channels (id, user_id, kind, name, address, state, created_us, is_failing, link_expires_us)
                VALUES ('c2', 'anna', 'telegram', 'Telegram', '', 'pending', 1, 0, 4000000000000000);
                """)
        }
        await old.close()
        try await House.with(in: directory) { house in
            let channels = try await house.send(NotificationsSignal.Channels()).channels
            #expect(channels.map(\.state) == [.on, .pending])
            try await house.follower.take([house.signIn(1)], of: "auth")
            try await house.deliver()
            #expect(house.sender.sent.map(\.channel.name) == ["robot"])
            let pending = try #require(try await house.store.read { try $0.channel("c2") })
            #expect(pending.linkExpiresAt.map { $0 < house.clock.now } == true)
        }
    }
}
