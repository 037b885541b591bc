import Archive
import Coordination
import Domain
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Replication
import Signals
import Sodium
import StrictJSON

/// Backs up a house into one file while its services run.
struct BackupMaking {
    let data: String
    let variables: [String: String]
    let now: Instant
    let version: String
    let checkLimit: Duration
    /// Receives the current step.
    let tell: (Text) -> Void
    /// The recipients for whom the archive is encrypted; none for an archive in the clear.
    var recipients: [BackupRecipient] = []
    /// The directory in which copies in the clear may lie meanwhile; nil for that of the archive.
    var work: String?
    /// True to read the archive again, and to check it as `backup verify` does, before it gets its name.
    var isProved = false

    /// Writes the archive.
    ///
    /// - Parameter replaces: True to replace an existing file as a whole.
    /// - Returns: The manifest of the backup.
    /// - Throws: ``Fault``, ``UsageError``; nothing is left behind then.
    func make(_ output: String, replaces: Bool) async throws -> BackupManifest {
        let files = HouseFiles(data)
        let services = files.services.filter { files.database(of: $0) != nil }
        guard !services.isEmpty else {
            throw Fault(
                .notFound,
                "\(Text("There is no database in \(data).", "В \(data) нет ни одной базы."))", field: "data")
        }
        return try await make(output, replaces: replaces) { corner in
            try copy(services, to: corner)
            return services
        }
    }

    /// Does the same with files that `fill` puts into a directory.
    ///
    /// - Parameter fill: Returns the services whose databases it has put there.
    func make(
        _ output: String, replaces: Bool, _ fill: (_ corner: String) throws -> [String]
    ) async throws -> BackupManifest {
        let target = AbsolutePath(output)?.description ?? output
        let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "/"
        // Checked before the work, and again before the file is moved into place.
        try FileDraft.check(target, field: "output", replaces: replaces)
        let corner: Corner
        do { corner = try Corner(in: work ?? (folder.isEmpty ? "/" : folder)) } catch {
            throw UsageError(
                Text("\(output) cannot be written: \(error).", "Файл \(output) не записать: \(error)."), field: "output"
            )
        }
        let services = try fill(corner.path)
        guard !services.isEmpty else {
            throw Fault(
                .notFound, "\(Text("There is nothing from that time.", "С того времени ничего нет."))", field: "at")
        }
        let manifest = try await describe(services, in: corner.path)
        tell(Text("writing \(target)", "пишу \(target)"))
        let draft = work == nil ? corner.path + "/draft" : "\(target).\(getpid()).draft"
        do {
            let key = try pack(manifest, corner.path, draft)
            if isProved { try await prove(draft, key, manifest, corner.path) }
            try FileDraft.check(target, field: "output", replaces: replaces)
            guard rename(draft, target) == 0 else { throw HostingError.system("rename \(target)") }
            BackupPlacing.sync(folder.isEmpty ? "/" : folder)
        } catch {
            unlink(draft)
            throw error
        }
        withExtendedLifetime(corner) {}
        return manifest
    }

    private func copy(_ services: [String], to corner: String) throws {
        let databases = try SnapshotDatabase.hold(services, in: data)
        for database in databases {
            tell(Text("copying \(database.service)", "копирую \(database.service)"))
            try database.copy(to: "\(corner)/\(HouseFiles.databaseName(database.service))")
            database.close()
        }
        // The keys are copied last: a key that a service created after its database was copied does no harm, a missing
        // key would.
        guard mkdir("\(corner)/\(BackupName.keys)", 0o700) == 0 else { throw HostingError.system("mkdir \(corner)") }
        let files = HouseFiles(data)
        for name in files.keyNames {
            guard let file = files.found(name) else { continue }
            try FileBytes.copy(file, to: "\(corner)/\(name)")
        }
    }

    private func describe(_ services: [String], in corner: String) async throws -> BackupManifest {
        var databases: [BackupManifest.Database] = []
        for service in services {
            tell(Text("checking \(service)", "проверяю \(service)"))
            let path = "\(corner)/\(service).db"
            if let problem = try CopiedDatabase.problems(path, isThorough: false).first {
                throw Fault.databaseDamaged(service, problem)
            }
            databases.append(try CopiedDatabase.describe(path, service: service))
        }
        let files =
            services.map { "\($0).db" }
            + DirectoryList.names(of: "\(corner)/\(BackupName.keys)").map { "\(BackupName.keys)/\($0)" }
        let described = try files.map { name in
            let (sha256, bytes) = try FileBytes.read("\(corner)/\(name)")
            return BackupManifest.File(name: name, bytes: bytes, sha256: sha256)
        }
        return BackupManifest(
            format: BackupManifest.format, version: version, createdAt: now, databases: databases,
            books: try await BookCheck.books(in: corner, variables, limit: checkLimit, tell), files: described)
    }

