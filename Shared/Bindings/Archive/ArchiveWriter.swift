import CArchive

/// Writes an archive, tar in the form of pax and compressed by zstd, to a descriptor, front to back. `archive_write_new`
///
/// Used by one thread at a time.
public final class ArchiveWriter {
    private let writer: OpaquePointer

    /// - Parameter descriptor: Open for writing; stays open.
    /// - Throws: ``ArchiveError``: libarchive is not installed, or knows no zstd.
    public init(descriptor: Int32) throws(ArchiveError) {
        if let problem = kopilka_archive_load() { throw ArchiveError(problem: String(cString: problem)) }
        guard let writer = kopilka_archive_writer(descriptor) else {
            throw ArchiveError(problem: "no archive can be begun")
        }
        self.writer = writer
    }

    deinit { kopilka_archive_free_writer(writer) }

    /// Begins a file; its bytes follow by ``write(_:)``, exactly as many as are said here. `archive_write_header`
    ///
    /// - Parameters:
    ///   - permissions: Such as `0o600`.
    ///   - secondsSince1970: When it was changed last.
    public func begin(
        _ name: String, size: Int64, permissions: UInt32, secondsSince1970: Int64
    ) throws(ArchiveError) {
        guard kopilka_archive_begin(writer, name, size, permissions, secondsSince1970) == 0 else { throw last() }
    }

    /// Adds bytes to the file that was begun last. `archive_write_data`
    public func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        guard kopilka_archive_write(writer, bytes.baseAddress, bytes.count) == 0 else { throw last() }
    }

    /// Ends the archive. `archive_write_close`
    public func finish() throws(ArchiveError) {
        guard kopilka_archive_finish(writer) == 0 else { throw last() }
    }

    private func last() -> ArchiveError { ArchiveError(problem: String(cString: kopilka_archive_problem(writer))) }
}
