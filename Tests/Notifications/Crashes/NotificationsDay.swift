import Coordination
import CrashPoints
import Domain
import Signals
import Sodium
import Storage
import TestSupport

@testable import NotificationsService

private typealias N = NotificationsSignal

/// A day of notifications: events that become notices, an inbox, channels and what goes out by them.
struct NotificationsDay: CrashDay {
    struct House: Sendable {
        let notifications: NotificationsHouse
        let store: SQLiteNotificationsStore
    }

    static let name = "notifications"
    private let vaultKey = SecretBytes.random(count: 32)

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        let store = try await SQLiteNotificationsStore.open(at: path, options: options)
        let house = NotificationsHouse(store, clock, vaultKey: vaultKey)
        return OpenHouse(House(notifications: house, store: store), over: store.store)
    }

    /// Each event of ledger that was read is one notice.
    func problems(of house: House, _ store: Store) async throws -> [String] {
        let inbox = try await house.notifications.inbox()
        let ids = Set(inbox.map(\.id))
        return ids.count == inbox.count ? [] : ["\(inbox.count) notices, \(ids.count) of them different"]
    }

    private static func money(_ name: String, _ numbers: ClosedRange<Int64>) -> CrashStep<House> {
        .change(name, commits: 2) { house, _ in
            let events = numbers.map { house.notifications.money($0) }
            _ = try await house.notifications.follower.take(events, of: "ledger")
        }
    }

    static let steps: [CrashStep<House>] = inbox + channels + outbox

    private static let inbox: [CrashStep<House>] = [
        money("money", 1...4),
        .around("look at the inbox") { house, notes in
            let ids = try await house.notifications.inbox().map(\.id)
            for (index, id) in ids.enumerated() { notes["notice \(index)"] = id }
        },
        .ask("read") { try await $0.notifications.send(N.Read(ids: [$1["notice 0"]]), key: $2) },
        .ask("archive") { try await $0.notifications.send(N.Archive(ids: [$1["notice 1"]]), key: $2) },
        .ask("snooze") {
            let until = Instant(milliseconds: 1_795_100_000_000)
            return try await $0.notifications.send(N.Snooze(ids: [$1["notice 2"]], until: until), key: $2)
        },
        .ask("undo") { try await $0.notifications.send(N.Undo(), key: $2) },
        .ask("preferences") {
            try await $0.notifications.send(N.SetPreferences(language: .ru, zone: "Europe/Moscow"), key: $2)
        },
        .change("upcoming payment", commits: 2) { house, _ in
            _ = try await house.notifications.follower.take([house.notifications.upcoming(1)], of: "subscriptions")
        },
        .change("sign-in", commits: 2) { house, _ in
            _ = try await house.notifications.follower.take([house.notifications.signIn(1)], of: "auth")
        },
        .change("import", commits: 2) { house, _ in
            _ = try await house.notifications.follower.take(
                [house.notifications.imported(5, "i1", rows: 30)], of: "ledger")
        },
        .restart("restart at noon"),
    ]

    private static let channels: [CrashStep<House>] = [
        .ask("add webhook") { house, notes, key in
            let answer = try await house.notifications.send(
                N.AddChannel(kind: .webhook, url: "https://robot.example/hook"), key: key)
            notes["webhook"] = answer.channel.id
            return answer
        },
        .ask("rotate") { try await $0.notifications.send(N.RotateSecret(channel: $1["webhook"]), key: $2) },
        .ask("add telegram") { house, notes, key in
            let answer = try await house.notifications.send(N.AddChannel(kind: .telegram), key: key)
            notes["code"] = answer.link?.split(separator: "=").last.map(String.init) ?? ""
            return answer
        },
        .change("start", commits: 2) { house, notes in
            let start = HouseEvent.Start(person: 1001, name: "Anna", language: .en, code: notes["code"])
            let event = HouseEvent(
                sequence: 1, source: "chats", time: house.notifications.clock.now, content: .start(start))
            _ = try await house.notifications.follower.take([event], of: "chats")
        },
        .ask("switch off") {
            try await $0.notifications.send(N.SwitchChannel(channel: $1["webhook"], on: false), key: $2)
        },
        .ask("switch on") {
            try await $0.notifications.send(N.SwitchChannel(channel: $1["webhook"], on: true), key: $2)
        },
        .ask("test", commits: 3) { try await $0.notifications.send(N.Test(channel: $1["webhook"]), key: $2) },
    ]

    private static let outbox: [CrashStep<House>] = [
        money("more money", 6...9),
        .change("deliver", commits: 60) { house, _ in try await house.notifications.deliver() },
        money("money that is refused", 10...10),
        .change("fail to deliver", commits: 20) { house, _ in
            house.notifications.sender.script(.refused("410 Gone"), .refused("410 Gone"))
            try await house.notifications.deliver()
        },
        .around("look at what failed") { house, notes in
            notes["failed"] = try await house.notifications.send(N.Failed()).failed.first?.id ?? ""
        },
        .ask("resend") { try await $0.notifications.send(N.Resend(id: $1["failed"]), key: $2) },
        .around("two days") { house, _ in house.notifications.clock.advance(by: .seconds(172_800)) },
        .change("due notices", commits: 60) { house, _ in try await house.notifications.deliver() },
        .ask("remove webhook") { try await $0.notifications.send(N.RemoveChannel(channel: $1["webhook"]), key: $2) },
        .change("dora's money", commits: 2) { house, _ in
            _ = try await house.notifications.follower.take(
                [house.notifications.money(11, to: "dora")], of: "ledger")
        },
        .change("dora leaves") { house, _ in
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget("dora") }
        },
        .restart("restart in the evening"),
        money("last money", 12...13),
    ]
}
