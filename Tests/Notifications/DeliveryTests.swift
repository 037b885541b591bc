import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import NotificationsService

/// Messages: their times, their retries, and the messages that fail.
@Suite struct DeliveryTests {
    private static func quiet(_ from: String, _ to: String) -> NotificationsSignal.SetPreferences {
        NotificationsSignal.SetPreferences(quietHours: NotificationsSignal.QuietHours(from: from, to: to))
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func inQuietHoursNewsIsHeldAndDeliveredTogetherAndSecurityGetsThrough(keeping: NotificationsHouse.Keeping)
        async throws
    {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T21:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            try await house.send(Self.quiet("22:00", "07:00"))
            try await house.send(NotificationsSignal.SetPreferences(zone: "Europe/Berlin"))
            _ = try await house.webhook()
            try await house.follower.take([house.money(1), house.money(2)], of: "ledger")
            try await house.follower.take([house.signIn(1)], of: "auth")
            try await house.deliver()
            #expect(house.sender.sent.map { $0.notices.map(\.kind) } == [[.signedIn]])
            clock.advance(by: .seconds(3600))
            try await house.follower.take([house.money(3)], of: "ledger")
            clock.advance(by: .seconds(8 * 3600 - 1))
            try await house.deliver()
            #expect(house.sender.sent.count == 1)
            clock.advance(by: .seconds(1))
            try await house.deliver()
            #expect(house.sender.sent.last?.notices.map(\.event) == ["ledger-1", "ledger-2", "ledger-3"])
            #expect(house.sender.sent.last?.letter.title == "During quiet hours: 3\u{A0}notifications")
            try await house.follower.take([house.money(4)], of: "ledger")
            try await house.deliver()
            #expect(house.sender.sent.count == 3, "the night is over")
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatIsHeldFollowsNewWishes(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T23:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            try await house.send(Self.quiet("22:00", "07:00"))
            _ = try await house.webhook()
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.deliver()
            #expect(house.sender.sent.isEmpty)
            try await house.send(Self.quiet("00:00", "00:00"))
            try await house.deliver()
            #expect(house.sender.sent.count == 1)
            #expect(try await house.send(NotificationsSignal.GetPreferences()).quietHours == nil)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func digestsGatherAndOffIsOff(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T10:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            let rule = NotificationsSignal.Rule(category: .moneyIn, channel: .webhook, carrying: .digest)
            let off = NotificationsSignal.Rule(category: .moneyOut, channel: .webhook, carrying: .off)
            let digest = NotificationsSignal.Digest(every: .day, at: "09:00")
            try await house.send(NotificationsSignal.SetPreferences(rules: [rule, off], digest: digest))
            _ = try await house.webhook()
            let spent = house.money(2, kind: .moneyOut)
            try await house.follower.take([house.money(1), spent, house.money(3)], of: "ledger")
            clock.advance(by: .seconds(23 * 3600 - 1))
            try await house.deliver()
            #expect(house.sender.sent.isEmpty)
            clock.advance(by: .seconds(1))
            try await house.deliver()
            #expect(house.sender.sent.map { $0.notices.map(\.event) } == [["ledger-1", "ledger-3"]])
            #expect(house.sender.sent[0].letter.title == "Your digest: 2\u{A0}notifications")
            #expect(try await house.inbox().count { $0.category != .security } == 3, "the inbox has all")
        }
    }

    @Test(arguments: [NotificationsSignal.Carrying.off, .digest])
    func securityCannotBeTurnedOff(carrying: NotificationsSignal.Carrying) async throws {
        try await NotificationsHouse.with { house in
            let rule = NotificationsSignal.Rule(category: .security, channel: .email, carrying: carrying)
            #expect(try await house.fault(of: NotificationsSignal.SetPreferences(rules: [rule])) == .invalidArgument)
            let locked = try await house.send(NotificationsSignal.GetPreferences()).locked
            #expect(locked.map(\.category) == [.security] && locked.allSatisfy { !$0.reason.isEmpty })
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func triesFollowTheTableAndThenItIsGivenUpAndCanBeResent(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let channel = try await house.webhook()
            _ = try await house.webhook("other", isOn: false)
            let later = SendOutcome.later("status 500")
            house.sender.script(
                later, later, later, later, later, later, later, later, later, later)
            try await house.follower.take([house.money(1)], of: "ledger")
            let begin = house.clock.now
            var times: [Int64] = []
            for _ in 0..<200 where house.sender.sent.count < 10 {
                try await house.deliver()
                times.append((house.clock.now - begin).components.seconds)
                let now = house.clock.now
                guard let next = try await house.store.read({ try $0.nextDue(after: now) }) else { break }
                house.clock.advance(by: next - now)
            }
            let pauses: [Int64] = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
            #expect(times == pauses.indices.map { index in pauses[...index].reduce(0, +) })
            #expect(Set(house.sender.sent.map(\.delivery.id)).count == 1, "always the same id")
            let failed = try await house.send(NotificationsSignal.Failed()).failed
            #expect(failed.map(\.channel) == [channel] && failed[0].attempts == 10 && failed[0].answer == "status 500")
            #expect(try await house.inbox().map(\.kind) == [.deliveryFailed, .moneyIn])
            #expect(try await house.fault(of: NotificationsSignal.Resend(id: failed[0].id), as: "boris") == .notFound)
            let resent = try await house.send(NotificationsSignal.Resend(id: failed[0].id))
            #expect(resent.state == .waiting && resent.id == failed[0].id)
            try await house.deliver()
            #expect(house.sender.sent.count == 11 && house.sender.sent[10].delivery.id == failed[0].id)
            #expect(try await house.send(NotificationsSignal.Failed()).failed.isEmpty)
            #expect(try await house.fault(of: NotificationsSignal.Resend(id: failed[0].id)) == .conflict)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func aPauseThatIsAskedForIsKeptAndIsNoFailure(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            _ = try await house.chat()
            house.sender.script(.later("busy", after: .seconds(3), pausesChannel: true))
            try await house.follower.take([house.money(1), house.money(2)], of: "ledger")
            try await house.deliver()
            #expect(house.sender.sent.count == 1, "the other message keeps the pause, too")
            house.clock.advance(by: .milliseconds(2999))
            try await house.deliver()
            #expect(house.sender.sent.count == 1)
            house.clock.advance(by: .milliseconds(1))
            try await house.deliver()
            #expect(house.sender.sent.count == 3)
            #expect(Set(house.sender.sent.dropFirst().map { $0.notices[0].event }) == ["ledger-1", "ledger-2"])
            #expect(house.sender.sent.allSatisfy { $0.delivery.round == 1 }, "nothing failed")
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func aChannelThatIsGoneGoesOffAndThatIsToldElsewhere(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            let robot = try await house.webhook("robot")
            let other = try await house.webhook("other")
            house.sender.script(.gone("status 410"))
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.deliver()
            let channels = try await house.send(NotificationsSignal.Channels()).channels
            #expect(channels.map(\.state) == [.off, .on] && channels[0].reason == "status 410")
            #expect(channels.map(\.id) == [robot, other])
            let inbox = try await house.inbox()
            #expect(inbox.map(\.kind) == [.channelOff, .moneyIn] && inbox[0].body.contains("status 410"))
            let told = house.sender.sent.filter { $0.notices[0].kind == .channelOff }
            #expect(told.map(\.channel.id) == [other])
            try await house.follower.take([house.money(2)], of: "ledger")
            try await house.deliver()
            #expect(house.sender.sent.last?.channel.id == other)
            #expect(try await house.send(NotificationsSignal.Failed()).failed.map(\.channel) == [robot])
        }
    }

    @Test func whatACrashLeftInTheMiddleGoesAgainUnderTheSameIDAndSaysSo() async throws {
        let directory = TemporaryDirectory()
        let clock = SteppedClock()
        var first: Delivery?
        try await NotificationsHouse.with(clock: clock, in: directory) { house in
            _ = try await house.webhook()
            try await house.follower.take([house.money(1)], of: "ledger")
            // The attempt begins, and its outcome is not recorded.
            house.sender.script(nil)
            let due = try await house.store.read { try $0.due(at: clock.now, limit: 1) }
            try await house.courier.deliver(due[0].id)
            first = house.sender.sent.first?.delivery
            #expect(house.sender.sent[0].letter.repeatNote == nil)
        }
        try await NotificationsHouse.with(clock: clock, in: directory) { house in
            try await house.deliver()
            #expect(house.sender.sent.map(\.delivery.id) == [first?.id] && first != nil)
            #expect(house.sender.sent[0].letter.text().contains("You may have got this already."))
            let id = try await house.inbox()[0].id
            #expect(try await house.send(NotificationsSignal.Show(id: id)).deliveries.map(\.state) == [.sent])
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func manyAtOnceAreGathered(keeping: NotificationsHouse.Keeping) async throws {
        try await NotificationsHouse.with(keeping) { house in
            _ = try await house.webhook()
            try await house.follower.take((1...500).map { house.money($0) }, of: "ledger")
            try await house.deliver()
            #expect(house.sender.sent.count == Router.crowdedFrom)
            house.clock.advance(by: .seconds(30))
            try await house.deliver()
            #expect(house.sender.sent.count == Router.crowdedFrom + 1)
            #expect(house.sender.sent.last?.notices.count == 500 - Router.crowdedFrom)
        }
    }
}
