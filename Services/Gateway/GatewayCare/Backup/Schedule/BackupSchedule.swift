import Domain
import GatewaySession
import Hosting

/// When the next backup of a schedule is due.
struct BackupSchedule {
    /// The pause after a run that failed.
    static let pause = Duration.seconds(3600)

    let at: LocalTime
    /// The zone of this machine.
    let zone: TimeZone

    /// Returns the zone of this machine; UTC if it has none.
    static func zone(_ variables: [String: String]) -> TimeZone {
        SystemZone.name(variables: variables).flatMap(TimeZoneDirectory.system.zone) ?? .utc
    }

    /// Returns when the next backup is due: `now` or earlier when it should be made at once. A time that was missed,
    /// because the machine was off, is made up for; after a failure the next attempt is an hour later.
    func nextDue(after record: BackupRecord, now: Instant) -> Instant {
        let last = lastTime(notAfter: now)
        guard let good = record.good, good.at >= last else {
            guard let failure = record.failure, failure.at >= last else { return last }
            return failure.at + Self.pause
        }
        let day = zone.day(at: last).adding(days: 1)
        return instant(on: day)
    }

    private func lastTime(notAfter now: Instant) -> Instant {
        let today = instant(on: zone.day(at: now))
        return today <= now ? today : instant(on: zone.day(at: now).adding(days: -1))
    }

    private func instant(on day: CalendarDay) -> Instant {
        zone.firstInstant(of: day, second: at.hour * 3600 + at.minute * 60)
    }
}
