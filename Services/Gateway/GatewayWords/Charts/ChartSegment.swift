/// A part of the horizontal axis whose ends the user moves with keys. Both ends are shown on the axis, with their names
/// below.
package struct ChartSegment: Sendable {
    /// One end of the segment.
    package struct End: Sendable {
        /// The position on the axis.
        package let place: Double
        /// The text below the end.
        package let name: Text

        package init(place: Double, name: Text) {
            self.place = place
            self.name = name
        }
    }

    package let from: End
    package let to: End
    /// True when keys move the last end, false when they move the first.
    package let movesEnd: Bool

    package init(from: End, to: End, movesEnd: Bool) {
        self.from = from
        self.to = to
        self.movesEnd = movesEnd
    }
}
