import CArchive

/// The header of an entry in an archive.
public struct ArchiveEntry: Hashable, Sendable {
    /// The name in the archive, which is untrusted.
    public let name: String
    /// The size in bytes, as the archive states it.
    public let size: Int64
    /// True for a regular file without holes: not a directory, a link or a device.
    public let isPlainFile: Bool
}

/// A reader of tar archives, with or without zstd compression, from front to back. It writes nothing to disk: the
/// caller decides what to do with names and bytes. `archive_read_new`
///
/// Used by one thread at a time.
public final class ArchiveReader {
    private let reader: OpaquePointer
    /// Nil for a descriptor.
    private let stream: ArchiveStream?

    /// - Parameter descriptor: Open for reading; stays open.
    /// - Throws: ``ArchiveError`` when libarchive is not installed.
    public convenience init(descriptor: Int32) throws(ArchiveError) {
        try self.init(nil) { kopilka_archive_reader(descriptor) }
    }

    /// - Parameter source: Returns the next bytes of the archive, which must stay until the next call; none at its end,
    ///   nil if it could not read them.
    /// - Throws: ``ArchiveError``, as the other initialiser.
    public convenience init(source: @escaping () -> UnsafeRawBufferPointer?) throws(ArchiveError) {
        let stream = ArchiveStream(read: source)
        try self.init(stream) { kopilka_archive_stream_reader(stream.functions) }
    }

    private init(_ stream: ArchiveStream?, _ begin: () -> OpaquePointer?) throws(ArchiveError) {
        if let problem = kopilka_archive_load() { throw ArchiveError(problem: String(cString: problem)) }
        guard let reader = begin() else { throw ArchiveError(problem: "there is no memory for it") }
        self.reader = reader
        self.stream = stream
    }

    deinit {
        kopilka_archive_free_reader(reader)
        withExtendedLifetime(stream) {}
    }

    /// Returns the next entry; nil after the last. Unread bytes of the previous entry are skipped.
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
    /// - Returns: The number of bytes read; 0 at the end of the entry.
    public func read(into bytes: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = kopilka_archive_read(reader, bytes.baseAddress, bytes.count)
        guard count >= 0 else { throw last() }
        return Int(count)
    }

    private func last() -> ArchiveError { ArchiveError(problem: String(cString: kopilka_archive_problem(reader))) }
}
