import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import NotificationsService

/// The operator's view of the outbox.
@Suite struct InspectOutboxTests {
    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatWaitsAndWhatWasGivenUpIsCountedWithoutSayingWhose(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock(at: try #require(Instant("2026-11-22T12:00:00Z")))
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            #expect(try await house.send(NotificationsSignal.Outbox(checkMail: true)).channels == [])
            _ = try await house.webhook()
            let began = clock.now
            try await house.follower.take([house.money(1)], of: "ledger")
            let late = try await house.send(NotificationsSignal.Outbox())
            #expect(
                late.channels == [
                    NotificationsSignal.OutboxLoad(
                        kind: .webhook, waiting: 1, late: 1, oldestLate: began, dead: 0, newestDead: nil)
                ])
            #expect(late.mail.state == .off)
            try await house.deliver()
            let gone = try #require(try await house.send(NotificationsSignal.Outbox()).channels.first)
            #expect(gone.waiting == 0 && gone.late == 0 && gone.oldestLate == nil)
            // Messages held until the morning are not late.
            try await house.send(
                NotificationsSignal.SetPreferences(
                    quietHours: NotificationsSignal.QuietHours(from: "11:00", to: "18:00")))
            try await house.deliver()
            try await house.follower.take([house.money(2)], of: "ledger")
            let held = try #require(try await house.send(NotificationsSignal.Outbox()).channels.first)
            #expect(held.waiting == 1 && held.late == 0 && held.oldestLate == nil)
        }
    }

    @Test(arguments: NotificationsHouse.Keeping.allCases)
    func whatWasGivenUpIsCounted(keeping: NotificationsHouse.Keeping) async throws {
        let clock = SteppedClock()
        try await NotificationsHouse.with(keeping, clock: clock) { house in
            _ = try await house.webhook()
            house.sender.script(.refused("410 Gone"))
            try await house.follower.take([house.money(1)], of: "ledger")
            try await house.deliver()
            let load = try #require(try await house.send(NotificationsSignal.Outbox()).channels.first)
            #expect(load.waiting == 0 && load.dead == 1 && load.newestDead == clock.now)
        }
    }
}
