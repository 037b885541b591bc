/// The sizes in which a page contains a chart. The style sheet shows the one that fits the room.
enum ChartSize: String, CaseIterable {
    /// For the width of a scene.
    case wide
    /// For phones and narrow panes.
    case slim

    /// The width in points.
    var width: Int { self == .wide ? 760 : 360 }
    /// The height in points.
    var height: Int { self == .wide ? 330 : 270 }
    /// The largest number of places with a value to read: the candles that a scan shows, and on a phone columns of the
    /// width of a careful finger. Each takes a quarter of a kilobyte.
    var mostReadings: Int { self == .wide ? 80 : 32 }
    /// The width of what can be caught of a grip: 44 points of the screen where the drawing is shown at its smallest.
    var catchWidth: Double { self == .wide ? 56 : 54 }
}
