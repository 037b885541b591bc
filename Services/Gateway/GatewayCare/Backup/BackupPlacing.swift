import Coordination
import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Identity
import Reasons
import Replication

/// Moves the files of a backup to the places where the services expect them.
struct BackupPlacing {
    let data: AbsolutePath
    let now: Instant

    private var files: HouseFiles { HouseFiles(data.description) }

    /// True when existing files would be replaced.
    var isTaken: Bool { !present.isEmpty }

    /// The existing files of the kinds that a backup has: databases with their logs, and keys, in the present and the
    /// former layout.
    private var present: [(path: String, aside: String)] {
        let logs = files.services.map { HouseFiles.databaseName($0) }.flatMap { ["\($0)-wal", "\($0)-shm"] }
        return (files.names + logs).flatMap { name in
            [(files.place(of: name), name), ("\(data)/\(name)", "before/\(name)")].compactMap { path, aside in
                path.flatMap { DirectoryList.bytes(of: $0) == nil ? nil : ($0, aside) }
            }
        }
    }

    /// Holds the writer locks of all services, as each service does when it starts.
    ///
    /// - Throws: ``Fault`` `conflict` when a service runs.
    func whileNothingRuns<Result>(_ body: () async throws -> Result) async throws -> Result {
        var locks: [WriterLock] = []
        for service in files.services {
            do {
                try files.layout.prepare(for: service)
                try requireNoneOfBefore(service)
                locks.append(
                    try await WriterLock.acquire(
                        service: service, dataDirectory: data.description, patience: .milliseconds(1)))
            } catch let error as HostingError where error.code == .alreadyRunning {
                throw Fault(
                    .conflict,
                    """
                    \(Text(
                    "\(service) runs over this data; stop it first: gateway down.",
                    "\(service) работает с этими данными; остановите её: gateway down."))
                    """
                )
            }
        }
        let result = try await body()
        withExtendedLifetime(locks) {}
        return result
    }

    /// Checks the former writer lock: before each service had its own directory, it held its lock beside its database.
    private func requireNoneOfBefore(_ service: String) throws(HostingError) {
        let path = "\(data)/\(service).writer.lock"
        guard DirectoryList.bytes(of: path) != nil, try FileLock.tryAcquire(path) == nil else { return }
        throw HostingError(
            .alreadyRunning, .dataHeldByOlder, ["service": .text("\(service)"), "path": .text(path)])
    }

    /// Moves the existing files aside and the files in `corner` into their place.
    ///
    /// - Parameter corner: A directory below the data directory, so that files are renamed rather than copied.
    /// - Returns: The directory of the previous files; nil without any.
    func place(_ manifest: BackupManifest, from corner: String) throws -> String? {
        var aside: String?
        // A log of the former data would undo the restore: its commits would be repeated.
        let following = FollowFiles(data: data.description).present
        let old = present + following.map { (path: $0.path, aside: "\($0.owner).commit-log") }
        if !old.isEmpty {
            let digits = now.description.prefix(19).filter(\.isNumber)
            let place = "\(data)/before-restore-\(digits)-\(Identifier.random().prefix(6))"
            for part in ["", "/\(BackupName.keys)", "/before", "/before/\(BackupName.keys)"] {
                guard mkdir(place + part, 0o700) == 0 else { throw HostingError.system("mkdir \(place)\(part)") }
            }
            for file in old { try move(file.path, to: "\(place)/\(file.aside)") }
            // Removed if empty: they have files only for the former layout.
            for part in ["/before/\(BackupName.keys)", "/before"] { rmdir(place + part) }
            aside = place
        }
        let restored = manifest.databases.map(\.service)
        for owner in Set(TokenSigner.allCases.map(\.name) + restored) { try files.layout.prepare(for: owner) }
        for file in manifest.files {
            guard let target = files.place(of: file.name) else { continue }
            try move("\(corner)/\(file.name)", to: target)
        }
        for service in files.services {
            for directory in [files.layout.directory(of: service), files.layout.publicKeys(of: service)] {
                Self.sync(directory)
            }
        }
        Self.sync(data.description)
        return aside
    }

    /// Renames a file, or copies it when the directories of services are on another disk.
    private func move(_ path: String, to target: String) throws {
        if rename(path, target) == 0 { return }
        guard errno == EXDEV else { throw HostingError.system("rename \(path) to \(target)") }
        try FileBytes.copy(path, to: target)
        guard unlink(path) == 0 else { throw HostingError.system("unlink \(path)") }
    }

    /// Syncs a directory, so that renamed files keep their names: fsync(2).
    static func sync(_ path: String) {
        let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
