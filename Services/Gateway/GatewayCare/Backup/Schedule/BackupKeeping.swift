import Domain

/// How many backups are kept: the newest of each of the last days, weeks and months that have one.
struct BackupKeeping: Hashable, Sendable {
    let daily: Int
    let weekly: Int
    let monthly: Int

    /// Returns the backups that are not kept, the oldest first.
    ///
    /// - Parameters:
    ///   - files: The backups in the directory.
    ///   - made: The one that was just made and verified. It is kept, and so are those with a later time in their
    ///     names: the clock was set back since.
    func surplus(_ files: [BackupFile], made: BackupFile) -> [BackupFile] {
        let newestFirst = (files + [made]).filter { $0 <= made }.sorted(by: >)
        var kept: Set<BackupFile> = [made]
        kept.formUnion(Self.newest(newestFirst, of: daily) { $0.daysSince1970 })
        // 1970-01-01 was a Thursday; weeks begin on Mondays.
        kept.formUnion(Self.newest(newestFirst, of: weekly) { ($0.daysSince1970 + 3) / 7 })
        kept.formUnion(Self.newest(newestFirst, of: monthly) { $0.components.year * 12 + $0.components.month })
        return Set(newestFirst).subtracting(kept).sorted()
    }

    /// Returns the newest of each of the last `count` periods that have one.
    private static func newest(
        _ newestFirst: [BackupFile], of count: Int, period: (CalendarDay) -> Int
    ) -> [BackupFile] {
        var (kept, last) = ([BackupFile](), Int?.none)
        for file in newestFirst where kept.count < count && period(file.day) != last {
            kept.append(file)
            last = period(file.day)
        }
        return kept
    }
}
