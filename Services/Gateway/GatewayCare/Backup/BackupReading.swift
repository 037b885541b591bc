import Archive
import Coordination
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import Replication
import Sodium
import StrictJSON

/// Extracts a backup. Every value of the archive is checked before it is used. Only files that the first entry
/// announced are written, under names that the gateway chooses, into a directory of its own.
package struct BackupReading {
    /// Receives the current step.
    let tell: (Text) -> Void
    /// What opens an encrypted archive.
    var key: BackupKey?

    package init(tell: @escaping (Text) -> Void, key: BackupKey? = nil) {
        self.tell = tell
        self.key = key
    }

    /// Extracts the files of an archive into `corner`, each with the announced length and hash.
    ///
    /// - Throws: ``Fault`` `invalidArgument` for an archive that is no backup, `storageUnavailable` without enough
    ///   space; ``UsageError`` for an encrypted one without a key.
    func extract(_ archive: String, to corner: String) throws -> BackupManifest {
        let number = open(archive, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else {
            let reason = SystemErrorText.of(errno)
            throw UsageError(
                Text("\(archive) cannot be read: \(reason).", "Файл \(archive) не прочитать: \(reason)."),
                field: "archive")
        }
        let file = OwnedDescriptor(owning: number)
        let sealed = try SealedReader.open(file.rawValue, name: archive, key: key)
        guard sealed != nil || key == nil else {
            // Somebody may have put a file of their own in the place of an encrypted one.
            throw UsageError(
                Text("\(archive) is not encrypted.", "Копия \(archive) не зашифрована."),
                hint: Text(
                    "without --key it is read, if you know where it comes from",
                    "без --key она будет прочитана, если вы знаете, откуда она"), field: "key")
        }
        do {
            let reader =
                try sealed.map { sealed in try ArchiveReader(source: sealed.next) }
                ?? ArchiveReader(descriptor: file.rawValue)
            let manifest = try manifest(of: reader)
            try makeRoom(for: manifest, in: corner)
            for announced in manifest.files { try extract(announced, from: reader, to: corner) }
            if let more = try reader.next() {
                throw Fault.badBackup(
                    Text("\(more.name) is in the archive and was not announced.", "\(more.name) в архиве не объявлен."))
            }
            try sealed?.finish()
            return manifest
        } catch {
            // What could not be decrypted explains what could not be unpacked.
            if let failure = sealed?.failure { throw failure }
            guard let error = error as? ArchiveError else { throw error }
            throw Fault.badBackup(
                Text(
                    "\(archive) is not a whole backup: \(error.problem).",
                    "\(archive) — не целая копия: \(error.problem)."))
        }
    }

    /// Reads and checks the first entry.
    ///
    /// - Throws: ``Fault`` `invalidArgument`.
    package func manifest(of reader: ArchiveReader) throws -> BackupManifest {
        let notOurs = Text("This is no backup of Kopilka.", "Это не копия «Копилки».")
        let beginning: ArchiveEntry?
        do throws(ArchiveError) { beginning = try reader.next() } catch { throw Fault.badBackup(notOurs) }
        guard let first = beginning, first.name == BackupManifest.name, first.isPlainFile,
            (1...Int64(BackupManifest.mostBytes)).contains(first.size)
        else { throw Fault.badBackup(notOurs) }
        var bytes = [UInt8](repeating: 0, count: Int(first.size))
        var filled = 0
        while filled < bytes.count {
            let count = try bytes.withUnsafeMutableBytes { buffer in
                try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            guard count > 0 else { throw Fault.badBackup(notOurs) }
            filled += count
        }
        let manifest: BackupManifest
        do { manifest = try JSONDocument.read(BackupManifest.self, from: bytes) } catch {
            throw Fault.badBackup(
                Text("What the backup says of itself cannot be read: \(error).", "Опись копии не прочитать: \(error)."))
        }
        try check(manifest)
        return manifest
    }

    /// Refuses a manifest that no backup of this gateway has.
    private func check(_ manifest: BackupManifest) throws(Fault) {
        guard manifest.format == BackupManifest.format else {
            throw .badBackup(
                Text(
                    "The backup has format \(manifest.format), this gateway knows \(BackupManifest.format).",
                    "Формат копии \(manifest.format), а этот шлюз знает \(BackupManifest.format)."))
        }
        guard (1...BackupManifest.mostFiles).contains(manifest.files.count) else {
            throw .badBackup(Text("The backup has too many files.", "В копии слишком много файлов."))
        }
        var names: Set<String> = []
        var total: Int64 = 0
        for file in manifest.files {
            guard BackupName.isAllowed(file.name), names.insert(file.name).inserted else {
                throw .badBackup(
                    Text(
                        "\(file.name.debugDescription) is no file of a backup.",
                        "\(file.name.debugDescription) — не файл копии."))
            }
            let sum = total.addingReportingOverflow(file.bytes)
            guard file.bytes >= 0, !sum.overflow else {
                throw .badBackup(Text("\(file.name) has an impossible length.", "У \(file.name) невозможная длина."))
            }
            total = sum.partialValue
        }
        let databases = manifest.databases.map { "\($0.service).db" }
        guard databases.sorted() == names.filter({ $0.hasSuffix(".db") && !$0.contains("/") }).sorted() else {
            throw .badBackup(
                Text("The backup describes other databases than it has.", "Копия описывает не те базы, что в ней есть.")
            )
        }
    }

    private func makeRoom(for manifest: BackupManifest, in corner: String) throws {
        guard let room = DirectoryList.freeBytes(at: corner), room.free > manifest.bytes else {
            throw Fault.backupFailed(
                Text(
                    "There is no room for it in \(corner): it needs \(SizeText.bytes(manifest.bytes)).",
                    "В \(corner) нет места: нужно \(SizeText.bytes(manifest.bytes))."))
        }
        guard mkdir("\(corner)/\(BackupName.keys)", 0o700) == 0 else { throw HostingError.system("mkdir \(corner)") }
    }

    private func extract(_ file: BackupManifest.File, from reader: ArchiveReader, to corner: String) throws {
        let different = Text(
            "\(file.name) is not what the backup says it is: the file is damaged or was changed.",
            "\(file.name) не такой, как сказано в копии: файл повреждён или изменён.")
        guard let entry = try reader.next(), entry.name == file.name, entry.isPlainFile, entry.size == file.bytes else {
            throw Fault.badBackup(different)
        }
        tell(Text("reading \(file.name)", "читаю \(file.name)"))
        var left = file.bytes
        let written = try FileBytes.write("\(corner)/\(file.name)") { buffer in
            let count = try reader.read(into: buffer)
            left -= Int64(count)
            guard left >= 0 else { throw Fault.badBackup(different) }
            return count
        }
        guard written.bytes == file.bytes, written.sha256 == file.sha256 else { throw Fault.badBackup(different) }
    }
}

enum SizeText {
    /// Formats a size: `17 KiB`, `2.3 MiB`.
    static func bytes(_ count: Int64) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var (value, unit) = (Double(count), 0)
        while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
        return NumberText.decimal(value, places: unit == 0 || value >= 100 ? 0 : 1) + ValueText.noBreakSpace
            + units[unit]
    }
}
