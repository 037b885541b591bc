import Glibc
import Synchronization

extension MetricsSource {
    /// The sizes of a database and of its write-ahead log, and the room of their file system.
    ///
    /// - Parameter database: The path of the file.
    public static func disk(database: String) -> MetricsSource {
        let reader = DiskReader(database: database)
        return MetricsSource("disk") { try await reader.read() }
    }
}

/// Asks the file system on a thread of its own: a disk may hang for as long as it likes, and a thread of Swift's pool
/// must not hang with it.
private final class DiskReader: Sendable {
    private let database: String
    private let isReading = Mutex(false)

    init(database: String) { self.database = database }

    /// - Throws: ``HostingError`` `system`, also while an earlier reading hangs.
    func read() async throws -> [MetricFamily] {
        let isFree = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        guard isFree else { throw HostingError.system("statvfs \(database)", errno: EBUSY) }
        return try await withCheckedThrowingContinuation { continuation in
            BackgroundThread.start(named: "disk-metrics") { [self] in
                let outcome = Result { try measure() }
                isReading.withLock { $0 = false }
                continuation.resume(with: outcome)
            }
        }
    }

    private func measure() throws -> [MetricFamily] {
        var families: [MetricFamily] = []
        if let bytes = size(of: database) {
            families.append(
                .gauge("database_bytes", unit: "bytes", "The size of the database file.", bytes))
            // It is removed when the database is closed in good order.
            families.append(
                .gauge(
                    "write_ahead_log_bytes", unit: "bytes", "The size of the write-ahead log of the database.",
                    size(of: "\(database)-wal") ?? 0))
        }
        var room = statvfs()
        guard statvfs(database, &room) == 0 else { throw HostingError.system("statvfs \(database)") }
        let block = Double(room.f_frsize)
        families.append(
            .gauge(
                "disk_size_bytes", unit: "bytes", "The size of the file system with the database.",
                Double(room.f_blocks) * block))
        families.append(
            .gauge(
                "disk_free_bytes", unit: "bytes", "The bytes of that file system that the service may still use.",
                Double(room.f_bavail) * block))
        return families
    }

    private func size(of path: String) -> Double? {
        var status = stat()
        return stat(path, &status) == 0 ? Double(status.st_size) : nil
    }
}
