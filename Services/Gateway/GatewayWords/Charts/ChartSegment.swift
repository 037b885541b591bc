import Domain

/// A part of the horizontal axis whose ends the user moves: with keys in a terminal, by grips and fields on a page.
/// Both ends are shown on the axis, with their names below.
package struct ChartSegment: Sendable {
    /// One end of the segment.
    package struct End: Sendable {
        /// The position on the axis.
        package let place: Double
        /// The text below the end.
        package let name: Text
        /// The key of the place, by which a page names it.
        package let key: String

        package init(place: Double, name: Text, key: String) {
            self.place = place
            self.name = name
            self.key = key
        }
    }

    /// A place that an end can be moved to.
    package struct Stop: Sendable {
        /// The position on the axis.
        package let place: Double
        /// The key, such as a day.
        package let key: String

        package init(place: Double, key: String) {
            self.place = place
            self.key = key
        }
    }

    package let from: End
    package let to: End
    /// True when keys move the last end, false when they move the first.
    package let movesEnd: Bool
    /// True when keys move the ends; a terminal shows no other segments.
    package let isMovedByKeys: Bool
    /// The places of the chart, from left to right.
    package let stops: [Stop]
    /// The ends that were typed last, if they were refused.
    package let refusal: SegmentRefusal?

    package init(
        from: End, to: End, movesEnd: Bool, isMovedByKeys: Bool = true, stops: [Stop],
        refusal: SegmentRefusal? = nil
    ) {
        self.from = from
        self.to = to
        self.movesEnd = movesEnd
        self.isMovedByKeys = isMovedByKeys
        self.stops = stops
        self.refusal = refusal
    }

    /// True when the keys of both ends are days.
    package var hasDays: Bool { CalendarDay(from.key) != nil && CalendarDay(to.key) != nil }
}
