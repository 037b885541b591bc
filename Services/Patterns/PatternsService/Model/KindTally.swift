import Domain
import Signals

/// What came true of what somebody was told, for one kind of patterns.
struct KindTally: Hashable, Sendable {
    let kind: ScannerSignal.Kind
    let announced: Int
    /// Of how many it is known what followed.
    let judged: Int
    let cameTrue: Int
    /// The mean probability that was announced of those.
    let expected: Double?
    /// The mean base rate of those.
    let baseRate: Double?

    init(of kind: ScannerSignal.Kind, _ announcements: [Announcement]) {
        self.kind = kind
        announced = announcements.count
        let known = announcements.filter { $0.cameTrue != nil }
        judged = known.count
        cameTrue = known.count { $0.cameTrue == true }
        func mean(_ value: (Announcement) -> Double) -> Double? {
            known.isEmpty ? nil : known.reduce(0) { $0 + value($1) } / Double(known.count)
        }
        expected = mean(\.probability)
        baseRate = mean(\.baseRate)
    }

    /// The share that came true.
    var hitRate: Double? { judged == 0 ? nil : Double(cameTrue) / Double(judged) }

    /// Where the true share lies.
    var interval: WilsonInterval? { hitRate.flatMap { WilsonInterval(share: $0, of: judged) } }
}
