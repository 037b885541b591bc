import Coordination
import Domain
import Signals
import Testing

@testable import LedgerService

/// What is in accounts, and which scheduled transfers are to come.
@Suite struct OutlookTests {
    private func outlook(_ day: String, of user: String? = nil) throws -> LedgerSignal.Outlook {
        LedgerSignal.Outlook(until: try #require(CalendarDay(day)), user: user)
    }

    private func schedule(
        _ from: String, _ to: String, _ amount: Int64, _ start: String, times: Int? = nil
    ) throws -> LedgerSignal.MakeSchedule {
        LedgerSignal.MakeSchedule(
            from: from, to: to, amount: rubles(amount), description: "Rent", start: try #require(CalendarDay(start)),
            every: LedgerSignal.Every(count: 1, unit: .month), times: times)
    }

    @Test(arguments: StoreKind.allCases) func eachSideOfAScheduleSeesItsOwnChangeOnEachDay(kind: StoreKind)
        async throws
    {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let saved = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let rent = try await bank.send(schedule(ann, bob, 100, "2026-11-30", times: 2), as: "ann").schedule.id
            let saving = try await bank.send(schedule(ann, saved, 70, "2026-12-15"), as: "ann").schedule.id
            let answer = try await bank.send(outlook("2027-01-15"), as: "ann")
            #expect(answer.accounts.map(\.id) == [ann, saved])
            #expect(answer.accounts.map(\.balance) == [rubles(10_000), rubles(0)])
            #expect(
                answer.planned.filter { $0.schedule == rent }.map(\.day.description) == ["2026-11-30", "2026-12-30"])
            #expect(
                answer.planned.filter { $0.schedule == rent }.allSatisfy {
                    $0.account == ann && $0.amount == rubles(-100)
                })
            let savings = answer.planned.filter { $0.schedule == saving }
            #expect(Set(savings.map(\.day.description)) == ["2026-12-15", "2027-01-15"])
            #expect(savings.filter { $0.account == ann }.map(\.amount) == [rubles(-70), rubles(-70)])
            #expect(savings.filter { $0.account == saved }.map(\.amount) == [rubles(70), rubles(70)])
            #expect(answer.planned.map(\.day) == answer.planned.map(\.day).sorted())
            let names = try await bank.send(LedgerSignal.Accounts(), as: "ann").accounts.map { ($0.id, $0.name) }
            let called = Dictionary(uniqueKeysWithValues: names)
            #expect(savings.allSatisfy { $0.otherSide == called[$0.account == ann ? saved : ann] })
            #expect(answer.planned.filter { $0.schedule == rent }.allSatisfy { $0.otherSide == nil })
            _ = try await bank.send(LedgerSignal.SavePayee(name: "Landlord", account: bob), as: "ann")
            let named = try await bank.send(outlook("2027-01-15"), as: "ann").planned
            #expect(named.filter { $0.schedule == rent }.allSatisfy { $0.otherSide == "Landlord" })
            // Of the payer's plans the receiver sees nothing.
            #expect(try await bank.send(outlook("2027-01-15"), as: "bob").planned.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases) func whatIsCancelledOrClosedIsNotToCome(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let old = try await bank.openAccount(of: "ann")
            let bob = try await bank.openAccount(of: "bob")
            let made = try await bank.send(schedule(ann, bob, 100, "2026-11-30"), as: "ann").schedule.id
            _ = try await bank.send(LedgerSignal.CancelSchedule(id: made), as: "ann")
            _ = try await bank.send(LedgerSignal.Close(account: old), as: "ann")
            let answer = try await bank.send(outlook("2027-12-26"), as: "ann")
            #expect(answer.accounts.map(\.id) == [ann] && answer.planned.isEmpty)
            #expect(try await bank.fault(outlook("2027-12-27"), as: "ann").field == "until")
        }
    }

    @Test(arguments: StoreKind.allCases) func onlyServicesThatSeeEverythingAskForOthers(kind: StoreKind) async throws {
        try await Bank.with(kind) { bank in
            let ann = try await bank.openAccount(of: "ann", with: 10_000)
            let seen = try await bank.send(outlook("2026-12-01", of: "ann"), asService: "subscriptions")
            #expect(seen.accounts.map(\.id) == [ann])
            #expect(try await bank.send(outlook("2026-12-01", of: "ann"), as: "ann").accounts == seen.accounts)
            #expect(try await bank.fault(outlook("2026-12-01", of: "ann"), as: "bob").code == .permissionDenied)
            #expect(
                try await bank.fault(outlook("2026-12-01", of: "ann"), asService: "bonds").code == .permissionDenied)
            #expect(try await bank.fault(outlook("2026-12-01"), asService: "subscriptions").field == "user")
            #expect(try await bank.fault(outlook("2026-12-01"), as: nil).code == .unauthenticated)
        }
    }
}
