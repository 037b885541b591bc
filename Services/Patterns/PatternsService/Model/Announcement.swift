import Domain
import Signals

/// The announcement of a pattern to a user: the prediction, and later its outcome. The prediction never changes.
package struct Announcement: Hashable, Sendable {
    package let userID: String
    /// The id of the pattern.
    package let findingID: String
    package let ticker: String
    package let kind: ScannerSignal.Kind
    package let periodEnd: String
    package let announcedAt: Instant
    package let direction: ScannerSignal.Direction
    package let probability: Double
    package let baseRate: Double
    package let daysToWatch: Int
    package var judgedAt: Instant?
    /// The actual change; nil when the candles of the announcement are gone.
    package var change: Double?

    package init(
        userID: String, findingID: String, ticker: String, kind: ScannerSignal.Kind, periodEnd: String,
        announcedAt: Instant, direction: ScannerSignal.Direction, probability: Double, baseRate: Double,
        daysToWatch: Int, judgedAt: Instant? = nil, change: Double? = nil
    ) {
        self.userID = userID
        self.findingID = findingID
        self.ticker = ticker
        self.kind = kind
        self.periodEnd = periodEnd
        self.announcedAt = announcedAt
        self.direction = direction
        self.probability = probability
        self.baseRate = baseRate
        self.daysToWatch = daysToWatch
        self.judgedAt = judgedAt
        self.change = change
    }

    /// Creates the announcement of a finding to `userID`.
    package init(of finding: Finding, to userID: String, at now: Instant) {
        self.init(
            userID: userID, findingID: finding.id, ticker: finding.ticker, kind: finding.kind,
            periodEnd: finding.periodEnd, announcedAt: now, direction: finding.content.stats.direction,
            probability: finding.probability, baseRate: finding.content.stats.baseRate,
            daysToWatch: finding.content.daysToWatch)
    }

    /// True when the close moved in the predicted direction; nil while, or where, that is unknown. An unchanged close
    /// is a miss.
    package var cameTrue: Bool? {
        guard let change else { return nil }
        switch direction {
        case .up: return change > 0
        case .down: return change < 0
        case .none: return false
        }
    }
}
