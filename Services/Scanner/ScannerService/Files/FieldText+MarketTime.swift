import Domain
import MarketData

extension FieldText {
    /// Returns a day with its minute; nil when the text is neither or the year is out of range.
    func time(_ date: [UInt8], clock: [UInt8]?) -> MarketTime? {
        moment(date, clock: clock).flatMap { MarketTime(day: $0.day, minute: $0.minute) }
    }
}
