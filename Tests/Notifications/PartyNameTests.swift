import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import NotificationsService

/// Names of payers in notices.
@Suite struct PartyNameTests {
    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func moneySaysFromWhomItCame(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            house.names.name("marta", "Marta L.")
            let page = [
                house.money(1, from: "marta"), house.money(2), house.money(3, from: "nobody"),
                house.money(4, kind: .moneyOut), house.money(5, from: "marta"),
            ]
            try await house.follower.take(page, of: "ledger")
            let titles = try await house.inbox().reversed().map { $0.title.replacing("\u{A0}", with: " ") }
            #expect(
                titles == [
                    "500.00 RUB from Marta L.", "500.00 RUB came in", "500.00 RUB came in", "500.00 RUB went out",
                    "500.00 RUB from Marta L.",
                ])
            let russian = try await house.send(NotificationsSignal.List(language: .ru)).notifications
            #expect(russian.first?.title.replacing("\u{A0}", with: " ") == "Поступило 500,00 ₽ от Marta L.")
            #expect(house.names.asked == [["marta", "nobody"]], "a page asks once")
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func moneySaysToWhomItWent(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            house.names.name("marta", "Marta L.")
            try await house.follower.take(
                [house.money(1, kind: .moneyOut, from: "marta"), house.money(2, kind: .moneyOut, from: "nobody")],
                of: "ledger")
            func titles(_ language: NotificationsSignal.Language = .en) async throws -> [String] {
                try await house.send(NotificationsSignal.List(language: language)).notifications
                    .map { $0.title.replacing("\u{A0}", with: " ") }
            }
            #expect(try await titles() == ["500.00 RUB went out", "500.00 RUB to Marta L."])
            #expect(try await titles(.ru).last == "Списано 500,00 ₽, получатель Marta L.")
            try await house.follower.take(
                [HouseEvent(sequence: 1, source: "auth", time: house.clock.now, content: .deleted(userID: "marta"))],
                of: "auth")
            #expect(try await titles() == ["500.00 RUB went out", "500.00 RUB went out"])
        }
    }

    @Test func aNameIsAskedForOnceInAWhileAndNotForOldNews() async throws {
        try await NotificationsHouse.with { house in
            house.names.name("marta", "Marta L.")
            for sequence in Int64(1)...3 {
                try await house.follower.take([house.money(sequence, from: "marta")], of: "ledger")
            }
            #expect(house.names.asked.count == 1)
            house.clock.advance(by: PartyNames.age)
            house.names.name("marta", "Marta M.")
            try await house.follower.take([house.money(4, from: "marta")], of: "ledger")
            #expect(house.names.asked.count == 2)
            #expect(try await house.inbox().first?.title.hasSuffix("from Marta M.") == true)
            #expect(try await house.inbox().last?.title.hasSuffix("from Marta L.") == true, "what was told stays")
            let old = house.clock.now + .seconds(-8 * 86_400)
            let replayed = (5...500).map { house.money(Int64($0), at: old, from: "sender-\($0)") }
            try await house.follower.take(replayed, of: "ledger")
            #expect(house.names.asked.count == 2, "a replay asks nobody")
        }
    }

    @Test func withoutAuthNewsIsToldAtOnceAndAuthIsLeftAloneForAMoment() async throws {
        try await NotificationsHouse.with { house in
            house.names.name("marta", "Marta L.")
            house.names.fail(with: Fault(.unavailable, "down"))
            for sequence in Int64(1)...3 {
                try await house.follower.take([house.money(sequence, from: "marta")], of: "ledger")
            }
            #expect(try await house.inbox().count { $0.title.hasSuffix("came in") } == 3)
            #expect(house.names.asked.count == 1)
            house.names.fail(with: nil)
            house.clock.advance(by: PartyNames.pause)
            // The page with the first events may come again. Their notices do not change.
            try await house.follower.take((1...4).map { house.money($0, from: "marta") }, of: "ledger")
            let titles = try await house.inbox().map(\.title)
            #expect(titles.count == 4 && titles.count { $0.hasSuffix("from Marta L.") } == 1, "\(titles)")
        }
    }

    @Test func namesAreForgottenBeforeThereAreTooMany() async throws {
        let directory = ScriptedNames()
        for index in 0..<PartyNames.most { directory.name("u\(index)", "U\(index) X.") }
        let names = PartyNames(tree: RelayCoordinator(leadingTo: directory), limit: .seconds(60))
        let start = Instant(milliseconds: 0)
        await names.learn(Set((0..<PartyNames.most).map { "u\($0)" }), at: start)
        #expect(directory.asked.count == PartyNames.most / PartyNames.mostAtOnce)
        #expect(directory.asked.allSatisfy { $0.count == PartyNames.mostAtOnce } && names.name(of: "u7") == "U7 X.")
        directory.name("new", "New N.")
        await names.learn(["new"], at: start + .seconds(1))
        #expect(names.name(of: "new") == "New N." && names.name(of: "u7") == nil)
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whoLeavesIsNamedInNoInbox(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            house.names.name("marta", "Marta L.")
            try await house.follower.take([house.money(1, from: "marta")], of: "ledger")
            #expect(try await house.inbox().first?.title.hasSuffix("from Marta L.") == true)
            func leave(_ sequence: Int64, _ user: String) -> HouseEvent {
                HouseEvent(sequence: sequence, source: "auth", time: house.clock.now, content: .deleted(userID: user))
            }
            try await house.follower.take([leave(1, "marta")], of: "auth")
            try await house.follower.take([house.money(2, from: "marta")], of: "ledger")
            // A user who leaves while auth answers.
            house.names.name("oscar", "Oscar B.")
            house.names.meanwhile { [follower = house.follower, news = leave(2, "oscar")] in
                try await follower.take([news], of: "auth")
            }
            try await house.follower.take([house.money(3, from: "oscar")], of: "ledger")
            let titles = try await house.inbox().map(\.title)
            #expect(titles.count == 3 && titles.allSatisfy { $0.hasSuffix("came in") }, "\(titles)")
        }
    }

    @Test func aDatabaseOfBeforeIsReadAndNamesSendersFromNowOn() async throws {
        let directory = TemporaryDirectory()
        let path = directory.file("notifications.db")
        let old = try await Store.open(at: path, migrations: Array(NotificationsMigrations.all.prefix(6)))
        var facts = NoticeFacts()
        facts.name = "Pizza"
        let content = try JSONEncoding.encode(facts)
        try await old.write { transaction in
            try transaction.connection.run(
                """
                INSERT INTO notices (id, user_id, event, kind, facts, occurred_us, created_us, is_late)
                VALUES ('n1', 'anna', 'ledger-1', 'moneyIn', ?1, 0, 0, 0)
                """, content)
        }
        await old.close()
        try await NotificationsHouse.with(in: directory) { house in
            house.names.name("marta", "Marta L.")
            try await house.follower.take([house.money(2, from: "marta")], of: "ledger")
            let inbox = try await house.inbox()
            #expect(inbox.map(\.event) == ["ledger-2", "ledger-1"] && inbox[1].body == "Pizza.")
            #expect(inbox[0].title.hasSuffix("from Marta L."), "\(inbox)")
        }
    }
}
