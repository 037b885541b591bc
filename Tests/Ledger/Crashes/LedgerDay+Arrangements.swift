import Coordination
import CrashPoints
import Domain
import Reasons
import Signals
import TestSupport

@testable import LedgerService

extension LedgerDay {
    /// Limits and codes, mandates, schedules, templates and payees.
    static let arrangements: [CrashStep<House>] = limits + mandates + schedules + payees

    private static let limits: [CrashStep<House>] = [
        .ask("limits") {
            try await $0.asked.send(
                LedgerSignal.SetLimits(account: $1["main"], perTransfer: rubles(800_000), daily: rubles(850_000)),
                key: $2)
        },
        .ask("carl's limit") {
            try await $0.asked.send(
                LedgerSignal.SetLimits(account: $1["carl"], confirmAbove: rubles(100), code: "right first"),
                as: "carl", key: $2)
        },
        .change("order that waits for a code") { house, notes in
            do {
                _ = try await house.asked.send(
                    transfer(notes["carl"], notes["main"], 500), as: "carl", key: "with-a-code")
                throw Fault(.internalFault, "No code was asked for.")
            } catch let fault as Fault where fault.code == .confirmationRequired {
                if case .text(let challenge)? = fault.details["challenge"] { notes["challenge"] = challenge }
            }
        },
        // The attempt is counted before the code is checked. Another answer says that it was done before.
        .ask("confirm", commits: 2) {
            try await $0.asked.send(
                LedgerSignal.Confirm(challenge: $1["challenge"], code: "right second"), as: "carl", key: $2
            ).transfer
        },
        .ask("spend") { try await $0.asked.send(transfer($1["main"], $1["carl"], 1_234), key: $2) },
    ]

    private static let mandates: [CrashStep<House>] = [
        .ask("grant") { house, notes, key in
            let answer = try await house.asked.send(
                LedgerSignal.GrantMandate(
                    service: "subscriptions", account: notes["main"], amount: rubles(9_000), per: .month), key: key)
            notes["mandate"] = answer.mandate.id
            return answer
        },
        .ask("debit") {
            try await $0.asked.send(
                LedgerSignal.Debit(account: $1["main"], amount: rubles(300)), asService: "subscriptions", key: $2)
        },
        .ask("debits") {
            try await $0.asked.send(
                LedgerSignal.Debits(debits: [
                    LedgerSignal.DebitItem(account: $1["main"], amount: rubles(20), idempotencyKey: "a-debit"),
                    LedgerSignal.DebitItem(account: $1["savings"], amount: rubles(20), idempotencyKey: "no-mandate"),
                    LedgerSignal.DebitItem(account: $1["main"], amount: rubles(30), idempotencyKey: "another-debit"),
                ]), asService: "subscriptions", key: $2)
        },
        .ask("revoke") { try await $0.asked.send(LedgerSignal.RevokeMandate(id: $1["mandate"]), key: $2) },
    ]

    private static let schedules: [CrashStep<House>] = [
        .ask("schedule") { house, notes, key in
            let start = CalendarDay(daysSince1970: 20_776)
            let answer = try await house.asked.send(
                LedgerSignal.MakeSchedule(
                    from: notes["main"], to: notes["savings"], amount: rubles(40), description: "Weekly", start: start,
                    every: LedgerSignal.Every(count: 1, unit: .week)), key: key)
            notes["schedule"] = answer.schedule.id
            return answer
        },
        .ask("schedule that fails") {
            try await $0.asked.send(
                LedgerSignal.MakeSchedule(
                    from: $1["savings"], to: $1["carl"], amount: rubles(700_000),
                    start: CalendarDay(daysSince1970: 20_777), every: nil), key: $2)
        },
        .ask("pause") { try await $0.asked.send(LedgerSignal.PauseSchedule(id: $1["schedule"]), key: $2) },
        .ask("resume") { try await $0.asked.send(LedgerSignal.ResumeSchedule(id: $1["schedule"]), key: $2) },
        .around("three weeks") { house, _ in house.clock.advance(by: .seconds(21 * 86_400)) },
        .change("scheduled transfers", commits: 3) { house, _ in try await house.work() },
        .ask("cancel schedule") { try await $0.asked.send(LedgerSignal.CancelSchedule(id: $1["schedule"]), key: $2) },
    ]

    private static let payees: [CrashStep<House>] = [
        .ask("template") {
            try await $0.asked.send(
                LedgerSignal.SaveTemplate(name: "Rent", from: $1["main"], to: $1["carl"]), key: $2)
        },
        .ask("remove template") { try await $0.asked.send(LedgerSignal.RemoveTemplate(name: "Rent"), key: $2) },
        .ask("payee") { try await $0.asked.send(LedgerSignal.SavePayee(name: "Carl", account: $1["carl"]), key: $2) },
        .ask("rename payee") {
            try await $0.asked.send(LedgerSignal.RenamePayee(name: "Carl", newName: "Charles"), key: $2)
        },
        .ask("remove payee") { try await $0.asked.send(LedgerSignal.RemovePayee(name: "Charles"), key: $2) },
        .ask("payable") {
            try await $0.asked.send(LedgerSignal.SetPayable(account: $1["main"], payable: false), key: $2)
        },
        .ask("import rates") {
            try await $0.asked.send(
                LedgerSignal.ImportRates(csv: "from,to,rate,source,asOf\nUSD,RUB,90.5,bank,2026-11-10T00:00:00Z\n"),
                key: $2)
        },
    ]
}
