import Coordination
import Domain
import Storage
import Synchronization
import TestSupport
import Testing

/// Goal: whatever fails between log and database, and whenever, what was acknowledged is there once, and a retry with
/// the same key gets the same bytes. These tests go through all steps; `JournalTests` and `LogKillTests` take chances.
@Suite struct CrashStepTests {
    /// Returns what a course leaves behind that is killed at each of its steps.
    private func course(in folder: TemporaryDirectory) async throws -> [Wrecks.Wreck] {
        let log = LogInMemory()
        let wrecks = Wrecks(folder.file("store.db"), log)
        let store = try await KeyedCourse.open(folder.file("store.db"), log, wrecks)
        for number in 0..<KeyedCourse.count {
            wrecks.acknowledge(number, try await KeyedCourse.send(number, to: store))
        }
        await store.close()
        return wrecks.all
    }

    private func steps(_ wrecks: [Wrecks.Wreck]) -> Set<String> {
        Set(wrecks.map { String($0.step.prefix { $0 != " " }) })
    }

    /// Each kind of fault at each commit, those of the schema included.
    @Test(arguments: LogInMemory.Course.allCases)
    func eachFaultAtEachCommit(fault: LogInMemory.Course) async throws {
        let clean = TemporaryDirectory()
        let (log, path) = (LogInMemory(), clean.file("store.db"))
        let store = try await KeyedCourse.open(path, log)
        let answers = try await KeyedCourse.sendAll(to: store)
        await store.close()
        let commits = log.commits.count
        #expect(commits > KeyedCourse.count)
        for number in 0..<commits { try await runCourse(failing: number, by: fault, answers) }
    }

    private func runCourse(failing number: Int, by fault: LogInMemory.Course, _ expected: [Int: String]) async throws {
        let comment = "\(fault) at commit \(number)"
        let folder = TemporaryDirectory()
        let (log, path) = (LogInMemory(), folder.file("store.db"))
        log.take(Array(repeating: .stored, count: number) + [fault])
        let mustRestart = Mutex(false)
        var (store, acknowledged, failures): (Store?, [Int: String], Int) = (nil, [:], 0)
        var request = 0
        while request < KeyedCourse.count {
            do {
                let open: Store
                if let store {
                    open = store
                } else {
                    open = try await KeyedCourse.open(path, log, restart: { _ in mustRestart.withLock { $0 = true } })
                }
                store = open
                acknowledged[request] = try await KeyedCourse.send(request, to: open)
                request += 1
            } catch {
                failures += 1
                try #require(failures == 1, "\(comment): \(error)")
                // A process that cannot know ends.
                guard let fault = error as? Fault else { continue }
                guard fault.code == .deadlineExceeded else { continue }
                await store?.close()
                store = nil
            }
        }
        let failing: Set<LogInMemory.Course> = [.unreachable, .storedUnheard, .lostUnheard]
        #expect(failures == (failing.contains(fault) ? 1 : 0), "\(comment)")
        #expect(acknowledged == expected, "\(comment): the answers of an undisturbed course")
        await store?.close()
        let again = try await KeyedCourse.open(path, log)
        try await KeyedCourse.check(again, at: path, log, acknowledged, comment)
        let refused: [LogInMemory.Course] = [.repeated, .late]
        #expect(log.refusals == (refused.contains(fault) ? 1 : 0), "\(comment): by the fences")
    }

    @Test func aLeaderIsKilledAtEachStep() async throws {
        let folder = TemporaryDirectory()
        let wrecks = try await course(in: folder)
        #expect(
            steps(wrecks).isSuperset(of: [
                "claimed", "loading", "preparing", "appending", "appended", "committing", "committed",
            ]))
        for wreck in wrecks {
            let store = try await KeyedCourse.open(wreck.path, wreck.log)
            try await KeyedCourse.check(store, at: wreck.path, wreck.log, wreck.acknowledged, wreck.step)
        }
    }

    /// The next process dies, too, while it takes over what the log has.
    @Test func theNextProcessIsKilledAtEachStepOfItsStart() async throws {
        let folder = TemporaryDirectory()
        var seen: Set<String> = []
        // The commit is in the log and not in the database: there is something to take over.
        for wreck in try await course(in: folder) where wreck.step.hasPrefix("appended") {
            let second = Wrecks(wreck.path, wreck.log, wreck.acknowledged)
            await (try KeyedCourse.open(wreck.path, wreck.log, second)).close()
            seen.formUnion(steps(second.all))
            for last in second.all {
                let comment = "\(wreck.step), then \(last.step)"
                let store = try await KeyedCourse.open(last.path, last.log)
                try await KeyedCourse.check(store, at: last.path, last.log, last.acknowledged, comment)
            }
        }
        #expect(seen.isSuperset(of: ["claimed", "read", "loading"]))
    }

    /// The leader dies after each of its commits; a follower that has some of them takes over, and dies at each step.
    @Test func aFollowerThatTakesOverIsKilledAtEachStep() async throws {
        let folder = TemporaryDirectory()
        var seen: Set<String> = []
        for wreck in try await course(in: folder) where wreck.step.hasPrefix("appended") {
            let commits = wreck.log.commits
            for known in Set([0, commits.count / 2, commits.count]) {
                let home = TemporaryDirectory()
                let (path, log) = (home.file("store.db"), wreck.log.forked())
                let machine = Wrecks(path, log, wreck.acknowledged)
                let follower = try await KeyedCourse.follow(path, log, machine)
                for commit in commits.prefix(known) { _ = try follower.follow([commit]) }
                try await lead(follower, log, machine)
                await follower.close()
                seen.formUnion(steps(machine.all))
                for last in machine.all {
                    let next = try await KeyedCourse.follow(last.path, last.log)
                    try next.follow(last.log)
                    try await lead(next, last.log)
                    let comment = "\(wreck.step), a follower with \(known), then \(last.step)"
                    try await KeyedCourse.check(next, at: last.path, last.log, last.acknowledged, comment)
                }
            }
        }
        #expect(seen.isSuperset(of: ["repeating", "committed", "claimed", "read"]))
    }

    private func lead(_ store: Store, _ log: LogInMemory, _ wrecks: Wrecks? = nil) async throws {
        try await withCheckedThrowingContinuation { continuation in
            store.lead(
                { log.connect { wrecks?.note($0) } }, done: { continuation.resume(with: $0) })
        }
    }
}
