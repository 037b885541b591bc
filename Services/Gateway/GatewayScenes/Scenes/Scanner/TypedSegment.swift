import Domain
import GatewaySession
import GatewayWords

/// Reads the ends of a segment of candles: the times of candles as the service gives them, or days as people type them.
/// A day without a candle means the next candle for the first end, and the previous one for the last end.
struct TypedSegment {
    /// The times of the candles, ascending; at least one.
    private let keys: [String]
    private let today: CalendarDay

    init(_ keys: [String], today: CalendarDay) {
        self.keys = keys
        self.today = today
    }

    /// Returns the indices of the candles from the first end to the last.
    ///
    /// - Parameter least: The smallest number of candles.
    /// - Throws: ``SegmentRefusal`` for texts that are no days, days without candles, reversed ends and short segments.
    func range(first: String, last: String, least: Int) throws(SegmentRefusal) -> ClosedRange<Int> {
        func refuse(_ isAboutLast: Bool, _ message: Text) -> SegmentRefusal {
            SegmentRefusal(first: first, last: last, isAboutLast: isAboutLast, message)
        }
        func index(_ text: String, _ end: TypedDay.End) throws(SegmentRefusal) -> Int {
            if let index = keys.firstIndex(of: text) { return index }
            guard let day = Self.day(of: text) ?? TypedDay.day(text, today: today, .past, end) else {
                throw refuse(end == .last, BondsTexts.notADay)
            }
            let found =
                switch end {
                case .first: keys.firstIndex { Self.day(of: $0).map { $0 >= day } ?? false }
                case .last: keys.lastIndex { Self.day(of: $0).map { $0 <= day } ?? false }
                }
            guard let found else { throw refuse(end == .last, ScannerTexts.beyond(keys[0], keys[keys.count - 1])) }
            return found
        }
        let (from, to) = (try index(first, .first), try index(last, .last))
        guard from <= to else { throw refuse(true, ScannerTexts.reversedEnds) }
        guard to - from + 1 >= least else { throw refuse(true, ScannerTexts.tooShort(least)) }
        return from...to
    }

    /// Returns the day of a candle, in UTC as everywhere beside candles.
    private static func day(of key: String) -> CalendarDay? { CalendarDay(key) ?? Instant(key)?.dayInUTC }
}
