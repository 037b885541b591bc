import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import NotificationsService

/// Buttons under messages in Telegram: only the owner's first tap has an effect.
@Suite struct ButtonTests {
    private func tap(
        _ house: NotificationsHouse, _ sequence: Int64, _ data: String, by person: Int64 = 1001
    ) async throws {
        let tap = HouseEvent.Tap(person: person, queryID: "q\(sequence)", messageID: 77, data: data)
        let news = HouseEvent(sequence: sequence, source: "auth", time: house.clock.now, content: .tap(tap))
        try await house.follower.take([news], of: "auth")
    }

    /// Sends a message about a payment and returns its id.
    private func message(_ house: NotificationsHouse) async throws -> String {
        _ = try await house.chat()
        try await house.follower.take([house.upcoming(1)], of: "subscriptions")
        try await house.deliver()
        return try #require(house.sender.sent.last?.delivery.id)
    }

    /// Performs the bot's jobs and returns its messages.
    private func answers(_ house: NotificationsHouse) async throws -> [String] {
        var said: [String] = []
        while let job = try await house.store.read({ try $0.botJobs(limit: 1) }).first {
            if job.kind == .act {
                try await house.settlement.settle(job)
            } else {
                said.append("\(job.kind.rawValue) \(job.text)")
                try await house.store.write(deadline: nil, weight: 1) { try $0.removeBotJob(job.number) }
            }
        }
        return said
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func theOwnersTapPaysOnceHoweverOftenItIsTapped(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let id = try await message(house)
            _ = try await answers(house)
            let data = ButtonData.act(.paid, delivery: id).text
            #expect(data.utf8.count <= 64)
            try await tap(house, 2, data)
            try await tap(house, 3, data)
            try await tap(house, 3, data)
            let said = try await answers(house)
            #expect(house.payments.asked.count == 1)
            let asked = try #require(house.payments.asked.first)
            #expect(asked.subscription == "sub1" && asked.userID == "anna" && "\(asked.day)" == "2026-12-01")
            #expect(said.contains { $0.hasPrefix("rewrite") && $0.hasSuffix("Marked as paid.") })
            #expect(said.filter { $0 == "acknowledge Marked as paid." }.count == 1, "\(said)")
            #expect(said.contains("acknowledge One moment, it is in progress."))
            try await tap(house, 4, ButtonData.act(.skip, delivery: id).text)
            #expect(try await answers(house) == ["acknowledge Already marked as paid."])
            #expect(house.payments.asked.count == 1)
            #expect(try await house.inbox()[0].readAt != nil)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatSubscriptionsRefuseIsSaidAndMayBeTappedAgain(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let id = try await message(house)
            _ = try await answers(house)
            house.payments.refuse(Fault(.conflict, "That payment is another."))
            try await tap(house, 2, ButtonData.act(.skip, delivery: id).text)
            #expect(try await answers(house) == ["acknowledge It failed: That payment is another."])
            house.payments.refuse(nil)
            try await tap(house, 3, ButtonData.act(.skip, delivery: id).text)
            #expect(try await answers(house).contains("acknowledge Skipped."))
            #expect(Set(house.payments.asked.map(\.key)).count == 1, "the same key, so that it happens once")
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func subscriptionsThatAreDownAreAskedAgain(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let id = try await message(house)
            _ = try await answers(house)
            house.payments.refuse(Fault(.unavailable, "Down."))
            try await tap(house, 2, ButtonData.act(.paid, delivery: id).text)
            await #expect(throws: Fault.self) { _ = try await answers(house) }
            house.payments.refuse(nil)
            #expect(try await answers(house).contains("acknowledge Marked as paid."))
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func anothersTapAndForgedButtonsDoNothing(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let id = try await message(house)
            _ = try await answers(house)
            // Boris has a chat of his own.
            _ = try await house.chat(2002, of: "boris")
            _ = try await answers(house)
            for (index, data) in ["i:p:\(id)", "i:z:\(id)", "i:p:nothing", "i:x:\(id)", "i:p", "i::"].enumerated() {
                try await tap(house, Int64(10 + index), data, by: 2002)
                let said = try await answers(house)
                #expect(said.count == 1 && said[0].contains("not yours"), "\(said)")
            }
            #expect(house.payments.asked.isEmpty)
            let notification = try await house.inbox()[0]
            #expect(notification.readAt == nil && notification.snoozedUntil == nil)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func snoozePutsItOffUntilNineTheNextMorning(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T20:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            try await house.send(NotificationsSignal.SetPreferences(zone: "Europe/Moscow"))
            let id = try await message(house)
            _ = try await answers(house)
            try await tap(house, 2, ButtonData.act(.snooze, delivery: id).text)
            let said = try await answers(house)
            #expect(said.first == "acknowledge Put off until 23 Nov 2026 09:00.", "\(said)")
            #expect(try await house.inbox().isEmpty)
            clock.advance(by: .seconds(10 * 3600))
            try await house.deliver()
            #expect(house.sender.sent.count == 2 && house.sender.sent[1].notices[0].hasPaymentButtons)
            #expect(try await house.inbox().count == 1)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func aLinkWorksOnceAndForAWhile(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let added = try await house.send(NotificationsSignal.AddChannel(kind: .telegram))
            let link = try #require(added.link)
            #expect(link.hasPrefix("https://t.me/kopilka_bot?start=notify-") && added.channel.state == .pending)
            let code = String(try #require(link.split(separator: "=").last))
            #expect(
                code.utf8.count <= 64 && code.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") })
            #expect(try await house.fault(of: NotificationsSignal.Test(channel: added.channel.id)) == .conflict)
            func start(_ sequence: Int64, _ code: String, by person: Int64) async throws -> [String] {
                let start = HouseEvent.Start(person: person, name: "Anna T", language: .ru, code: code)
                try await house.follower.take(
                    [HouseEvent(sequence: sequence, source: "auth", time: house.clock.now, content: .start(start))],
                    of: "auth")
                return try await answers(house)
            }
            #expect(try await start(1, "notify-wrong", by: 5).first?.contains("устарела") == true)
            #expect(try await start(2, code, by: 1001).first?.contains("Теперь сюда") == true)
            #expect(try await start(3, code, by: 2002).first?.contains("устарела") == true, "a second time")
            let channel = try #require(try await house.send(NotificationsSignal.Channels()).channels.first)
            #expect(channel.state == .on && channel.address == "Anna T")
            #expect(try await house.send(NotificationsSignal.GetPreferences()).language == .ru, "that of the app")
            let late = try await house.send(NotificationsSignal.AddChannel(kind: .telegram))
            house.clock.advance(by: .seconds(900))
            let old = String(try #require(late.link?.split(separator: "=").last))
            #expect(try await start(4, old, by: 1001).first?.contains("устарела") == true)
        }
    }
}
