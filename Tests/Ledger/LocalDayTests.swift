import Coordination
import Domain
import Hosting
import Reasons
import Signals
import Storage
import StrictJSON
import TestSupport
import Testing

@testable import LedgerService

/// Goal: days of limits, schedules and mandates are those of the clocks on the person's wall, and a change of zone
/// brings nothing twice.
@Suite struct LocalDayTests {
    private typealias Limits = LedgerSignal.SetLimits

    @Test(arguments: StoreKind.allCases) func aLimitByDayTurnsAtLocalMidnight(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (
                try await bank.openAccount(of: "ann", with: 100_000), try await bank.openAccount(of: "bob")
            )
            try await bank.setZone("Asia/Vladivostok", of: "ann")
            _ = try await bank.send(Limits(account: ann, daily: rubles(500)), as: "ann")
            // 09:00 in UTC is 19:00 there: the day has five hours left.
            _ = try await bank.send(transfer(ann, bob, 400), as: "ann")
            let refused = try await bank.fault(transfer(ann, bob, 200), as: "ann")
            #expect(refused.code == .limitExceeded)
            #expect(refused.details["resetsAt"] == .text("2026-11-21T14:00:00Z"))
            let limits = try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits
            #expect(limits.spentToday == rubles(400) && limits.resetsAt.description == "2026-11-21T14:00:00Z")
            bank.clock.advance(by: .seconds(5 * 3600))
            _ = try await bank.send(transfer(ann, bob, 500), as: "ann")
            #expect(try await bank.fault(transfer(ann, bob, 1), as: "ann").code == .limitExceeded)
        }
    }

    @Test(arguments: StoreKind.allCases) func aLimitIsNotDoubledByChangingZones(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (
                try await bank.openAccount(of: "ann", with: 100_000), try await bank.openAccount(of: "bob")
            )
            _ = try await bank.send(Limits(account: ann, daily: rubles(500)), as: "ann")
            _ = try await bank.send(transfer(ann, bob, 500), as: "ann")
            // 09:00 on the 21st in UTC is 22:00 on the 20th on Niue and 23:00 on the 21st on Kiritimati.
            for zone in ["Pacific/Kiritimati", "Pacific/Niue", "Europe/Moscow", "Pacific/Kiritimati"] {
                try await bank.setZone(zone, of: "ann")
                #expect(try await bank.fault(transfer(ann, bob, 1), as: "ann").code == .limitExceeded)
            }
            // The 22nd has come there, but the day that runs began by UTC.
            bank.clock.advance(by: .seconds(2 * 3600))
            #expect(try await bank.fault(transfer(ann, bob, 1), as: "ann").code == .limitExceeded)
            bank.clock.advance(by: .seconds(13 * 3600))
            _ = try await bank.send(transfer(ann, bob, 500), as: "ann")
            // It was the 22nd; in UTC it still will be for a day.
            try await bank.setZone("UTC", of: "ann")
            bank.clock.advance(by: .seconds(12 * 3600))
            #expect(try await bank.fault(transfer(ann, bob, 1), as: "ann").code == .limitExceeded)
        }
    }

    @Test func aLimitThatIsSetCountsWhatLeftTodayAlready() async throws {
        try await Bank.with(.sqlite) { bank in
            let (ann, bob) = (
                try await bank.openAccount(of: "ann", with: 100_000), try await bank.openAccount(of: "bob")
            )
            try await bank.setZone("Europe/Moscow", of: "ann")
            _ = try await bank.send(transfer(ann, bob, 100), as: "ann")
            bank.clock.advance(by: .seconds(12 * 3600 + 60))
            // 00:01 of the 22nd in Moscow.
            _ = try await bank.send(transfer(ann, bob, 200), as: "ann")
            let held = try await bank.hold(ann, bob, 300).transfer.id
            _ = try await bank.send(LedgerSignal.VoidHold(hold: held), as: "ann")
            let limits = try await bank.send(Limits(account: ann, daily: rubles(250)), as: "ann").limits
            #expect(limits.spentToday == rubles(200) && limits.leftToday == rubles(50))
            #expect(try await bank.fault(transfer(ann, bob, 51), as: "ann").code == .limitExceeded)
            _ = try await bank.send(transfer(ann, bob, 50), as: "ann")
            #expect(try await bank.check().problems == [])
        }
    }

    /// What an account with a limit keeps, and what is added up of its records, are the same.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func whatIsKeptIsWhatTheRecordsSay(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await Bank.with(.sqlite) { bank in
            let (ann, bob) = (
                try await bank.openAccount(of: "ann", with: 9_000_000), try await bank.openAccount(of: "bob")
            )
            try await bank.setZone("America/St_Johns", of: "ann")
            _ = try await bank.send(Limits(account: ann, daily: rubles(1_000_000)), as: "ann")
            var holds: [String] = []
            for _ in 0..<120 {
                bank.clock.advance(by: .seconds(Int64.random(in: 1...7_000, using: &random)))
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    holds.append(try await bank.hold(ann, bob, Int64.random(in: 10...50, using: &random)).transfer.id)
                case 1 where !holds.isEmpty:
                    let hold = holds.remove(at: Int.random(in: 0..<holds.count, using: &random))
                    _ = try await bank.send(LedgerSignal.VoidHold(hold: hold), as: "ann")
                case 2 where !holds.isEmpty:
                    let hold = holds.remove(at: Int.random(in: 0..<holds.count, using: &random))
                    _ = try await bank.send(LedgerSignal.PostHold(hold: hold, amount: rubles(7)), as: "ann")
                default: _ = try await bank.send(transfer(ann, bob, 11), as: "ann")
                }
                let kept = try await bank.send(LedgerSignal.GetLimits(account: ann), as: "ann").limits.spentToday
                let account = try #require(bank.store.account(ann)).without(daily: true)
                #expect(
                    try await bank.store.read { try $0.spending(of: account).amount } == kept.minorUnits, "seed \(seed)"
                )
            }
        }
    }

    @Test(arguments: StoreKind.allCases) func schedulesRunAsTheDayOfTheirOwnerBegins(_ kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let (ann, bob) = (
                try await bank.openAccount(of: "ann", with: 100_000), try await bank.openAccount(of: "bob")
            )
            try await bank.setZone("America/New_York", of: "ann")
            // 04:00 on the 21st in New York; it is refused for the 20th.
            let late = LedgerSignal.MakeSchedule(
                from: ann, to: bob, amount: rubles(10), start: try #require(CalendarDay("2026-11-20")))
            #expect(try await bank.fault(late, as: "ann").code == .invalidArgument)
            _ = try await bank.send(
                LedgerSignal.MakeSchedule(
                    from: ann, to: bob, amount: rubles(10), start: try #require(CalendarDay("2026-11-22")),
                    every: LedgerSignal.Every(count: 1, unit: .day)), as: "ann")
            let clockWork = ScheduledTransfers(store: bank.store)
            #expect(try await clockWork.nextDue()?.description == "2026-11-22T05:00:00Z")
            // Moving makes the next one due at another moment, and none twice.
            try await bank.setZone("Europe/Moscow", of: "ann")
            #expect(try await clockWork.nextDue()?.description == "2026-11-21T21:00:00Z")
            bank.clock.advance(by: .seconds(13 * 3600))
            while try await clockWork.doDue() {}
            try await bank.setZone("America/New_York", of: "ann")
            while try await clockWork.doDue() {}
            #expect(try await clockWork.nextDue()?.description == "2026-11-23T05:00:00Z")
            let made = bank.store.account(bob)?.state.balance
            #expect(made == rubles(10).minorUnits)
        }
    }

    @Test func mandatesCountByThePeriodsOfTheirOwner() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 100_000)
            try await bank.setZone("Asia/Tokyo", of: "ann")
            let grant = LedgerSignal.GrantMandate(
                service: "subscriptions", account: ann, amount: rubles(100), per: .day)
            let mandate = try await bank.send(grant, as: "ann").mandate
            #expect(mandate.periodEndsAt.description == "2026-11-21T15:00:00Z")
            func debit(_ units: Int64, _ key: String) -> (LedgerSignal.Debit, String) {
                (LedgerSignal.Debit(mandate: mandate.id, amount: rubles(units)), key)
            }
            let (all, first) = debit(100, "a")
            _ = try await bank.send(all, asService: "subscriptions", key: first)
            try await bank.setZone("Pacific/Kiritimati", of: "ann")
            bank.clock.advance(by: .seconds(2 * 3600))
            // The 22nd has begun there, the 21st has not ended in Tokyo.
            let (more, second) = debit(1, "b")
            #expect(try await bank.fault(more, asService: "subscriptions", key: second).code == .limitExceeded)
            bank.clock.advance(by: .seconds(4 * 3600))
            let (again, third) = debit(100, "c")
            _ = try await bank.send(again, asService: "subscriptions", key: third)
        }
    }

    @Test(arguments: [
        ("Pacific/Auckland", "America/New_York"), ("Pacific/Niue", "Pacific/Kiritimati"),
    ])
    func aFileIsKnownAgainWhereverItsReaderLivesMeanwhile(first: String, second: String) async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann")
            func row(_ day: String) -> LedgerSignal.ImportRow {
                LedgerSignal.ImportRow(amount: rubles(700), date: day, reference: "id:1")
            }
            try await bank.setZone(first, of: "ann")
            _ = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: [row("2026-11-20")]), as: "ann")
            try await bank.setZone(second, of: "ann")
            for (day, status) in [("2026-11-20", LedgerSignal.ImportStatus.known), ("2026-11-17", .conflict)] {
                let preview = LedgerSignal.ImportRows(account: ann, rows: [row(day)], preview: true)
                #expect(try await bank.send(preview, as: "ann").rows.map(\.status) == [status])
            }
        }
    }

    @Test func rowsOfABankFallOnTheirDayWestOfGreenwichToo() async throws {
        try await Bank.with(.sqlite) { bank in
            let ann = try await bank.openAccount(of: "ann")
            let row = LedgerSignal.ImportRow(amount: rubles(700), date: "2026-11-20", reference: "id:1")
            let signal = LedgerSignal.ImportRows(account: ann, rows: [row])
            // Before there was a zone: 00:00 in UTC.
            _ = try await bank.send(signal, as: "ann")
            for zone in ["America/New_York", "Europe/Moscow"] {
                try await bank.setZone(zone, of: "ann")
                let again = try await bank.send(signal, as: "ann")
                #expect(again.rows.map(\.status) == [.known])
            }
            let new = LedgerSignal.ImportRow(amount: rubles(5), date: "2026-11-19", reference: "id:2")
            let made = try await bank.send(LedgerSignal.ImportRows(account: ann, rows: [new]), as: "ann")
            let id = try #require(made.rows.first?.transfer)
            let transfer = try await bank.send(LedgerSignal.ShowTransfer(transfer: id), as: "ann").transfer
            #expect(transfer.occurredAt?.description == "2026-11-18T21:00:00Z")
        }
    }
}

extension Account {
    /// The same account, about whose day nothing is kept.
    fileprivate func without(daily: Bool) -> Account {
        var account = self
        account.limits.daily = nil
        return account
    }
}

extension Bank {
    /// Counts the days of a person by other clocks, as auth tells it.
    func setZone(_ name: String, of person: String) async throws {
        if let memory = store as? InMemoryLedgerStore {
            memory.setZone(try #require(TimeZoneDirectory.system.zone(named: name)), of: person)
        }
        guard let sqlite = store as? SQLiteLedgerStore else { return }
        // Revisions rise with time; a test changes zones between two ticks of its clock as well.
        let revision = (ContinuousClock.now - Self.start).wholeMicroseconds
        let data = try JSONEncoding.encode(AuthEvent.ZoneChanged(userId: person, zone: name, revision: revision))
        let event = Event(
            sequence: 1, type: PersonZones.eventType, subject: person, time: clock.time, data: data)
        try await sqlite.store.write { try sqlite.followPeople([event], in: $0) }
    }

    private static let start = ContinuousClock.now
}
