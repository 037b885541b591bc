import Domain
import Signals

/// A schedule or a subscription, and what its owner did to it. What was done counts from the first attempt, since that
/// may have had its effect long before it was answered.
struct Arrangement: Sendable {
    let id: String
    let person: Int
    /// True once somebody tried to pause it.
    var mayHavePaused = false
    /// True once somebody tried to end it.
    var mayHaveEnded = false
    /// True once its end was acknowledged.
    var hasEnded = false
    /// The times in which a subscription certainly was paused.
    private(set) var pauses: [Pause] = []
    /// The prices of a subscription as they were acknowledged, the newest last.
    var priceTables: [PriceTable] = []
    /// True once a change of the prices was refused, or never answered: a late attempt may have had its effect.
    var isPriceDoubtful = false

    init(id: String, person: Int) {
        self.id = id
        self.person = person
    }

    /// Notes that a pause was acknowledged.
    mutating func paused(at now: Instant) {
        if pauses.last.map({ $0.end != nil }) ?? true { pauses.append(Pause(start: now)) }
    }

    /// Notes that going on will be asked for, which may have its effect from now on.
    mutating func mayGoOn(at now: Instant) {
        guard let last = pauses.indices.last, pauses[last].end == nil else { return }
        pauses[last].end = now
    }

    /// A time in which a subscription certainly was paused.
    struct Pause: Sendable {
        let start: Instant
        /// Nil while it goes on.
        var end: Instant?
    }

    /// The prices of a subscription by day, and when they were acknowledged.
    struct PriceTable: Sendable {
        let prices: [SubscriptionsSignal.Price]
        let acknowledgedAt: Instant

        /// Returns the price of a day: the last that holds from there or from before. The first one holds before its
        /// day, too.
        func price(on day: CalendarDay) -> Money? {
            (prices.filter { $0.from <= day }.max { $0.from < $1.from } ?? prices.min { $0.from < $1.from })?.amount
        }
    }
}
