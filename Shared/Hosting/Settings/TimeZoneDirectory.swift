import Domain
import Synchronization

/// The time zones that this machine knows, `/usr/share/zoneinfo` (Debian package tzdata). Each is read once.
public final class TimeZoneDirectory: Sendable {
    /// Where the files lie on every Debian.
    public static let usualPath = "/usr/share/zoneinfo"
    /// The longest file that is read, in bytes; the longest there is has some 4,000.
    private static let longestFile = 100_000

    /// Those of this machine.
    public static let system = TimeZoneDirectory()

    private let path: String
    private let known = Mutex<[String: TimeZone]>(["UTC": .utc])

    /// The zones whose files lie below `path`.
    public init(path: String = TimeZoneDirectory.usualPath) { self.path = path }

    /// The zone of this name, such as `Europe/Moscow`; nil when there is none. UTC is always there.
    public func zone(named name: String) -> TimeZone? {
        guard TimeZone.isName(name) else { return nil }
        if let zone = known.withLock({ $0[name] }) { return zone }
        guard let content = try? readFile("\(path)/\(name)", limit: Self.longestFile),
            let zone = TimeZone(name: name, content: content)
        else { return nil }
        known.withLock { $0[name] = zone }
        return zone
    }
}
