import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import NotificationsService

/// Events without notices of their own: own actions, the rows of an import, and old events.
@Suite struct GatheredNoticesTests {
    private static let day = Duration.seconds(86_400)

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatOneDidOneselfIsToldWhenOneAsksForItOnly(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            _ = try await house.webhook()
            let own = house.money(1, kind: .moneyOut, isOwn: true)
            try await house.follower.take([own, house.money(2), house.money(3, isOwn: true)], of: "ledger")
            #expect(try await house.inbox().map(\.event) == ["ledger-2"])
            #expect(try await house.send(NotificationsSignal.GetPreferences()).own.isEmpty)
            let told = try await house.send(NotificationsSignal.SetPreferences(own: [.moneyOut, .moneyOut]))
            #expect(told.own == [.moneyOut], "each kind by itself")
            let (out, into) = (house.money(4, kind: .moneyOut, isOwn: true), house.money(5, isOwn: true))
            try await house.follower.take([out, into], of: "ledger")
            #expect(try await house.inbox().map(\.event) == ["ledger-4", "ledger-2"])
            try await house.deliver()
            #expect(house.sender.sent.flatMap { $0.notices.map(\.event) } == ["ledger-2", "ledger-4"])
            let wrong = NotificationsSignal.SetPreferences(own: [.moneyIn, .signedIn])
            #expect(try await house.fault(of: wrong) == .invalidArgument)
            #expect(try await house.send(NotificationsSignal.SetPreferences(own: [])).own.isEmpty)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func anImportIsOneNoticeHoweverManyPartsItHas(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            _ = try await house.webhook()
            let opened = HouseEvent(
                sequence: 1, source: "ledger", time: house.clock.now, content: .account(id: "a1", name: "main"))
            try await house.follower.take([opened, house.imported(2, "i1", rows: 8192)], of: "ledger")
            // The same page may come again. The next one has the second part of the file.
            let page = [house.imported(3, "i1", rows: 9000), house.imported(4, "i2", rows: 1)]
            try await house.follower.take(page, of: "ledger")
            try await house.follower.take(page, of: "ledger")
            let inbox = try await house.send(NotificationsSignal.List())
            #expect(inbox.unread == 2 && inbox.notifications.map(\.kind) == [.imported, .imported])
            let first = try #require(inbox.notifications.last)
            #expect(first.title == "Import into main: 9\u{A0}000\u{A0}rows" && first.category == .imports)
            #expect(
                first.body == "Money in: 2\u{A0}000.00\u{A0}RUB. Money out: 500.00\u{A0}RUB. "
                    + "From 3 Feb 2019 to 5 Mar 2021.")
            #expect(first.event == "ledger-import-i1" && !first.late && first.subject == "i1")
            // The undoing of an import updates its notice and adds none, even if there was no notice.
            try await house.follower.take(
                [
                    house.imported(5, "i1", rows: 9000, isUndone: true),
                    house.imported(6, "i3", rows: 5, isUndone: true),
                ], of: "ledger")
            #expect(try await house.inbox().map(\.title).last == "Import into main undone")
            #expect(try await house.send(NotificationsSignal.List()).unread == 2)
            try await house.deliver()
            #expect(house.sender.sent.isEmpty, "no channel interrupts whoever has just imported")
        }
    }

    @Test func aChannelThatCarriesImportsGetsOneMessageWithAllParts() async throws {
        try await NotificationsHouse.with { house in
            _ = try await house.webhook()
            let rule = NotificationsSignal.Rule(category: .imports, channel: .webhook, carrying: .now)
            try await house.send(NotificationsSignal.SetPreferences(rules: [rule]))
            try await house.follower.take([house.imported(1, "i1", rows: 5)], of: "ledger")
            try await house.deliver()
            #expect(house.sender.sent.isEmpty, "more parts may come")
            try await house.follower.take([house.imported(2, "i1", rows: 9)], of: "ledger")
            house.clock.advance(by: .seconds(31))
            try await house.deliver()
            #expect(house.sender.sent.map(\.letter.title) == ["Import: 9\u{A0}rows"])
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func oldNewsIsToldTogetherAndOldImportsAreNot(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T10:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            func ago(_ days: Int64) -> Instant { house.clock.now + .seconds(-days * 86_400) }
            // A rebuild of the database reads all past events page by page.
            for page in 0..<5 {
                let start = Int64(page) * 200 + 1
                try await house.follower.take(
                    (start..<start + 200).map { sequence in
                        sequence.isMultiple(of: 2)
                            ? house.money(sequence, at: ago(1000 - sequence / 2))
                            : house.imported(sequence, "i\(sequence)", rows: 9, at: ago(900))
                    }, of: "ledger")
            }
            try await house.follower.take([house.money(2000, at: ago(2)), house.money(2001)], of: "ledger")
            let inbox = try await house.send(NotificationsSignal.List())
            #expect(inbox.notifications.map(\.kind) == [.moneyIn, .moneyIn, .oldNews] && inbox.unread == 3)
            let old = try #require(inbox.notifications.last)
            #expect(old.title == "500\u{A0}older events in one notification" && old.category == .channels)
            #expect(old.body.contains("From 27 Feb 2024 to 10 Jul 2025.") && old.body.contains("Money in: 500."))
        }
    }

    @Test func couponsOfLongAgoAreOldNews() async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T10:00:00Z")))
        try await NotificationsHouse.with(clock: clock) { house in
            let days = ["2024-05-01", "2025-05-01", "2026-11-20", "2027-05-01"].compactMap { CalendarDay($0) }
            let coupons = days.map { HouseEvent.Coupon(day: $0, isRepayment: false, amount: house.rubles(7_000)) }
            let content = HouseEvent.Content.coupons(userID: "anna", isin: "RU000A0JX0J2", title: "OFZ", coupons)
            try await house.follower.take(
                [HouseEvent(sequence: 1, source: "bonds", time: house.clock.now, content: content)], of: "bonds")
            try await house.dueNotices.work()
            try await house.dueNotices.work()
            #expect(try await house.inbox().map(\.kind) == [.oldNews, .couponDue])
        }
    }

    @Test func whoeverSaidWhatTheyWantKeepsPatternsAtOnceAndOthersGetThemInTheDigest() async throws {
        let directory = TemporaryDirectory()
        try await NotificationsHouse.with(in: directory) { house in
            let rules = try await house.send(NotificationsSignal.GetPreferences()).rules
            let kinds = NotificationsSignal.ChannelKind.allCases
            #expect(rules.filter { $0.carrying == .digest }.map(\.category) == kinds.map { _ in .patterns })
            #expect(rules.filter { $0.carrying == .off }.map(\.category) == kinds.map { _ in .imports })
            let store = try #require(house.store as? SQLiteNotificationsStore).store
            try await store.write { transaction in
                // Stored before defaults existed, and then migrated.
                try transaction.connection.execute(
                    """
                    INSERT INTO preferences (user_id, content) VALUES ('anna', CAST('{"zone":"UTC",\
                    "rules":{"patterns email":"off"},"thresholds":[],\
                    "digest":{"every":"day","at":{"minutes":540},"weekday":1}}' AS BLOB))
                    """)
                try transaction.connection.execute(
                    try #require(NotificationsMigrations.all.first { $0.version == 4 }?.sql))
            }
            let kept = try await house.send(NotificationsSignal.GetPreferences()).rules
            #expect(kept.filter { $0.category == .patterns }.map(\.carrying) == [.now, .off, .now, .digest, .digest])
        }
    }
}
