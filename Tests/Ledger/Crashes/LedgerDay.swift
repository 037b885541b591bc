import Coordination
import CrashPoints
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport

@testable import LedgerService

/// A day of ledger with every kind of change: two people, and one who leaves.
struct LedgerDay: CrashDay {
    struct House: Sendable {
        let asked: AskedService
        let store: SQLiteLedgerStore
        let clock: SteppedClock

        /// Does all that is due.
        func work() async throws {
            while try await HoldExpiry(store: store).doDue() {}
            while try await ScheduledTransfers(store: store).doDue() {}
        }
    }

    static let name = "ledger"

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        // Balances are saved several times in the day.
        let store = try await SQLiteLedgerStore.open(
            at: path, clock: clock.wallClock, options: options, transfersPerSave: 5)
        let codes = TestCodes()
        codes.enrol("carl")
        let service = UseCaseService(
            ledger: store, clock: clock.wallClock, codes: codes, readers: ["subscriptions"])
        return OpenHouse(House(asked: AskedService(service), store: store, clock: clock), over: store.store)
    }

    func problems(of house: House, _ store: Store) async throws -> [String] {
        let check = try await house.store.check()
        return check.problems
            + check.imbalance.filter { $0.minorUnits != 0 }.map { "out of balance by \($0.decimalText)" }
    }

    static let steps = accounts + money + holds + imports + arrangements + departure

    private typealias Step = CrashStep<House>

    private static func row(_ units: Int64, _ day: String, _ reference: String) -> LedgerSignal.ImportRow {
        LedgerSignal.ImportRow(
            amount: rubles(units), date: day, description: "Row \(reference)", reference: reference)
    }

    private static let accounts: [CrashStep<House>] = [
        .ask("open main") { house, notes, key in
            let answer = try await house.asked.send(
                LedgerSignal.OpenAccount(currency: .rub, name: "Main"), key: key)
            notes["main"] = answer.account.id
            return answer
        },
        .ask("open savings") { house, notes, key in
            let answer = try await house.asked.send(LedgerSignal.OpenAccount(currency: .rub), key: key)
            notes["savings"] = answer.account.id
            return answer
        },
        .ask("open carl's") { house, notes, key in
            let answer = try await house.asked.send(LedgerSignal.OpenAccount(currency: .rub), as: "carl", key: key)
            notes["carl"] = answer.account.id
            return answer
        },
        .ask("open dollars") { house, notes, key in
            let answer = try await house.asked.send(LedgerSignal.OpenAccount(currency: .usd), key: key)
            notes["dollars"] = answer.account.id
            return answer
        },
        .ask("rename") {
            try await $0.asked.send(LedgerSignal.Rename(account: $1["savings"], name: "For the sea"), key: $2)
        },
        .ask("overdraft") {
            try await $0.asked.send(LedgerSignal.SetOverdraft(account: $1["savings"], limit: rubles(5_000)), key: $2)
        },
        .ask("freeze") { try await $0.asked.send(LedgerSignal.Freeze(account: $1["savings"]), key: $2) },
        .ask("unfreeze") { try await $0.asked.send(LedgerSignal.Unfreeze(account: $1["savings"]), key: $2) },
    ]

    private static let money: [CrashStep<House>] = [
        .ask("deposit") {
            try await $0.asked.send(
                LedgerSignal.Deposit(account: $1["main"], amount: rubles(900_000), category: "salary"), key: $2)
        },
        .ask("deposit dollars") {
            let amount = Money(minorUnits: 50_000, currency: .usd)
            return try await $0.asked.send(LedgerSignal.Deposit(account: $1["dollars"], amount: amount), key: $2)
        },
        .ask("withdraw") {
            try await $0.asked.send(LedgerSignal.Withdraw(account: $1["main"], amount: rubles(1_000)), key: $2)
        },
        .ask("transfer") { house, notes, key in
            let answer = try await house.asked.send(transfer(notes["main"], notes["carl"], 7_000, "Tea"), key: key)
            notes["transfer"] = answer.transfer.id
            return answer
        },
        .ask("transfers") {
            try await $0.asked.send(
                LedgerSignal.MakeTransfers(transfers: [
                    item($1["main"], $1["savings"], 100, key: "first-of-many"),
                    item($1["main"], $1["carl"], 200, key: "linked", linked: true),
                    item($1["carl"], $1["main"], 50_000_000, key: "too-much"),
                    item($1["main"], $1["savings"], 300, key: "last-of-many"),
                ]), key: $2)
        },
        // They share a commit when they meet, and are two otherwise.
        .change("transfers at once", commits: 6) { house, notes in
            let (main, savings) = (notes["main"], notes["savings"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for units in 1...6 as ClosedRange<Int64> {
                    group.addTask {
                        _ = try await house.asked.send(transfer(main, savings, units), key: "at-once-\(units)")
                    }
                }
                try await group.waitForAll()
            }
        },
        .ask("reverse") {
            try await $0.asked.send(LedgerSignal.Reverse(transfer: $1["transfer"], reason: "Cold"), as: "carl", key: $2)
        },
        .ask("rate") {
            try await $0.asked.send(
                LedgerSignal.SetRate(from: .usd, to: .rub, rate: "92.456789", source: "bank"), key: $2)
        },
        .ask("exchange") {
            let amount = Money(minorUnits: 333, currency: .usd)
            return try await $0.asked.send(
                LedgerSignal.Exchange(from: $1["dollars"], to: $1["main"], amount: amount), key: $2)
        },
        .ask("remove rate") { try await $0.asked.send(LedgerSignal.RemoveRate(from: .usd, to: .rub), key: $2) },
        .restart("restart after money"),
    ]

    private static let holds: [CrashStep<House>] =
        ["posted", "voided"].map { fate in
            .ask("hold to be \(fate)") { house, notes, key in
                let answer = try await house.asked.send(
                    LedgerSignal.Hold(from: notes["main"], to: notes["carl"], amount: rubles(2_500)), key: key)
                notes[fate] = answer.transfer.id
                return answer
            }
        } + [
            .ask("hold to expire") {
                let expiresAt = Instant(milliseconds: 1_795_003_600_000)
                return try await $0.asked.send(
                    LedgerSignal.Hold(from: $1["main"], to: $1["carl"], amount: rubles(10), expiresAt: expiresAt),
                    key: $2)
            },
            .ask("post") {
                try await $0.asked.send(LedgerSignal.PostHold(hold: $1["posted"], amount: rubles(2_000)), key: $2)
            },
            .ask("void") { try await $0.asked.send(LedgerSignal.VoidHold(hold: $1["voided"]), key: $2) },
            .around("an hour") { house, _ in house.clock.advance(by: .seconds(4_000)) },
            .change("expire") { house, _ in try await house.work() },
        ]

    private static let imports: [CrashStep<House>] = [
        .ask("import") { house, notes, key in
            let rows = (1...12).map { row(Int64($0) * 100, "2026-03-\($0 < 10 ? "0" : "")\($0)", "id:\($0)") }
            let answer = try await house.asked.send(
                LedgerSignal.ImportRows(
                    account: notes["savings"], rows: rows, openingBalance: rubles(1_000), fileName: "march.csv"),
                key: key)
            notes["import"] = answer.import ?? ""
            return answer
        },
        .ask("import again") {
            try await $0.asked.send(
                LedgerSignal.ImportRows(
                    account: $1["savings"], rows: [row(100, "2026-03-01", "id:1"), row(-50, "2026-03-20", "id:20")]),
                key: $2)
        },
        .ask("undo import") { try await $0.asked.send(LedgerSignal.UndoImport(import: $1["import"]), key: $2) },
    ]

    private static let departure: [CrashStep<House>] = [
        .change("open dora's") { house, notes in
            notes["dora"] = try await house.asked.send(LedgerSignal.OpenAccount(currency: .rub), as: "dora").account.id
        },
        .change("deposit to dora") { house, notes in
            let deposit = LedgerSignal.Deposit(account: notes["dora"], amount: rubles(777))
            _ = try await house.asked.send(deposit, as: "dora")
        },
        .change("dora leaves") { house, _ in
            let facts = try JSONEncoding.encode(["userId": "dora"])
            let event = Event(
                sequence: 1, type: "auth.userDeleted", subject: "dora", time: house.clock.now, data: facts)
            try await house.store.store.write { try house.store.followPeople([event], in: $0) }
        },
        .ask("close") {
            try await $0.asked.send(LedgerSignal.Close(account: $1["savings"], to: $1["main"]), key: $2)
        },
        .restart("restart in the evening"),
        .ask("last transfer") { try await $0.asked.send(transfer($1["main"], $1["carl"], 1, "Last"), key: $2) },
    ]
}
