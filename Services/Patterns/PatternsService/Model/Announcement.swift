import Domain
import Signals

/// That somebody was told of a pattern: what was said, and what became of it. What was said is never changed.
package struct Announcement: Hashable, Sendable {
    package let userID: String
    /// The pattern.
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
    /// The change that came; nil where the candles it was told of are gone.
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

    /// Tells `userID` of a finding.
    package init(of finding: Finding, to userID: String, at now: Instant) {
        self.init(
            userID: userID, findingID: finding.id, ticker: finding.ticker, kind: finding.kind,
            periodEnd: finding.periodEnd, announcedAt: now, direction: finding.content.stats.direction,
            probability: finding.probability, baseRate: finding.content.stats.baseRate,
            daysToWatch: finding.content.daysToWatch)
    }

    /// Whether it went the way it was said to; nil as long as, or where, that cannot be known. A close that did not move
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
