import Coordination
import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting

/// One run of scheduled backups: makes a backup, verifies it, and only then removes those that are no longer kept.
struct BackupRun {
    let data: AbsolutePath
    let settings: BackupSettings
    let variables: [String: String]
    let clock: WallClock
    let limit: Duration
    /// True to record a failure: false for a schedule that is only tried.
    var isRecorded = true
    /// Receives the current step.
    let tell: (Text) -> Void

    /// The result.
    struct Outcome: Sendable {
        let good: BackupRecord.Good
        let manifest: BackupManifest
        /// The names of the backups that were removed.
        let removed: [String]
        /// The names of those that could not be.
        let left: [String]
    }

    private var layout: DataLayout { DataLayout(root: data.description) }

    /// Makes a backup.
    ///
    /// - Parameter afterwards: Called after a good backup, before the next run may begin.
    /// - Throws: ``Fault`` `conflict` while another run makes one. All earlier backups are still there after any error.
    func run(_ afterwards: () throws -> Void = {}) async throws -> Outcome {
        try PrivateDirectory.prepare(data)
        try layout.prepare(for: "operator")
        let lockPath = Self.lockPath(data.description)
        guard let lock = try FileLock.tryAcquire(lockPath) else {
            let holder = FileLock.holder(of: lockPath).map { " (\($0))" } ?? ""
            throw Fault(
                .conflict,
                """
                \(Text(
                "Another process\(holder) is making a backup.", "Копию уже делает другой процесс\(holder)."))
                """)
        }
        var record = BackupRecord.read(data: data.description)
        let began = clock.now()
        let (file, manifest): (BackupFile, BackupManifest)
        do {
            (file, manifest) = try await make(at: began)
        } catch {
            record.failure = .init(at: began, fault: Self.sentence(of: error))
            // What went wrong in the first place counts.
            if isRecorded { try? record.write(data: data.description) }
            throw error
        }
        let directory = settings.directory(data: data.description)
        let path = "\(directory)/\(file.name)"
        let good = BackupRecord.Good(
            at: began, file: path, bytes: DirectoryList.bytes(of: path) ?? 0, isEncrypted: file.isEncrypted)
        (record.good, record.failure) = (good, nil)
        try record.write(data: data.description)
        let (removed, left) = prune(directory, made: file)
        try afterwards()
        withExtendedLifetime(lock) {}
        return Outcome(good: good, manifest: manifest, removed: removed, left: left)
    }

    /// The advice about a fault of a run.
    static func hint(for fault: Fault) -> Text? {
        fault.field == "directory"
            ? Text(
                "mount it, or name another one: gateway backup schedule --directory DIR",
                "подключите его или назовите другой: gateway backup schedule --directory DIR")
            : nil
    }

    /// Returns the path of the lock that a run holds.
    static func lockPath(_ data: String) -> String { "\(DataLayout(root: data).directory(of: "operator"))/backup.lock" }

    private func make(at moment: Instant) async throws -> (BackupFile, BackupManifest) {
        let zone = BackupSchedule.zone(variables)
        let file = BackupFile(
            day: zone.day(at: moment), minute: zone.secondOfDay(at: moment) / 60,
            isEncrypted: !settings.recipients.isEmpty)
        let directory = try prepareDirectory()
        removeLeftovers(directory)
        // Nothing in the clear may touch the disk of an encrypted backup, not even for a moment.
        let work = try workDirectory()
        let making = BackupMaking(
            data: data.description, variables: variables, now: moment, version: Version.current, checkLimit: limit,
            tell: tell, recipients: settings.recipients, work: work, isProved: true)
        // One of the same minute is replaced.
        return (file, try await making.make("\(directory)/\(file.name)", replaces: true))
    }

    /// Returns the directory of the backups. One that was configured is not created: its disk may not be mounted.
    private func prepareDirectory() throws -> String {
        let path = settings.directory(data: data.description)
        guard settings.directory != nil else {
            guard let directory = AbsolutePath(path) else { throw HostingError.system("mkdir", errno: ENAMETOOLONG) }
            try PrivateDirectory.prepare(directory)
            return path
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Fault(
                .storageUnavailable,
                """
                \(Text(
                "The directory \(path) is not there. Is its disk mounted?",
                "Каталога \(path) нет. Подключён ли его диск?"))
                """, field: "directory")
        }
        return path
    }

    /// Removes drafts of runs that were killed, which only the holder of the lock may do.
    private func removeLeftovers(_ directory: String) {
        for name in DirectoryList.names(of: directory) where Self.isDraft(name) { unlink("\(directory)/\(name)") }
    }

    /// True for `kopilka-2026-11-28T0330.tar.zst.4711.draft`.
    static func isDraft(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.last == "draft", let pid = parts.dropLast().last, Int32(pid) != nil else {
            return false
        }
        return BackupFile(parts.dropLast(2).joined(separator: ".")) != nil
    }

    /// Returns the directory for copies in the clear, without what a run that was killed has left there.
    private func workDirectory() throws -> String {
        let path = "\(layout.directory(of: "operator"))/backup-work"
        if access(path, F_OK) == 0 { Corner.remove(path) }
        guard mkdir(path, 0o700) == 0 else { throw HostingError.system("mkdir \(path)") }
        return path
    }

    private func prune(_ directory: String, made: BackupFile) -> (removed: [String], left: [String]) {
        let files = DirectoryList.names(of: directory).filter { DirectoryList.bytes(of: "\(directory)/\($0)") != nil }
            .compactMap { BackupFile($0) }
        var (removed, left) = ([String](), [String]())
        for file in settings.keeping.surplus(files, made: made) {
            if unlink("\(directory)/\(file.name)") == 0 { removed.append(file.name) } else { left.append(file.name) }
        }
        return (removed, left)
    }

    private static func sentence(of error: any Error) -> String {
        switch error {
        case let fault as Fault: fault.message
        case let error as UsageError: "\(error.message)"
        case let error as HostingError: "\(SystemErrorText.of(error))"
        default: "\(error)"
        }
    }
}
