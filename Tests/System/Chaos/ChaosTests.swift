import Domain
import Drawing
import Foundation
import Hosting
import TestSupport
import Testing

/// Injects faults into a busy house. Afterwards ledger and history have every acknowledged change, each once.
///
/// `KOPILKA_TEST_CHAOS` is the number of faults, 12 by default. With it, the record is printed, and its chart is
/// written to `.build/chaos`. `KOPILKA_TEST_CHAOS_SEED` repeats the faults of a run; the users' actions are not seeded.
@Suite struct ChaosTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let asked = environment["KOPILKA_TEST_CHAOS"].flatMap { Int($0) }
    private static let seed =
        environment["KOPILKA_TEST_CHAOS_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    private static let house = [
        // By default a service has six seconds to stop, of which a busy machine may need more.
        Bank.cheapHashes, Bank.manyPeople, Bank.noExchange, ["KOPILKA_DRAIN_LIMIT": "60s"],
    ].reduce(into: [:]) { $0.merge($1) { $1 } }

    @Test func whatWasAcknowledgedIsThereOnceWhateverHappens() async throws {
        let count = Self.asked ?? 12
        print("chaos: KOPILKA_TEST_CHAOS_SEED=\(Self.seed)")
        var random = SeededGenerator(seed: Self.seed)
        var disk: MountedDisk?
        let telegram = try ChaosTelegram()
        let environment = Self.house.merging(telegram.environment) { $1 }
        let bank = try await CrashBank(accounts: 10, services: ChaosHouse.services, environment: environment) { house in
            if MountedDisk.obstacle == nil {
                disk = try MountedDisk(at: house.dataDirectory, mebibytes: 256 + count / 4)
            }
            try telegram.prepare(house)
        }
        try await telegram.begin(bank)
        let house = ChaosHouse(house: bank.house, disk: disk)
        let record = ChaosRecord()
        let bots = ChaosBots(bank, record, telegram)
        let acting = Task { try await bots.act() }
        for _ in 0..<count {
            let fault = InjectedFault.next(&random)
            // In two of five the ledger, because it is where money could be lost.
            let service = random.chance(40) ? "ledger" : random.one(of: ChaosHouse.services)
            try await Task.sleep(for: .milliseconds(random.below(60)))
            try await house.inject(fault, into: service, &random)
            record.note(fault)
            try await bank.staySignedIn()
        }
        try await Self.end(acting, bots, bank)
        let problems = try await bank.problems(isAlone: false) + record.problems
        #expect(problems == [])
        // All of it was on disk.
        for service in ChaosHouse.services { try await bank.house.kill(service) }
        for service in ChaosHouse.services { try await bank.house.start(service) }
        try await bank.signIn()
        let problemsLater = try await bank.problems(isAlone: false)
        #expect(problemsLater == [])
        if Self.asked != nil { try Self.report(record) }
        await bank.close()
        withExtendedLifetime(disk) {}
    }

    /// The supervisor of a house, and the services under it.
    @Test func whatWasAcknowledgedIsThereOnceWhenSupervisorsAreKilled() async throws {
        var random = SeededGenerator(seed: Self.seed)
        let telegram = try ChaosTelegram()
        let environment = Self.house.merging(telegram.environment) { $1 }
        let bank = try await CrashBank(accounts: 10, services: [], environment: environment) { house in
            try telegram.prepare(house)
            try SupervisedHouse.start(in: house)
        }
        try await telegram.begin(bank)
        let house = SupervisedHouse(house: bank.house)
        let record = ChaosRecord()
        let bots = ChaosBots(bank, record, telegram)
        let acting = Task { try await bots.act() }
        for number in 0..<max(4, (Self.asked ?? 0) / 20) {
            try await Task.sleep(for: .milliseconds(random.below(400)))
            if number % 4 == 3 {
                try await house.killSupervisor()
            } else {
                house.kill(random.one(of: ChaosHouse.services))
            }
            try await bank.staySignedIn()
        }
        try await Self.end(acting, bots, bank)
        let problems = try await bank.problems(isAlone: false) + record.problems
        #expect(problems == [])
        #expect(try await bank.house.stop("gateway") == .exited(0))
        await bank.close()
    }

    /// Ends the load when it has been seen to go on.
    private static func end(_ acting: Task<Void, any Error>, _ bots: ChaosBots, _ bank: CrashBank) async throws {
        let before = bank.acknowledgedCount
        try await eventually("transfers go on", within: .seconds(180)) { bank.acknowledgedCount > before }
        bots.end()
        try await acting.value
    }

    private static func report(_ record: ChaosRecord) throws {
        let directory = ".build/chaos"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let file = "\(directory)/acknowledged.svg"
        try Data(ChartPicture.bytes(of: record.chart, as: .svg)).write(to: URL(fileURLWithPath: file))
        print("\(record.text)\n  each second: \(file)")
    }
}
