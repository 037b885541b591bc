import Domain
import GatewaySession
import Hosting

/// The timer of the package that makes backups of the house of the machine.
extension SystemdHouse {
    /// The name of the timer.
    static let backupTimer = "kopilka-backup.timer"

    /// What systemd knows of the timer.
    struct Timer: Hashable {
        /// True when it runs.
        let isActive: Bool
        /// When it elapses next, without its random delay; nil when that is not known.
        let next: Instant?
    }

    /// Returns the state of the timer; nil for a house that systemd does not run. `systemctl show`
    static func timer(of house: House) -> Timer? {
        guard runs(house) else { return nil }
        let bytes = try? ProgramOutput.of(
            "/usr/bin/systemctl",
            ["show", "--timestamp=unix", "--property=ActiveState,TimersCalendar", backupTimer],
            house.variables)
        return timer(String(decoding: bytes ?? [], as: UTF8.self))
    }

    /// Reads the lines that systemctl prints of a timer.
    static func timer(_ lines: String) -> Timer {
        let isActive = lines.split(separator: "\n").contains("ActiveState=active")
        // `TimersCalendar={ OnCalendar=*-*-* 03:30:00 ; next_elapse=@1795923000 }`. Its random delay is not in it, and
        // NextElapseUSecRealtime is text for people.
        let next = lines.firstRange(of: "next_elapse=@").flatMap { range in
            Int64(lines[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
        }
        return Timer(isActive: isActive, next: next.map { Instant(microseconds: $0 * 1_000_000) })
    }
}
