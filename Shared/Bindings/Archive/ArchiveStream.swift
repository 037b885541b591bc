import CArchive

/// The bytes of an archive that pass through the caller: encrypted on their way, for example.
final class ArchiveStream {
    /// The functions of C, at a place that stays.
    let functions: UnsafeMutablePointer<kopilka_archive_stream>
    private let write: (UnsafeRawBufferPointer) -> Bool
    private let read: () -> UnsafeRawBufferPointer?

    init(
        write: @escaping (UnsafeRawBufferPointer) -> Bool = { _ in false },
        read: @escaping () -> UnsafeRawBufferPointer? = { nil }
    ) {
        self.write = write
        self.read = read
        functions = .allocate(capacity: 1)
        functions.initialize(
            to: kopilka_archive_stream(
                context: Unmanaged.passUnretained(self).toOpaque(),
                write: { context, bytes, count in
                    ArchiveStream.of(context)?.write(UnsafeRawBufferPointer(start: bytes, count: count)) == true
                        ? 0 : -1
                },
                read: { context, bytes in
                    guard let piece = ArchiveStream.of(context)?.read() else { return -1 }
                    bytes?.pointee = piece.baseAddress
                    return Int64(piece.count)
                }))
    }

    deinit { functions.deallocate() }

    private static func of(_ context: UnsafeMutableRawPointer?) -> ArchiveStream? {
        context.map { Unmanaged<ArchiveStream>.fromOpaque($0).takeUnretainedValue() }
    }
}
