import Domain
import Hosting
import Synchronization

/// The clocks that moments are shown by, and days are meant by: those of the person who is signed in, of UTC for nobody.
///
/// JSON is another matter: its instants are in UTC.
package final class WallClocks: Sendable {
    /// Those of this run of the gateway, inherited by its tasks.
    @TaskLocal package static var current = WallClocks()

    private let state = Mutex<TimeZone?>(nil)

    package init() {}

    /// The zone.
    package static var zone: TimeZone { current.state.withLock { $0 } ?? .utc }

    /// What stands behind a moment: nothing behind one of the person's own clocks, ` UTC` behind any other.
    package static var suffix: String { current.state.withLock { $0 } == nil ? " UTC" : "" }

    /// Shows moments by the clocks of a zone from now on; by UTC for none, or one that this machine does not know.
    package func show(zone name: String?) {
        let zone = name.flatMap(TimeZoneDirectory.system.zone)
        state.withLock { $0 = zone }
    }
}

extension Instant {
    /// The day that this moment lies on, by the clocks that moments are shown by.
    package var localDay: CalendarDay { WallClocks.zone.day(at: self) }
}

extension Text {
    /// The title of moments or days: it says so where they are those of UTC.
    package static func byClock(_ english: String, _ russian: String) -> Text {
        let mark = WallClocks.suffix.isEmpty ? "" : " (UTC)"
        return Text("\(english)\(mark)", "\(russian)\(mark)")
    }
}
