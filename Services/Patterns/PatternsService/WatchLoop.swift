import Coordination
import Domain
import Hosting
import Synchronization

/// The loop that scans watched securities: changed ones at once, all of them on schedule. Scans that fail while scanner
/// is down are repeated; the database keeps track of them.
final class WatchLoop: ProcessMember {
    let name = "watcher"
    /// The retention of closed patterns that were never announced.
    private static let kept = Duration.seconds(30 * 86_400)
    /// The back-off after a failure: first and longest pause.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(30))
    /// The interval at which expired patterns are closed.
    private static let longestSleep = Duration.seconds(30)

    private let store: any PatternsStore
    private let scans: ScanQueue
    private let rules: WatchRules
    private let every: Duration
    private let clock: WallClock
    private let log: Log
    private let wakeUp = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let tasks = Mutex<[Task<Void, Never>]>([])

    init(
        store: any PatternsStore, scans: ScanQueue, rules: WatchRules, every: Duration, clock: WallClock, log: Log
    ) {
        self.store = store
        self.scans = scans
        self.rules = rules
        self.every = every
        self.clock = clock
        self.log = log
    }

    /// Wakes the loop, because there may be something to scan.
    func wake() { wakeUp.continuation.yield() }

    func start() async throws {}

    func run() async throws {
        let alarm = Task { [wakeUp, every] in
            while (try? await Task.sleep(for: min(every, Self.longestSleep))) != nil { wakeUp.continuation.yield() }
        }
        let work = Task { await watch() }
        tasks.withLock { $0 = [alarm, work] }
        wakeUp.continuation.yield()
        await work.value
    }

    func stop() async {
        wakeUp.continuation.finish()
        let tasks = tasks.withLock { $0 }
        for task in tasks { task.cancel() }
        await scans.close()
        for task in tasks { await task.value }
    }

    private func watch() async {
        // All securities first, because changes may have been missed while the service was down.
        var nextOfAll = ContinuousClock.now
        var pause = Self.pauses.first
        for await _ in wakeUp.stream {
            let isTimeForAll = ContinuousClock.now >= nextOfAll
            do {
                try await round(all: isTimeForAll)
                if isTimeForAll { nextOfAll = .now + every }
                pause = Self.pauses.first
            } catch {
                if Task.isCancelled { return }
                log.warning("securities could not be looked at", ["error": .error(error)])
                guard (try? await Task.sleep(for: pause)) != nil else { return }
                pause = min(pause * 2, Self.pauses.longest)
                wakeUp.continuation.yield()
            }
        }
    }

    /// Scans the due securities, one after another.
    private func round(all: Bool) async throws {
        let now = clock.now()
        try await store.write(deadline: nil, weight: 4) { transaction in
            try transaction.tidy(at: now, forgettingBefore: now + (.zero - Self.kept))
        }
        let due = try await all ? store.read { try $0.tickers() } : changed()
        var trouble: (any Error)?
        for ticker in due where !Task.isCancelled {
            do {
                _ = try await scans.scan(ticker)
            } catch let fault as Fault where [.unavailable, .deadlineExceeded, .overloaded].contains(fault.code) {
                // The others would fail, too.
                throw fault
            } catch {
                trouble = error
            }
        }
        if let trouble { throw trouble }
        // A coalesced scan had begun earlier and may have missed a change.
        if !Task.isCancelled, try await !changed().isEmpty { wake() }
    }

    private func changed() async throws -> [String] {
        try await store.read { [rules] reading in
            try reading.tickers().filter { ticker in
                guard let state = try reading.state(of: ticker), !state.isDue(rules: rules.fingerprint) else {
                    return true
                }
                return try !reading.newWatchers(of: ticker).isEmpty
            }
        }
    }
}
