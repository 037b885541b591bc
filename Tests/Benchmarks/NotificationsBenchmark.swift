import Coordination
import Domain
import Foundation
import NotificationsService
import Signals
import Storage
import StrictJSON
import TestSupport
import Transport

/// From events to inboxes: in-process over a database, and as processes that exchange messages; and how often an idle
/// service wakes.
enum NotificationsBenchmark {
    private static let events = 100_000
    private static let people = 1_000
    private static let page = 500

    static func run() async throws {
        try await inProcess()
        try await overTheWire()
    }

    // MARK: In-process

    private static func inProcess() async throws {
        for hasChannels in [false, true] {
            let directory = TemporaryDirectory()
            let store = try await SQLiteNotificationsStore.open(at: directory.file("notifications.db"))
            let follower = EventFollower(
                store: store, zones: Zones { _ in nil }, clock: .system,
                ages: EventAges(late: .seconds(600), old: .seconds(7 * 86_400)),
                parties: PartyNames(tree: RelayCoordinator()), wake: {})
            if hasChannels {
                try await store.write(deadline: nil, weight: 1) { transaction in
                    for person in 0..<people {
                        let channel = Channel(
                            id: "channel-\(person)", userID: "user-\(person)", kind: .webhook, name: "robot",
                            address: "https://robot.example", state: .on, createdAt: WallClock.system.now())
                        try transaction.save(channel)
                    }
                }
            }
            let pages = stride(from: 0, to: events, by: page).map { start in
                (start..<start + page).map { event($0 + 1) }
            }
            let began = ContinuousClock.now
            for page in pages {
                try await follower.take(try page.map { try HouseEvent($0, from: "ledger") }, of: "ledger")
            }
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            Report.rate(
                hasChannels
                    ? "notifications: events to inbox and outbox, all with a channel"
                    : "notifications: events to inbox",
                Double(events) / seconds, promised: ">= 10,000/s")
            await store.store.close()
        }
    }

    /// As ledger writes them.
    private static func event(_ sequence: Int) -> Event {
        let now = WallClock.system.now()
        let data = """
            {"transfer":{"id":"01j9x3k4m5n6p7q8\(sequence)","from":"world-RUB","to":"account-\(sequence % people)",\
            "amount":{"amount":"12.34","currency":"RUB"},"description":"Кофе с собой \(sequence)","status":"posted",\
            "createdAt":"\(now)","sequence":\(sequence)},"entries":[{"account":"account-\(sequence % people)",\
            "userId":"user-\(sequence % people)","accountSequence":1,"amount":{"amount":"12.34","currency":"RUB"},\
            "balanceAfter":{"amount":"100.00","currency":"RUB"}}]}
            """
        return Event(
            sequence: Int64(sequence), type: "ledger.transferPosted", subject: "t\(sequence)", time: now,
            data: Array(data.utf8))
    }

    // MARK: Over the wire

    private static func overTheWire() async throws {
        let bank = try await Bank.opened(["auth", "ledger", "patterns", "bonds", "notifications"])
        let person = try await bank.person()
        let account = try await bank.account(of: person, with: "1000000")
        let payee = try await bank.person()
        let other = try await bank.account(of: payee)
        try await bank.house.stop("notifications")
        let batches = 5
        let item = #"{"from":"\#(account)","to":"\#(other)","amount":\#(Bank.money("0.01"))}"#
        let list = Array(repeating: item, count: 4000).joined(separator: ",")
        for _ in 0..<batches {
            let reply = try await bank.ask(
                "ledger.transfers", #""transfers":[\#(list)]"#, as: person.session, key: Bank.newKey())
            guard reply.result != nil else { throw WaitedInVain(description: "\(reply)") }
        }
        let link = ServiceLink(service: "notifications", runDirectory: bank.house.runDirectory, loop: bank.loop)
        try await bank.house.start("notifications")
        let began = ContinuousClock.now
        // Each transfer is told to the one who gets it.
        try await eventually("all is told") {
            let inbox = try await link.send(
                NotificationsSignal.List(limit: 1), context: bank.context(payee), within: .seconds(30))
            return inbox.unread >= batches * 4000
        }
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        Report.rate(
            "notifications: events of ledger to inboxes, over the wire", Double(batches * 4000) / seconds,
            promised: ">= 10,000/s")
        var lists: [Duration] = []
        for _ in 0..<200 {
            let start = ContinuousClock.now
            _ = try await link.send(NotificationsSignal.List(), context: bank.context(payee), within: .seconds(30))
            lists.append(.now - start)
        }
        Report.time("notifications.list of 20,000 unread, p50", lists.quantile(0.5), promised: "")
        await link.close()
        if let process = bank.house.processID(of: "notifications") {
            WakeUps.report("notifications", try await WakeUps.rates(of: [process])[0])
        }
        await bank.close()
    }
}
