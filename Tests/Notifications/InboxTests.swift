import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import NotificationsService

/// Inboxes: filled from events, each once, and changed by their owners.
@Suite struct InboxTests {
    @Test func eachEventIsToldOnceHoweverOftenItComes() async throws {
        let directory = TemporaryDirectory()
        let clock = SteppedClock()
        let seed = UInt64.random(in: 0...(.max))
        var random = SeededGenerator(seed: seed)
        let users = ["anna", "boris", "vera"]
        var told: [Int64: String] = [:]
        // Pages of any length from any place before the cursor, repeatedly, with restarts in between.
        for _ in 0..<6 {
            try await NotificationsHouse.with(clock: clock, in: directory) { house in
                for _ in 0..<5 {
                    let known = try await house.follower.cursor(of: "ledger")
                    let first = max(1, known - Int64(random.below(20)))
                    let last = known + Int64(random.below(15))
                    guard first <= last else { continue }
                    let page = (first...last).map { sequence in
                        let user = told[sequence] ?? random.one(of: users)
                        told[sequence] = user
                        return house.money(sequence, to: user)
                    }
                    try await house.follower.take(page, of: "ledger")
                }
                for user in users {
                    let events = try await house.inbox(of: user).map(\.event)
                    let expected = told.filter { $0.value == user }.keys.sorted(by: >).map { "ledger-\($0)" }
                    #expect(events == expected, "seed \(seed)")
                }
            }
        }
        try await NotificationsHouse.with(clock: clock, in: directory) { house in
            // The event log has one event for each notice.
            let events = try await house.events()
            #expect(events.count == told.count && events.allSatisfy { $0.type == "notifications.added" })
            let visibility = EventsBySubject()
            let seen = events.compactMap { visibility.view(of: $0, for: "anna") }
            #expect(seen.count == told.values.filter { $0 == "anna" }.count && seen.allSatisfy { $0.subject == "anna" })
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func moneyBelowAThresholdIsNoNewsAndOtherCurrenciesAre(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            try await house.send(NotificationsSignal.SetPreferences(thresholds: [house.rubles(10_000)]))
            let dollars = try #require(Currency(code: "USD"))
            var facts = NoticeFacts()
            facts.amount = Money(minorUnits: 1, currency: dollars)
            let foreign = HouseEvent(
                sequence: 3, source: "ledger", time: house.clock.now,
                content: .tell([HouseEvent.Telling(userID: "anna", kind: .moneyIn, facts: facts)]))
            try await house.follower.take(
                [house.money(1, amount: 9_999), house.money(2, amount: 10_000), foreign], of: "ledger")
            let inbox = try await house.inbox().filter { $0.category != .security }
            #expect(inbox.map(\.event) == ["ledger-3", "ledger-2"])
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatIsOldWhenItComesSaysSo(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let old = house.money(1, at: house.clock.now + .seconds(-601))
            try await house.follower.take([old, house.money(2, at: house.clock.now + .seconds(-599))], of: "ledger")
            #expect(try await house.inbox().map(\.late) == [false, true])
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func theSignInOfARegistrationIsNoNews(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let begin = house.clock.now
            let registered = HouseEvent(sequence: 1, source: "auth", time: begin, content: .registered(userID: "anna"))
            try await house.follower.take([registered, house.signIn(2), house.signIn(3)], of: "auth")
            #expect(try await house.inbox().map(\.event) == ["auth-3"])
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func readArchivedSnoozedAndAllOfItTakenBack(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            try await house.follower.take((1...4).map { house.money($0) }, of: "ledger")
            let ids = try await house.inbox().map(\.id)
            #expect(try await house.send(NotificationsSignal.Read(ids: [ids[0]])).unread == 3)
            #expect(try await house.send(NotificationsSignal.Read(ids: [ids[0]])).ids == [], "a second time is nothing")
            #expect(try await house.send(NotificationsSignal.Archive(ids: [ids[1], ids[2]])).unread == 1)
            #expect(try await house.inbox().map(\.id) == [ids[0], ids[3]])
            let archived = try await house.send(NotificationsSignal.List(archived: true)).notifications
            #expect(archived.map(\.id) == [ids[1], ids[2]] && archived.allSatisfy { $0.readAt != nil })
            let until = house.clock.now + .seconds(3600)
            #expect(try await house.send(NotificationsSignal.Snooze(ids: [ids[3]], until: until)).unread == 0)
            #expect(try await house.inbox().map(\.id) == [ids[0]])
            // With the same key it takes effect once.
            let undone = try await house.send(NotificationsSignal.Undo(), key: "undo-1")
            #expect(undone.change == .snooze && undone.ids == [ids[3]] && undone.unread == 1)
            #expect(try await house.send(NotificationsSignal.Undo(), key: "undo-1") == undone)
            #expect(try await house.send(NotificationsSignal.Undo()).change == .archive)
            #expect(try await house.inbox().map(\.id) == ids)
            #expect(try await house.send(NotificationsSignal.Undo()).unread == 4)
            #expect(try await house.fault(of: NotificationsSignal.Undo()) == .notFound)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func theLanguageThatIsAskedForComesBeforeTheOneThatIsPreferred(
        keeping: NotificationsHouse.Keeping
    ) async throws {
        try await NotificationsHouse.with(keeping) { house in
            try await house.follower.take([house.money(1)], of: "ledger")
            let id = try await house.inbox()[0].id
            func titles(_ language: NotificationsSignal.Language?) async throws -> [String] {
                let list = try await house.send(NotificationsSignal.List(language: language))
                let shown = try await house.send(NotificationsSignal.Show(id: id, language: language))
                return [list.notifications[0].title, shown.notification.title]
            }
            let (english, russian) = ("500.00\u{A0}RUB came in", "Поступило 500,00\u{A0}₽")
            for preferred in [nil, NotificationsSignal.Language.en, .ru] {
                if let preferred { try await house.send(NotificationsSignal.SetPreferences(language: preferred)) }
                let usual = preferred == .ru ? russian : english
                #expect(try await titles(nil) == [usual, usual])
                #expect(try await titles(.en) == [english, english])
                #expect(try await titles(.ru) == [russian, russian])
            }
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatWasSnoozedComesBackUnreadAndIntoTheChannels(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            _ = try await house.webhook()
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.deliver()
            let id = try await house.inbox()[0].id
            try await house.send(NotificationsSignal.Snooze(ids: [id], until: house.clock.now + .seconds(60)))
            let now = house.clock.now
            let next = try await house.store.read { try $0.nextDue(after: now) }
            #expect(next == now + .seconds(60))
            house.clock.advance(by: .seconds(59))
            try await house.deliver()
            #expect(try await house.inbox().isEmpty)
            house.clock.advance(by: .seconds(1))
            try await house.deliver()
            let back = try await house.inbox()
            #expect(back.map(\.id) == [id] && back[0].readAt == nil)
            #expect(
                house.sender.sent.count == 2 && house.sender.sent[0].delivery.id != house.sender.sent[1].delivery.id)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func pagesNeitherRepeatNorLeaveOut(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            try await house.follower.take((1...25).map { house.money($0) }, of: "ledger")
            var (events, cursor) = ([String](), String?.none)
            repeat {
                let page = try await house.send(NotificationsSignal.List(limit: 10, cursor: cursor))
                (events, cursor) = (events + page.notifications.map(\.event), page.nextCursor)
                #expect(page.unread == 25)
            } while cursor != nil
            #expect(events == (1...25).reversed().map { "ledger-\($0)" })
            for cursor in ["0", "x", "-1", "01"] {
                #expect(try await house.fault(of: NotificationsSignal.List(cursor: cursor)) == .invalidArgument)
            }
            #expect(try await house.send(NotificationsSignal.List(category: .security)).notifications.isEmpty)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func nobodyTouchesWhatIsAnothers(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            try await house.follower.take([house.money(1)], of: "ledger")
            let id = try await house.inbox()[0].id
            let until = house.clock.now + .seconds(60)
            #expect(try await house.fault(of: NotificationsSignal.Show(id: id), as: "boris") == .notFound)
            #expect(try await house.fault(of: NotificationsSignal.Read(ids: [id]), as: "boris") == .notFound)
            #expect(try await house.fault(of: NotificationsSignal.Archive(ids: [id]), as: "boris") == .notFound)
            #expect(
                try await house.fault(of: NotificationsSignal.Snooze(ids: [id], until: until), as: "boris") == .notFound
            )
            #expect(try await house.inbox()[0].readAt == nil)
            for ids in [[], Array(repeating: id, count: 1001)] {
                #expect(try await house.fault(of: NotificationsSignal.Read(ids: ids)) == .invalidArgument)
            }
            for seconds in [0, 400 * 86_400] {
                let signal = NotificationsSignal.Snooze(ids: [id], until: house.clock.now + .seconds(seconds))
                #expect(try await house.fault(of: signal) == .invalidArgument)
            }
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func couponsAreToldOnTheirDayByTheClocksOfTheHolder(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T12:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            try await house.send(NotificationsSignal.SetPreferences(zone: "Asia/Vladivostok"))
            let day = try #require(CalendarDay("2026-11-23"))
            func coupons(_ sequence: Int64, _ amount: Int64) -> HouseEvent {
                HouseEvent(
                    sequence: sequence, source: "bonds", time: clock.now,
                    content: .coupons(
                        userID: "anna", isin: "RU000A0JX0J2", title: "OFZ",
                        [HouseEvent.Coupon(day: day, isRepayment: false, amount: house.rubles(amount))]))
            }
            try await house.follower.take([coupons(1, 100), coupons(2, 35_000)], of: "bonds")
            clock.advance(by: .seconds(2 * 3600 - 1))
            try await house.deliver()
            #expect(try await house.inbox().isEmpty, "23:59:59 in Vladivostok")
            clock.advance(by: .seconds(1))
            try await house.deliver()
            #expect(try await house.inbox().map(\.title) == ["OFZ: coupon of 350.00\u{A0}RUB"])
            // Repeated by bonds, and a day later: nothing more.
            try await house.follower.take([coupons(3, 36_000)], of: "bonds")
            clock.advance(by: .seconds(86_400))
            try await house.deliver()
            #expect(try await house.inbox().count == 1)
        }
    }

    @Test func ofAPersonWhoLeavesNothingStays() async throws {
        try await NotificationsHouse.with { house in
            _ = try await house.webhook()
            try await house.send(NotificationsSignal.SetPreferences(language: .ru))
            try await house.follower.take([house.money(1), house.money(2, to: "boris")], of: "ledger")
            let gone = HouseEvent(sequence: 1, source: "auth", time: house.clock.now, content: .deleted(userID: "anna"))
            try await house.follower.take([gone], of: "auth")
            #expect(try await house.inbox().isEmpty)
            #expect(try await house.send(NotificationsSignal.Channels()).channels.isEmpty)
            #expect(try await house.send(NotificationsSignal.GetPreferences()).language == .en)
            #expect(try await house.inbox(of: "boris").count == 1)
            let events = try await house.events()
            #expect(events.map(\.subject) == ["", "boris"], "the log has no gap and no name")
            try await house.deliver()
            #expect(house.sender.sent.isEmpty)
        }
    }

    @Test func archivingUnsendsNothing() async throws {
        try await NotificationsHouse.with { house in
            _ = try await house.webhook()
            try await house.follower.take([house.signIn(1)], of: "auth")
            let notice = try #require(try await house.inbox().first)
            #expect(notice.category == .security)
            // Archived before the message was sent.
            try await house.send(NotificationsSignal.Archive(ids: [notice.id]))
            #expect(try await house.inbox().isEmpty)
            try await house.deliver()
            #expect(house.sender.sent.map(\.letter.title) == [notice.title])
            let archived = try await house.send(NotificationsSignal.List(archived: true)).notifications
            #expect(archived.map(\.id) == [notice.id])
            try await house.send(NotificationsSignal.Undo())
            #expect(try await house.inbox().map(\.id) == [notice.id])
        }
    }
}