    /// Writes the archive, and syncs it to the disk.
    /// - Returns: The key of an encrypted one.
    private func pack(_ manifest: BackupManifest, _ corner: String, _ draft: String) throws -> SecretBytes? {
        let number = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else {
            let reason = SystemErrorText.of(errno)
            throw UsageError(
                Text("\(draft) cannot be written: \(reason).", "Файл \(draft) не записать: \(reason)."), field: "output"
            )
        }
        let file = OwnedDescriptor(owning: number)
        let sealing = try recipients.isEmpty ? nil : SealedWriter(descriptor: file.rawValue, for: recipients)
        var failure: HostingError?
        do throws(ArchiveError) {
            let writer =
                if let sealing {
                    try ArchiveWriter { bytes in
                        do throws(HostingError) { try sealing.write(bytes) } catch { failure = error }
                        return failure == nil
                    }
                } else {
                    try ArchiveWriter(descriptor: file.rawValue)
                }
            try add(manifest, corner, to: writer)
            try writer.finish()
        } catch {
            if let failure { throw failure }
            throw Fault.backupFailed(
                Text("The backup cannot be written: \(error.problem).", "Копию не записать: \(error.problem)."))
        }
        try sealing?.finish()
        guard fsync(file.rawValue) == 0 else { throw HostingError.system("fsync \(draft)") }
        // It is read again from the disk, and not from memory.
        posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
        return sealing?.key
    }

    /// Reads the archive from its disk, and checks it as `backup verify` does.
    private func prove(
        _ draft: String, _ key: SecretBytes?, _ manifest: BackupManifest, _ corner: String
    ) async throws {
        // There need not be room for both.
        for file in manifest.files { unlink("\(corner)/\(file.name)") }
        let place = try Corner(in: corner)
        let read = try BackupReading(tell: tell, key: key.map { .file($0) }).extract(draft, to: place.path)
        let outcome = try await BackupCheck(variables: variables, limit: checkLimit, tell: tell)
            .look(at: place.path, read)
        withExtendedLifetime(place) {}
        guard read == manifest, outcome.problems.isEmpty else {
            let problems = outcome.problems.joined(separator: "; ")
            throw Fault.backupFailed(
                Text(
                    "The backup is not as it was written: \(problems). Check the disk.",
                    "Копия прочитана не такой, как записана: \(problems). Проверьте диск."))
        }
    }

    private func add(_ manifest: BackupManifest, _ corner: String, to writer: ArchiveWriter) throws(ArchiveError) {
        let seconds = now.milliseconds / 1000
        let header: [UInt8]
        do { header = try JSONEncoding.encode(manifest) } catch { throw ArchiveError(problem: "\(error)") }
        try writer.begin(BackupManifest.name, size: Int64(header.count), permissions: 0o600, secondsSince1970: seconds)
        var failure: ArchiveError?
        header.withUnsafeBytes { bytes in
            do throws(ArchiveError) { try writer.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        for file in manifest.files {
            try writer.begin(file.name, size: file.bytes, permissions: 0o600, secondsSince1970: seconds)
            do {
                try FileBytes.read("\(corner)/\(file.name)") { try writer.write($0) }
            } catch let error as ArchiveError {
                throw error
            } catch {
                throw ArchiveError(problem: "\(error)")
            }
        }
    }
}

extension BookCheck {
    /// Returns the totals of ledger's database among the files of a backup, which stay unchanged; nil without a
    /// database or an executable of ledger.
    static func books(
        in files: String, _ variables: [String: String], limit: Duration, _ tell: (Text) -> Void
    ) async throws -> BackupManifest.Books? {
        let books = "\(files)/\(HouseFiles.databaseName("ledger"))"
        guard DirectoryList.bytes(of: books) != nil, let check = BookCheck(limit: limit) else { return nil }
        tell(Text("checking the books", "проверяю книги"))
        let room = try Corner(in: files)
        let layout = DataLayout(root: room.path)
        // Ledger writes a little even without requests, so it gets its own copy. It creates a key for itself.
        try layout.prepare(for: "ledger")
        try FileBytes.copy(books, to: layout.database(of: "ledger"))
        let corner = try Corner.short(variables)
        let answer = try await check.answer(over: room.path, corner: corner.path)
        withExtendedLifetime((room, corner)) {}
        guard answer.problems.isEmpty, answer.imbalance.allSatisfy({ $0.minorUnits == 0 }) else {
            throw Fault.badBackup(
                Text(
                    """
                    The books do not balance: \
                    \((answer.problems + answer.imbalance.map { ValueText.money($0) }).joined(separator: "; ")).
                    """,
                    """
                    Книги не сходятся: \
                    \((answer.problems + answer.imbalance.map { ValueText.money($0) }).joined(separator: "; ")).
                    """
                ))
        }
        return BackupManifest.Books(answer)
    }
}
