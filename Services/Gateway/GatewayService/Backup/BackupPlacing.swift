import Coordination
import Domain
import Glibc
import Hosting

/// Puts the files of a backup where the services look for theirs.
struct BackupPlacing {
    let data: AbsolutePath
    let now: Instant

    /// Whether there is something already that would be replaced.
    var isTaken: Bool { !present.isEmpty }

    /// What lies there now of what a backup has: databases with their logs, keys.
    private var present: [String] {
        DirectoryList.names(of: data.description).filter { name in
            name == BackupName.keys
                || House.services.contains { service in
                    ["", "-wal", "-shm"].contains { name == "\(service).db\($0)" }
                }
        }
    }

    /// Takes the right to write every service's data, as a service does when it starts.
    ///
    /// - Throws: `Fault` `conflict` when one of them runs.
    func whileNothingRuns<Result>(_ body: () async throws -> Result) async throws -> Result {
        var locks: [WriterLock] = []
        for service in House.services {
            do {
                locks.append(
                    try await WriterLock.acquire(
                        service: service, dataDirectory: data.description, patience: .milliseconds(1)))
            } catch let error as HostingError where error.code == .alreadyRunning {
                throw Fault(
                    .conflict,
                    "\(Text("\(service) runs over this data; stop it first: gateway down.", "\(service) работает с этими данными; остановите её: gateway down."))"
                )
            }
        }
        let result = try await body()
        withExtendedLifetime(locks) {}
        return result
    }

    /// Moves what was there aside and the files in `corner` into its place.
    ///
    /// - Parameter corner: A directory below that of the data, so that nothing is copied.
    /// - Returns: Where what was there is now; nil when nothing was.
    func place(_ manifest: BackupManifest, from corner: String) throws -> String? {
        var aside: String?
        let old = present
        if !old.isEmpty {
            let digits = now.description.prefix(19).filter(\.isNumber)
            let place = "\(data)/before-restore-\(digits)-\(Identifier.random().prefix(6))"
            guard mkdir(place, 0o700) == 0 else { throw HostingError.system("mkdir \(place)") }
            for name in old { try move("\(data)/\(name)", to: "\(place)/\(name)") }
            aside = place
        }
        for database in manifest.databases {
            try move("\(corner)/\(database.service).db", to: "\(data)/\(database.service).db")
        }
        try move("\(corner)/\(BackupName.keys)", to: "\(data)/\(BackupName.keys)")
        let directory = open(data.description, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
        return aside
    }

    private func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else { throw HostingError.system("rename \(path) to \(target)") }
    }
}
