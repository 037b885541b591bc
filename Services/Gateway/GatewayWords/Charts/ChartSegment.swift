/// A part of the horizontal axis whose ends are moved by keys: both stand in the axis, with what they are called below.
package struct ChartSegment: Sendable {
    /// One of its ends.
    package struct End: Sendable {
        /// A place of the axis.
        package let place: Double
        /// What stands below it.
        package let name: Text

        package init(place: Double, name: Text) {
            self.place = place
            self.name = name
        }
    }

    package let from: End
    package let to: End
    /// Whether keys move the last end; the first one otherwise.
    package let movesEnd: Bool

    package init(from: End, to: End, movesEnd: Bool) {
        self.from = from
        self.to = to
        self.movesEnd = movesEnd
    }
}
