import Coordination
import CrashPoints
import Domain
import Signals
import Storage
import TestSupport

@testable import SubscriptionsService

/// Days of subscriptions: changes of every kind, payments by hand and by mandate, warnings, files, and a person who
/// leaves.
struct SubscriptionsDay: CrashDay {
    struct House: Sendable {
        let subscriptions: SubscriptionsHouse
        let store: SQLiteSubscriptionsStore
    }

    static let name = "subscriptions"

    func open(at path: String, clock: SteppedClock, options: StoreOptions) async throws -> OpenHouse<House> {
        let store = try await SQLiteSubscriptionsStore.open(at: path, clock: clock.wallClock, options: options)
        let neighbours = ScriptedNeighbours()
        neighbours.change { state in
            state.balances["anna-main"] = 35_000
            state.mandated = ["anna-main"]
        }
        let house = SubscriptionsHouse(store, neighbours, clock, "UTC") { _ in [] }
        return OpenHouse(House(subscriptions: house, store: store), over: store.store)
    }

    /// Each day of a subscription is paid once.
    func problems(of house: House, _ store: Store) async throws -> [String] {
        var problems: [String] = []
        for user in ["anna", "boris"] {
            let payments = try await house.subscriptions.send(S.Payments(limit: 500), as: user).payments
            let days = Set(payments.map { "\($0.subscription) \($0.date)" })
            if days.count != payments.count {
                problems.append("\(user) has \(payments.count) payments on \(days.count) days")
            }
        }
        return problems
    }

    private static func adding(
        _ name: String, _ choice: S.ServiceChoice, from day: Int, remind: [Int]? = nil, payFrom: String? = nil
    ) -> CrashStep<House> {
        .ask(name) { house, notes, key in
            let answer = try await house.subscriptions.send(
                S.Add(
                    service: choice, amount: roubles(100), start: CalendarDay(daysSince1970: day),
                    every: S.Every(count: 1, unit: .week), remindDaysBefore: remind, payFrom: payFrom), key: key)
            notes[name] = answer.subscription.id
            return answer
        }
    }

    private static func days(_ count: Int64) -> CrashStep<House> {
        .around("\(count) days") { house, _ in house.subscriptions.clock.advance(by: .seconds(count * 86_400)) }
    }

    static let steps: [CrashStep<House>] = changes + payments + files

    private static let changes: [CrashStep<House>] = [
        // 2026-11-20 is day 20,777; the clock shows two days before.
        adding("netflix", .known("netflix"), from: 20_777, remind: [1, 3]),
        adding("debited", .known("spotify"), from: 20_778, payFrom: "anna-main"),
        .ask("update") {
            try await $0.subscriptions.send(
                S.Update(id: $1["netflix"], amount: roubles(120), category: "films"), key: $2)
        },
        .ask("pause") { try await $0.subscriptions.send(S.Pause(id: $1["netflix"]), key: $2) },
        .ask("resume") { try await $0.subscriptions.send(S.Resume(id: $1["netflix"]), key: $2) },
        .ask("settings") {
            try await $0.subscriptions.send(S.SetSettings(timeZone: "Europe/Moscow", warnDays: 5), key: $2)
        },
        .change("first work", commits: 20) { house, _ in try await house.subscriptions.work() },
    ]

    private static let payments: [CrashStep<House>] = [
        .ask("pay") { try await $0.subscriptions.send(S.Pay(id: $1["netflix"]), key: $2) },
        .ask("unpay") { try await $0.subscriptions.send(S.Unpay(id: $1["netflix"]), key: $2) },
        .ask("skip") { try await $0.subscriptions.send(S.Skip(id: $1["netflix"]), key: $2) },
        .restart("restart at noon"),
        days(4),
        .change("debits", commits: 30) { house, _ in try await house.subscriptions.work() },
        days(22),
        .change("debits without money", commits: 40) { house, _ in
            house.subscriptions.neighbours.change { $0.balances["anna-main"] = 10 }
            try await house.subscriptions.work()
        },
        .change("money comes", commits: 2) { house, _ in try await house.subscriptions.moneyComes(5_000, sequence: 7) },
        .change("debits with money", commits: 40) { house, _ in try await house.subscriptions.work() },
        .ask("pay late") { try await $0.subscriptions.send(S.Pay(id: $1["netflix"]), key: $2) },
    ]

    private static let files: [CrashStep<House>] = [
        .around("export") { house, notes in
            notes["file"] = try await house.subscriptions.send(S.Export(format: .csv)).content
        },
        .ask("import") {
            try await $0.subscriptions.send(S.Import(format: .csv, content: $1["file"]), as: "boris", key: $2)
        },
        .ask("remove") {
            try await $0.subscriptions.send(S.Remove(id: $1["netflix"], removePayments: true), key: $2)
        },
        .change("dora adds") { house, _ in try await house.subscriptions.add("2026-12-30", as: "dora") },
        .change("dora leaves") { house, _ in
            try await house.store.write(deadline: nil, weight: 1) { try $0.forget("dora") }
        },
        .restart("restart in the evening"),
        adding("last", .known("netflix"), from: 20_810),
    ]
}
