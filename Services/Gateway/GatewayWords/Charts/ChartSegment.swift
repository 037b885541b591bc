/// A part of the horizontal axis whose ends are moved by keys: both stand in the axis, with what they are called below.
struct ChartSegment: Sendable {
    /// One of its ends.
    struct End: Sendable {
        /// A place of the axis.
        let place: Double
        /// What stands below it.
        let name: Text
    }

    let from: End
    let to: End
    /// Whether keys move the last end; the first one otherwise.
    let movesEnd: Bool
}
