import CSimulatedMachine
import Domain
import Identity
import Signals

extension Town {
    /// The bits that the disk changes in a database; half of them are in what is read next.
    private static let flippedBits: Int32 = 16

    /// Returns what people were told that is not so while the disk has changed bits of a database: of each service in
    /// turn, which has just begun, so that it has nothing in memory. Whoever is refused is not told anything wrong.
    ///
    /// Call it when nothing is wrong and all that was due is done.
    func problemsOfDamage(in house: SimulatedHouse) async throws -> [String] {
        var found: [String] = []
        for service in house.services {
            let before = await told()
            if let process = service.process { kopilka_process_kill(process) }
            try await house.settle()
            guard kopilka_disk_flip("\(service.service.rawValue).db", Self.flippedBits) > 0 else { continue }
            let meanwhile = await told()
            kopilka_disk_heal()
            try await house.settle()
            let after = await told()
            for (index, told) in before.enumerated() {
                found += told.keys.filter { after[index][$0] == nil }.map {
                    "Of \($0), person \(index) is not told any more, though the disk of \(service.service.rawValue) is "
                        + "sound again."
                }
            }
            // What has gone on meanwhile cannot be compared.
            for (index, told) in meanwhile.enumerated() {
                for (what, text) in told where before[index][what] == after[index][what] {
                    guard let right = before[index][what], text != right else { continue }
                    found.append(
                        "Of \(what), person \(index) was told \(text) with a damaged disk of "
                            + "\(service.service.rawValue), and otherwise \(right).")
                }
            }
        }
        return found
    }

    /// What each person is told now, by what it is about; what is refused is left out.
    private func told() async -> [[String: String]] {
        var told: [[String: String]] = []
        for person in people { told.append(await person.toldAtOnce()) }
        return told
    }
}

extension SimulatedPerson {
    /// Reads things of all services, once each. What is refused is left out.
    func toldAtOnce() async -> [String: String] {
        insists = false
        defer { insists = true }
        let answers: [String: (any Sendable)?] = [
            "accounts": await read(LedgerSignal.Accounts())?.accounts,
            "schedules": await read(LedgerSignal.Schedules())?.schedules,
            "holds": await read(LedgerSignal.Holds(limit: 1000))?.holds,
            // Without the owner, who is absent while auth cannot be asked.
            "payees": await read(LedgerSignal.Payees())?.payees.map { "\($0.name) \($0.account) \($0.status)" },
            "events of ledger": await events { LedgerEvents(after: $0, limit: 1000) },
            "events of subscriptions": await events { SubscriptionsEvents(after: $0, limit: 1000) },
            "events of auth": await events { AuthEvents(after: $0, limit: 1000) },
            "events of bonds": await events { BondsEvents(after: $0, limit: 1000) },
            "events of notifications": await events { NotificationsEvents(after: $0, limit: 1000) },
            "history": await read(HistorySignal.Transactions(limit: 500))?.transactions,
            "a search": await read(HistorySignal.Transactions(text: "coffee", limit: 100))?.transactions,
            "months": await read(HistorySignal.Summary(by: .month, limit: 500))?.rows,
            "rules": await read(HistorySignal.Rules())?.rules,
            "subscriptions": await read(SubscriptionsSignal.List(limit: 100))?.subscriptions,
            "payments": await read(SubscriptionsSignal.Payments(limit: 100))?.payments,
            "the inbox": await read(NotificationsSignal.List(limit: 100))?.notifications,
            "holdings": await read(BondsSignal.Holdings())?.holdings,
            "securities": await read(ScannerSignal.Securities())?.securities,
            "watches": await read(PatternsSignal.ListWatches())?.securities,
            "the person": await read(AuthSignal.Me()),
        ]
        return answers.compactMapValues { answer in answer.map { "\($0)" } }
    }
}
