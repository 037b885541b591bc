import Domain
import Foundation
import Signals
import Storage
import TestSupport
import Testing

/// One house on three machines goes on, and loses and doubles nothing, whatever is cut off or killed.
///
/// `KOPILKA_TEST_CLUSTER_EVENTS` is the number of events: 5 by default, 200 in the long form. From the sixth on,
/// services and Patroni are killed meanwhile.
@Suite(
    .enabled(
        if: ClusterMachines.obstacle == nil,
        Comment(rawValue: "there can be no machines: \(ClusterMachines.obstacle ?? "")")))
struct ClusterTests {
    private static let events =
        ProcessInfo.processInfo.environment["KOPILKA_TEST_CLUSTER_EVENTS"].flatMap { Int($0) } ?? 5

    @Test func machinesAreCutOffAndKilledUnderLoad() async throws {
        let machines = try await onThread { try ClusterMachines() }
        try await machines.makeHouse()
        let load = try await ClusterLoad(machines, accounts: 9)
        var (gaps, story) = (ClusterGaps(), [String]())
        for number in 0..<Self.events {
            let event = ClusterEvent.allCases[number % ClusterEvent.allCases.count]
            let known = load.payments.count
            do {
                try await load.signIn()
                let began = try await survive(event, alsoKilling: number >= 5, machines, load, &story)
                gaps.note(event, load.payments[known...].map(\.moment), from: began)
                try await requireSameBooks(machines, load, since: known)
            } catch {
                let told = story.suffix(8) + ClusterMachines.services.map(machines.logs) + [machines.clusterLogs]
                Issue.record("event \(number + 1), \(event.rawValue): \(error)\n\(told.joined(separator: "\n"))")
                break
            }
        }
        let copies = story.count { $0.contains("copied anew") }
        print("ClusterTests: \(load.payments.count) payments; new copies for standbys \(copies) times\n\(gaps)")
        #expect(load.payments.count > Self.events * 10)
        await load.close()
    }

    /// Lets something happen under load, and undoes it.
    ///
    /// - Returns: When it began.
    private func survive(
        _ event: ClusterEvent, alsoKilling: Bool, _ machines: ClusterMachines, _ load: ClusterLoad,
        _ story: inout [String]
    ) async throws -> ContinuousClock.Instant {
        let place = try await event.prepare(machines)
        load.begin()
        try await load.untilEveryMachinePays(since: load.payments.count)
        let began = ContinuousClock.now
        story.append("\(WallClock.system.now()): \(event.rawValue): \(place)")
        try await event.happen(machines, place)
        var patroni: String?
        if alsoKilling {
            try await Task.sleep(for: event.length / Int.random(in: 2...8))
            for machine in ClusterMachines.names where Bool.random() {
                try await machines.kill(ClusterMachines.services.randomElement() ?? "ledger", on: machine)
            }
            patroni = Bool.random() ? ClusterMachines.names.randomElement() : nil
            if let patroni { try await machines.cluster("kill", patroni, "patroni") }
            story.append("\(WallClock.system.now()): Patroni is killed on: \(patroni ?? "none")")
        }
        // How long it lasts is part of the event.
        try await Task.sleep(for: max(.zero, event.length - (.now - began)))
        try await machines.cluster("heal")
        if let patroni { try await machines.cluster("start", patroni, "patroni") }
        let copied = try await machines.cluster("ready", "240", within: .seconds(300))
        if !copied.isEmpty { story.append("\(WallClock.system.now()): \(copied)") }
        try await load.untilEveryMachinePays(since: load.payments.count)
        try await load.end()
        return began
    }

    /// Looks whether everything that was acknowledged is there once, on every machine.
    private func requireSameBooks(_ machines: ClusterMachines, _ load: ClusterLoad, since known: Int) async throws {
        let balances = load.balances
        for machine in ClusterMachines.names {
            try await eventually("\(machine) has all payments") {
                try await load.answer(LedgerSignal.Check(), from: machine).transfers >= load.transferCount
            }
            let check = try await load.answer(LedgerSignal.Check(), from: machine)
            #expect(check.transfers == load.transferCount, "\(machine): each acknowledged key once")
            #expect(check.problems == [] && check.imbalance.allSatisfy { $0.minorUnits == 0 }, "\(machine): \(check)")
            let accounts = try await load.answer(LedgerSignal.Accounts(), from: machine).accounts
            #expect(
                Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, $0.balance) }) == balances, "\(machine)")
        }
        for payment in load.payments[known...].shuffled().prefix(300) {
            let machine = ClusterMachines.names.randomElement() ?? payment.machine
            let again = try await load.answer(payment.signal, key: payment.key, from: machine)
            #expect(again.transfer == payment.transfer, "asked \(payment.machine), then \(machine)")
        }
        for service in ClusterMachines.services {
            var contents: [DatabaseContent] = []
            try await eventually("\(service) has the same newest commit everywhere") {
                contents = try ClusterMachines.names.map {
                    try DatabaseContent(of: machines.database(of: service, on: $0))
                }
                return Set(contents.map { $0.position?.head.number }).count == 1
            }
            #expect(Set(contents.map { $0.position?.head }).count == 1, "\(service): the same chain of commits")
            for content in contents {
                let difference = zip(content.tables, contents[0].tables).filter { $0 != $1 }
                #expect(content.tables == contents[0].tables, "\(service): \(difference)")
            }
        }
    }
}
