import Domain
import Hosting
import Synchronization

/// The time zone in which moments are shown and days are read: the signed-in user's, or UTC without one.
///
/// JSON is not affected: its instants are in UTC.
package final class WallClocks: Sendable {
    /// The clocks of this run, inherited by its tasks.
    @TaskLocal package static var current = WallClocks()

    private let state = Mutex<TimeZone?>(nil)

    package init() {}

    /// Differs when moments are shown differently.
    package static var mark: String { current.state.withLock { $0?.name } ?? "" }

    /// The time zone.
    package static var zone: TimeZone { current.state.withLock { $0 } ?? .utc }

    /// The suffix of moments: empty in the user's own zone, ` UTC` otherwise.
    package static var suffix: String { current.state.withLock { $0 } == nil ? " UTC" : "" }

    /// Sets the time zone of moments; UTC for nil and for zones unknown to this machine.
    package func show(zone name: String?) {
        let zone = name.flatMap(TimeZoneDirectory.system.zone)
        state.withLock { $0 = zone }
    }
}

extension Instant {
    /// The day of this moment in the zone in which moments are shown.
    package var localDay: CalendarDay { WallClocks.zone.day(at: self) }
}

extension Text {
    /// Returns the title of moments or days, with a note where they are in UTC.
    package static func byClock(_ english: String, _ russian: String) -> Text {
        let mark = WallClocks.suffix.isEmpty ? "" : " (UTC)"
        return Text("\(english)\(mark)", "\(russian)\(mark)")
    }
}
