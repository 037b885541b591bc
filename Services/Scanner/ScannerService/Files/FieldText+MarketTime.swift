import Domain
import MarketData

extension FieldText {
    /// A day and the minute of it, nil for what is neither or lies beyond the years that are taken.
    func time(_ date: [UInt8], clock: [UInt8]?) -> MarketTime? {
        moment(date, clock: clock).flatMap { MarketTime(day: $0.day, minute: $0.minute) }
    }
}
