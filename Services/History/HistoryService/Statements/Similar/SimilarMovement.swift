import Domain

/// The change of an account on a day. Rows of different files for the same payment have it in common.
struct DailyChange: Hashable, Sendable {
    let day: CalendarDay
    /// In minor units, negative for outgoing money.
    let change: Int64
}

/// A movement that may be the same payment as a row of a file.
struct SimilarMovement: Hashable, Sendable {
    let transferID: String
    let time: Instant
    let description: String
}
