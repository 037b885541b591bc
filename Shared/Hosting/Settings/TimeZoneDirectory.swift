import Domain
import Synchronization

/// The time zones of this machine, `/usr/share/zoneinfo` (Debian package tzdata). Each file is read once.
public final class TimeZoneDirectory: Sendable {
    /// The directory of the files on every Debian.
    public static let usualPath = "/usr/share/zoneinfo"
    /// The longest file that is read, in bytes. The longest existing one has about 4,000.
    private static let longestFile = 100_000

    /// The zones of this machine.
    public static let system = TimeZoneDirectory()

    private let path: String
    private let known = Mutex<[String: TimeZone]>(["UTC": .utc])

    /// Creates a directory of the zones whose files are below `path`.
    public init(path: String = TimeZoneDirectory.usualPath) { self.path = path }

    /// Returns the zone of this name, such as `Europe/Moscow`; nil when there is none. UTC is always available.
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
