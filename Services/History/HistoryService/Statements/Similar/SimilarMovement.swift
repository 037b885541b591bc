import Domain

/// What money did to an account on a day: what rows of different files have in common when they are of one payment.
struct DailyChange: Hashable, Sendable {
    let day: CalendarDay
    /// In minor units: negative where money went.
    let change: Int64
}

/// A movement that a row of a file may be.
struct SimilarMovement: Hashable, Sendable {
    let transferID: String
    let time: Instant
    let description: String
}
