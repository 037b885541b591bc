/// A time zone of the IANA database: it converts instants to local days and times, and back.
///
/// It is created from the content of a TZif file. Beyond the file's last transition, the rule in its footer applies
/// without end.
///
/// - Source: RFC 8536 (TZif); POSIX `TZ` for the footer.
public struct TimeZone: Hashable, Sendable, CustomStringConvertible {
    /// The name, `Europe/Moscow`.
    public let name: String

    /// The instants at which the offset changes, in seconds since 1970, ascending.
    private let transitions: [Int64]
    /// The offset after each transition, in seconds east of UTC.
    private let offsets: [Int]
    /// The offset before the first transition.
    private let firstOffset: Int
    /// The rule after the last transition; nil when the offset no longer changes.
    private let rule: TimeZoneRule?

    /// Coordinated Universal Time, which needs no file.
    public static let utc = TimeZone(name: "UTC", transitions: [], offsets: [], firstOffset: 0, rule: nil)

    init(name: String, transitions: [Int64], offsets: [Int], firstOffset: Int, rule: TimeZoneRule?) {
        self.name = name
        self.transitions = transitions
        self.offsets = offsets
        self.firstOffset = firstOffset
        self.rule = rule
    }

    /// Parses the content of a TZif file; nil for anything else, and for a file with leap seconds.
    public init?(name: String, content: [UInt8]) {
        var reader = TimeZoneFileReader(content)
        guard let zone = reader.zone(named: name) else { return nil }
        self = zone
    }

    /// Returns true when `name` can be a zone's name: letters, digits, `_`, `+`, `-` and single `/` in between, at most
    /// 64 characters.
    public static func isName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return name.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
                            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                    }
            }
    }

    public var description: String { name }

    /// Returns the offset from UTC in seconds at an instant, negative in the west.
    public func secondsFromUTC(at instant: Instant) -> Int { offset(at: Self.seconds(of: instant)) }

    /// Returns the local day at an instant.
    public func day(at instant: Instant) -> CalendarDay { local(instant).day }

    /// Returns the local time of day at an instant, in seconds since nominal midnight: 0 ... 86,399.
    public func secondOfDay(at instant: Instant) -> Int { local(instant).second }

    /// Returns the instant at which a day begins: usually midnight, later where the clocks skip midnight.
    public func start(of day: CalendarDay) -> Instant { instant(of: day, second: 0) }

    /// Returns the instant at which the clocks show a time on a day.
    ///
    /// If they show the time twice, it is the first of the two. If they skip the time, it is as long after the change
    /// as it would have been after the moment of the change.
    /// - Parameter second: The time of day in seconds, 0 ... 86,399.
    public func instant(of day: CalendarDay, second: Int) -> Instant {
        let wall = Int64(day.daysSince1970) * 86_400 + Int64(second)
        // No zone changes its clocks twice within two days.
        let (before, after) = (offset(at: wall - 86_400), offset(at: wall + 86_400))
        for candidate in [max(before, after), min(before, after)]
        where offset(at: wall - Int64(candidate)) == candidate {
            return Self.instant(wall - Int64(candidate))
        }
        return Self.instant(wall - Int64(before))
    }

    /// Returns the first instant at which the clocks show a time on a day. If they skip the time, it is the moment of
    /// the change.
    public func firstInstant(of day: CalendarDay, second: Int) -> Instant {
        let shown = instant(of: day, second: second)
        guard secondOfDay(at: shown) != second else { return shown }
        // The change is less than a day earlier.
        var (low, high) = (Self.seconds(of: shown) - 86_400, Self.seconds(of: shown))
        let after = offset(at: high)
        while low + 1 < high {
            let middle = (low + high) / 2
            if offset(at: middle) == after { high = middle } else { low = middle }
        }
        return Self.instant(high)
    }

    private func local(_ instant: Instant) -> (day: CalendarDay, second: Int) {
        let seconds = Self.seconds(of: instant)
        let wall = seconds + Int64(offset(at: seconds))
        let day = wall.flooredDivision(by: 86_400)
        return (CalendarDay(daysSince1970: Int(day)), Int(wall - day * 86_400))
    }

    private func offset(at seconds: Int64) -> Int {
        // The last transition that is not after the moment.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        if low == transitions.count, let rule { return rule.offset(at: seconds) }
        return low == 0 ? firstOffset : offsets[low - 1]
    }

    private static func seconds(of instant: Instant) -> Int64 { instant.microseconds.flooredDivision(by: 1_000_000) }

    private static func instant(_ seconds: Int64) -> Instant { Instant(microseconds: seconds * 1_000_000) }
}

extension Int64 {
    /// Returns the quotient rounded down, also for negative numbers.
    func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
