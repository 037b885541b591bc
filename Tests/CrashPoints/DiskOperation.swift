import CRecordingDisk

/// A change of a file or of a name in a directory.
public struct DiskOperation: Sendable, CustomStringConvertible {
    /// The kind of change.
    public enum Kind: Sendable {
        /// A file came into the directory.
        case create
        /// Bytes were written from an offset on.
        case write(offset: Int, bytes: [UInt8])
        /// The file was cut, or extended, to a size.
        case truncate(size: Int)
        /// All earlier changes of the file are on the disk.
        case sync
        /// A name left the directory.
        case remove
    }

    /// The kind.
    public let kind: Kind
    /// The number of the file. A file made again under an old name has another number.
    public let file: Int
    /// Its name.
    public let name: String
    /// True when the names in the directory are on the disk afterwards.
    public let isDirectorySynced: Bool

    init(_ operation: kopilka_disk_operation) {
        file = Int(operation.file)
        name = String(cString: operation.name)
        isDirectorySynced = operation.is_directory_synced != 0
        switch operation.kind {
        case kopilka_disk_create: kind = .create
        case kopilka_disk_write:
            kind = .write(
                offset: Int(operation.offset),
                bytes: Array(UnsafeBufferPointer(start: operation.bytes, count: operation.count)))
        case kopilka_disk_truncate: kind = .truncate(size: Int(operation.offset))
        case kopilka_disk_sync: kind = .sync
        default: kind = .remove
        }
    }

    /// `write day.db-wal 32 + 24`
    public var description: String {
        switch kind {
        case .create: "create \(name)"
        case .write(let offset, let bytes): "write \(name) \(offset) + \(bytes.count)"
        case .truncate(let size): "truncate \(name) to \(size)"
        case .sync: "sync \(name)"
        case .remove: "remove \(name)"
        }
    }
}
