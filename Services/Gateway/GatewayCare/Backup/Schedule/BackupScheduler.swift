import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// Starts the runs of scheduled backups as long as `gateway up` runs. The schedule is read again each time, so a new
/// one counts at once.
struct BackupScheduler {
    /// The longest sleep: the schedule or the clock may be set meanwhile.
    private static let longestSleep = Duration.seconds(30)
    /// How long it waits for the services at first: a database may be created or converted meanwhile.
    private static let startPatience = Duration.seconds(60)
    /// How often a run is looked at.
    private static let look = Duration.milliseconds(500)
    /// The time from SIGTERM to SIGKILL for a run when the supervisor ends.
    private static let patience = Duration.seconds(5)

    let house: House
    let data: AbsolutePath
    /// The environment of the services.
    let variables: [String: String]
    let log: Log

    /// Runs until its task is cancelled. A run that goes on then is ended; all earlier backups are still there.
    func run() async {
        let start = ContinuousClock.now
        while !isReady, ContinuousClock.now - start < Self.startPatience, !Task.isCancelled { await sleep(Self.look) }
        var lastFault: String?
        while !Task.isCancelled {
            let settings: BackupSettings
            do {
                settings = try BackupSettings.read(variables)
                lastFault = nil
            } catch {
                let fault = error.message.spoken(in: .english)
                if fault != lastFault { log.error("backup schedule not read", ["backup.fault": .string(fault)]) }
                lastFault = fault
                await sleep(Self.longestSleep)
                continue
            }
            guard let at = settings.at else {
                await sleep(Self.longestSleep)
                continue
            }
            let (record, now) = (BackupRecord.read(data: data.description), house.clock.now())
            let due = BackupSchedule(at: at, zone: BackupSchedule.zone(variables)).nextDue(after: record, now: now)
            if due <= now { await makeBackup() }
            // Also after a run: one that could not even begin is not tried again at once.
            await sleep(due <= now ? Self.longestSleep : min(Self.longestSleep, due - now))
        }
    }

    private var isReady: Bool { house.state()?.services.allSatisfy { $0.phase == .ready } == true }

    private func sleep(_ duration: Duration) async {
        // Cancellation ends the sleep, and then the loop.
        try? await Task.sleep(for: duration)
    }

    private func makeBackup() async {
        let before = BackupRecord.read(data: data.description)
        var environment = variables
        // A clock that is set starts anew in each process.
        if environment["KOPILKA_CLOCK"]?.isEmpty == false { environment["KOPILKA_CLOCK"] = "\(house.clock.now())" }
        let nothing = OwnedDescriptor(owning: open("/dev/null", O_WRONLY | O_CLOEXEC))
        let child: ChildProcess
        do {
            child = try ChildProcess.spawn(
                executable: House.ownExecutable, arguments: ["backup", "run", "--json"], environment: environment,
                standardOutput: nothing.rawValue, standardError: nothing.rawValue, ownProcessGroup: true)
        } catch {
            return log.error("backup not started", ["backup.error": .error(error)])
        }
        log.info("backup starts", ["process.id": .integer(Int(child.pid))])
        // The supervisor reaps all children that it does not know.
        while House.isRunning(child.pid), !Task.isCancelled { await sleep(Self.look) }
        if Task.isCancelled { return await end(child.pid) }
        let record = BackupRecord.read(data: data.description)
        if let failure = record.failure, failure != before.failure {
            log.error("backup failed", ["backup.fault": .string(failure.fault)])
        } else if let good = record.good, good != before.good {
            log.notice(
                "backup made", ["backup.file": .string(good.file), "backup.bytes": .integer(Int(good.bytes))])
        } else {
            log.warning("backup ended without a result")
        }
    }

    /// Ends a run with the ledger that checks its books: they are one process group.
    private func end(_ pid: pid_t) async {
        kill(-pid, SIGTERM)
        // This task is cancelled already, and cannot sleep itself.
        let ending = Task.detached {
            let deadline = ContinuousClock.now + Self.patience
            while House.isRunning(pid) {
                if ContinuousClock.now > deadline { kill(-pid, SIGKILL) }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        _ = await ending.result
    }
}
