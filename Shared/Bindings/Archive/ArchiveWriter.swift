import CArchive

/// A writer of archives, tar in the pax format with zstd compression, to a descriptor, from front to back.
/// `archive_write_new`
///
/// Used by one thread at a time.
public final class ArchiveWriter {
    private let writer: OpaquePointer
    /// Nil for a descriptor.
    private let stream: ArchiveStream?

    /// - Parameter descriptor: Open for writing; stays open.
    /// - Throws: ``ArchiveError`` when libarchive is not installed, or does not support zstd.
    public convenience init(descriptor: Int32) throws(ArchiveError) {
        try self.init(nil) { kopilka_archive_writer(descriptor) }
    }

    /// - Parameter sink: Takes the bytes of the archive, in order, until this value is gone; false if it could not.
    /// - Throws: ``ArchiveError``, as the other initialiser.
    public convenience init(sink: @escaping (UnsafeRawBufferPointer) -> Bool) throws(ArchiveError) {
        let stream = ArchiveStream(write: sink)
        try self.init(stream) { kopilka_archive_stream_writer(stream.functions) }
    }

    private init(_ stream: ArchiveStream?, _ begin: () -> OpaquePointer?) throws(ArchiveError) {
        if let problem = kopilka_archive_load() { throw ArchiveError(problem: String(cString: problem)) }
        guard let writer = begin() else { throw ArchiveError(problem: "no archive can be begun") }
        self.writer = writer
        self.stream = stream
    }

    deinit {
        kopilka_archive_free_writer(writer)
        withExtendedLifetime(stream) {}
    }

    /// Begins a file. Exactly `size` bytes must follow by ``write(_:)``. `archive_write_header`
    ///
    /// - Parameters:
    ///   - permissions: The mode, such as `0o600`.
    ///   - secondsSince1970: The time of the last modification.
    public func begin(
        _ name: String, size: Int64, permissions: UInt32, secondsSince1970: Int64
    ) throws(ArchiveError) {
        guard kopilka_archive_begin(writer, name, size, permissions, secondsSince1970) == 0 else { throw last() }
    }

    /// Appends bytes to the current file. `archive_write_data`
    public func write(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        guard kopilka_archive_write(writer, bytes.baseAddress, bytes.count) == 0 else { throw last() }
    }

    /// Ends the archive. `archive_write_close`
    public func finish() throws(ArchiveError) {
        guard kopilka_archive_finish(writer) == 0 else { throw last() }
    }

    private func last() -> ArchiveError { ArchiveError(problem: String(cString: kopilka_archive_problem(writer))) }
}
