import CArchive

/// What an archive says of one of its entries, before its bytes.
public struct ArchiveEntry: Hashable, Sendable {
    /// The name as it stands there: nothing about it is safe.
    public let name: String
    /// How many bytes it says it has.
    public let size: Int64
    /// Whether it is a plain file: no directory, no link, no device, without holes.
    public let isPlainFile: Bool
}

/// Reads a tar archive, compressed by zstd or not, front to back. Puts nothing on the disk: what becomes of a name and of
/// bytes is the caller's. `archive_read_new`
///
/// Used by one thread at a time.
public final class ArchiveReader {
    private let reader: OpaquePointer

    /// - Parameter descriptor: Open for reading; stays open.
    /// - Throws: ``ArchiveError``: libarchive is not installed.
    public init(descriptor: Int32) throws(ArchiveError) {
        if let problem = kopilka_archive_load() { throw ArchiveError(problem: String(cString: problem)) }
        guard let reader = kopilka_archive_reader(descriptor) else {
            throw ArchiveError(problem: "there is no memory for it")
        }
        self.reader = reader
    }

    deinit { kopilka_archive_free_reader(reader) }

    /// The next entry, nil behind the last. What was not read of the one before is passed over.
    public func next() throws(ArchiveError) -> ArchiveEntry? {
        var entry = kopilka_archive_entry()
        switch kopilka_archive_next(reader, &entry) {
        case 0: break
        case 1: return nil
        default: throw last()
        }
        guard let name = entry.name.flatMap({ String(validatingCString: $0) }) else {
            throw ArchiveError(problem: "a name in it is no text")
        }
        return ArchiveEntry(name: name, size: entry.size, isPlainFile: entry.is_plain_file != 0)
    }

    /// Reads bytes of the entry. `archive_read_data`
    /// - Returns: How many were read; 0 at its end.
    public func read(into bytes: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = kopilka_archive_read(reader, bytes.baseAddress, bytes.count)
        guard count >= 0 else { throw last() }
        return Int(count)
    }

    private func last() -> ArchiveError { ArchiveError(problem: String(cString: kopilka_archive_problem(reader))) }
}
