import CSimulatedMachine
import Coordination
import SQLite
import Synchronization

/// Runs a plan in this process, which does nothing else: its time and its disk are the world's.
enum Simulation {
    /// Noon of a Monday, so that days of a week, a month and a year turn within short plans.
    static let beginning: Int64 = 1_772_452_800

    /// How often everything is compared, in hours.
    private static let hoursBetweenChecks = 6.0
    /// The end of a session has reached all services within this time.
    private static let news = Duration.seconds(90)
    /// Everything that somebody waits for has come within this time once nothing is wrong.
    private static let patience = Duration.seconds(40 * 60)

    /// Runs a plan to its end.
    static func run(_ plan: Plan) -> Report {
        kopilka_world_begin(plan.seed, beginning * 1_000_000_000)
        // The bindings configure SQLite with their first connection, and its disk can be replaced afterwards only.
        guard let first = try? Connection(path: ":memory:"), kopilka_disk_mount() == 0 else {
            return Report(plan, problems: ["SQLite took no other disk."])
        }
        first.close()
        kopilka_world_set_drift(plan.drift)
        kopilka_network_set(Trouble.usualNetwork)
        kopilka_disk_forgive_failed_syncs(plan.forgivesFailedSyncs)
        kopilka_disk_set(plan.soundDisk)
        let problems = Mutex<[String]>([])
        let house: SimulatedHouse
        do {
            house = try SimulatedHouse(settings: plan.settings)
        } catch {
            return Report(plan, problems: ["The house has no directory: \(error)"])
        }
        defer { house.remove() }
        Task {
            do {
                let found = try await live(plan, in: house)
                problems.withLock { $0 += found }
            } catch {
                problems.withLock { $0.append("The plan could not go on: \(error)") }
            }
            kopilka_world_end()
        }
        if !kopilka_world_run() {
            problems.withLock { $0.append("Everybody waits for somebody else, and nothing will ever happen.") }
        }
        return Report(plan, problems: problems.withLock { $0 }, house: house)
    }

    private static func live(_ plan: Plan, in house: SimulatedHouse) async throws -> [String] {
        house.start()
        try await house.settle()
        let town = await Town(people: plan.people, links: house.links)
        var from = 0.0
        while from < plan.hours {
            let hours = from..<min(from + hoursBetweenChecks, plan.hours)
            try await spend(hours, of: plan, town, house)
            try await calm(house, plan)
            try await Task.sleep(for: news)
            let early = await town.problemsOfSessions()
            try await Task.sleep(for: patience)
            try await house.settle()
            let problems = early.isEmpty ? await town.problems() : early
            if !problems.isEmpty { return problems }
            from = hours.upperBound
        }
        return plan.damagesDisk ? try await town.problemsOfDamage(in: house) : []
    }

    /// Lets people act and troubles happen, and returns when all that began in these hours is over.
    private static func spend(_ hours: Range<Double>, of plan: Plan, _ town: Town, _ house: SimulatedHouse) async throws
    {
        let start = World.hours
        try await withThrowingTaskGroup { group in
            for trouble in plan.troubles where hours.contains(trouble.at) {
                group.addTask {
                    try await sleep(until: start + trouble.at - hours.lowerBound)
                    try await trouble.trouble.happen(to: house, disk: plan.soundDisk)
                }
            }
            for person in 0..<plan.people {
                let acts = plan.acts.filter { hours.contains($0.at) && $0.person == person }
                group.addTask {
                    for act in acts {
                        try await sleep(until: start + act.at - hours.lowerBound)
                        await town.act(act)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Ends all troubles, and waits until everybody serves.
    private static func calm(_ house: SimulatedHouse, _ plan: Plan) async throws {
        kopilka_network_set(Trouble.usualNetwork)
        kopilka_disk_set(plan.soundDisk)
        kopilka_world_lose_power_at_change(0)
        for service in house.services {
            if let process = service.process { kopilka_process_kill_at_change(process, 0) }
        }
        try await house.settle()
    }

    private static func sleep(until hours: Double) async throws {
        try await Task.sleep(for: .seconds(max(0, hours - World.hours) * 3600))
    }
}
