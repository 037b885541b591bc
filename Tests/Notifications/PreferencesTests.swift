import Domain
import Signals
import TestSupport
import Testing

@testable import NotificationsService

/// Goal: a session alone cannot hide from the owner that money leaves, nor that it is hidden.
@Suite struct PreferencesTests {
    typealias House = NotificationsHouse
    typealias Wishes = NotificationsSignal.SetPreferences

    private static func rule(_ carrying: NotificationsSignal.Carrying) -> Wishes {
        Wishes(rules: [.init(category: .moneyOut, channel: .webhook, carrying: carrying)])
    }

    private static func quiet(_ from: String, _ to: String) -> Wishes {
        Wishes(quietHours: NotificationsSignal.QuietHours(from: from, to: to))
    }

    private static func weekly(_ every: NotificationsSignal.DigestEvery) -> Wishes {
        Wishes(digest: NotificationsSignal.Digest(every: every, at: "09:00"))
    }

    @Test(arguments: House.Keeping.allCases)
    func lessNewsOfMoneyThatLeavesIsToldAsSecurity(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            _ = (try await house.webhook(), try await house.chat())
            try await house.send(Wishes(own: [.moneyOut]))
            let less: [Wishes] = [
                Wishes(own: []), Wishes(thresholds: [house.rubles(100)]), Wishes(thresholds: [house.rubles(101)]),
                Self.quiet("22:00", "07:00"), Self.quiet("00:00", "23:59"), Self.rule(.digest), Self.weekly(.week),
                Self.rule(.off),
            ]
            for (index, wishes) in less.enumerated() {
                try await house.send(wishes, key: "change-\(index)")
                // A repetition is reported once.
                try await house.send(wishes, key: "change-\(index)")
                let inbox = try await house.inbox()
                #expect(inbox.map(\.kind) == Array(repeating: .newsReduced, count: index + 1), "\(wishes)")
                #expect(inbox.allSatisfy { $0.category == .security })
                let known = house.sender.sent.count
                try await house.deliver()
                let told = house.sender.sent.dropFirst(known)
                #expect(told.count == 2, "in all channels, also those that carry no money, whatever is quiet")
                #expect(told.allSatisfy { $0.letter.title == "You get fewer notifications about outgoing money" })
            }
        }
    }

    @Test(arguments: House.Keeping.allCases)
    func moreNewsIsNotTold(keeping: House.Keeping) async throws {
        try await House.with(keeping) { house in
            _ = try await house.webhook()
            for wishes in [
                Self.rule(.off), Self.quiet("22:00", "07:00"), Wishes(own: [.moneyOut]),
                Wishes(thresholds: [house.rubles(100)]),
            ] { try await house.send(wishes) }
            let known = try await house.inbox().count
            let more: [Wishes] = [
                Self.rule(.digest), Self.rule(.now), Self.quiet("22:00", "07:00"), Self.quiet("00:00", "00:00"),
                Wishes(own: [.moneyOut, .moneyIn]), Wishes(thresholds: [house.rubles(99)]), Wishes(thresholds: []),
                Wishes(rules: [.init(category: .patterns, channel: .webhook, carrying: .off)]), Self.weekly(.week),
                Wishes(language: .ru),
            ]
            for wishes in more { try await house.send(wishes) }
            #expect(try await house.inbox().count == known)
        }
    }

    @Test func theEndOfOtherSessionsIsToldWithTheDeviceThatDidIt() async throws {
        try await House.with { house in
            var facts = NoticeFacts()
            (facts.count, facts.name) = (2, "laptop")
            let news = HouseEvent(
                sequence: 1, source: "auth", time: house.clock.now,
                content: .tell([HouseEvent.Telling(userID: "anna", kind: .sessionsEnded, facts: facts)]))
            try await house.follower.take([news], of: "auth")
            let notice = try #require(try await house.inbox().first)
            #expect(notice.category == .security && notice.title == "Some of your sessions were ended")
            #expect(notice.body.contains("2\u{A0}sessions") && notice.body.contains("laptop"), "\(notice.body)")
        }
    }
}
