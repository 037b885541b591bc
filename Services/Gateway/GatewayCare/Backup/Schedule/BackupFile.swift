import Domain

/// A backup that a run has made, by its name: `kopilka-2026-11-28T0330.tar.zst`, with `.sealed` if it is encrypted. The
/// day and the time are those of the machine's zone.
package struct BackupFile: Hashable, Comparable, Sendable {
    private static let prefix = "kopilka-"
    private static let plainEnding = ".tar.zst"
    private static let sealedEnding = ".tar.zst.sealed"

    let day: CalendarDay
    /// The minute of the day, 0 ... 1439.
    let minute: Int
    let isEncrypted: Bool

    init(day: CalendarDay, minute: Int, isEncrypted: Bool) {
        self.day = day
        self.minute = minute
        self.isEncrypted = isEncrypted
    }

    /// Reads a name; nil for the name of anything else.
    package init?(_ name: String) {
        guard name.hasPrefix(Self.prefix) else { return nil }
        let rest = name.dropFirst(Self.prefix.count)
        isEncrypted = rest.hasSuffix(Self.sealedEnding)
        guard isEncrypted || rest.hasSuffix(Self.plainEnding) else { return nil }
        let moment = rest.dropLast((isEncrypted ? Self.sealedEnding : Self.plainEnding).count)
        let parts = moment.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(parts[0]), parts[1].utf8.count == 4,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let digits = Int(parts[1]),
            digits / 100 < 24, digits % 100 < 60
        else { return nil }
        (self.day, minute) = (day, digits / 100 * 60 + digits % 100)
    }

    /// The name.
    package var name: String {
        let digits = String(10_000 + minute / 60 * 100 + minute % 60).dropFirst()
        return "\(Self.prefix)\(day)T\(digits)\(isEncrypted ? Self.sealedEnding : Self.plainEnding)"
    }

    package static func < (left: BackupFile, right: BackupFile) -> Bool {
        (left.day, left.minute, left.isEncrypted ? 1 : 0) < (right.day, right.minute, right.isEncrypted ? 1 : 0)
    }
}
