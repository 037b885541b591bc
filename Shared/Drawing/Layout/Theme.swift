/// The colours of a picture.
///
/// - Source: the colours of series are those of Okabe and Ito, which are distinguishable with any common kind of colour
///   blindness; lighter variants on a dark background. Series also differ in their dashes, and candles in being hollow
///   or filled.
public enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Dark text on white, for paper.
    case light
    /// Light text on black.
    case dark

    var background: Colour { Colour(self == .light ? 0xFFFFFF : 0x12161C) }
    var text: Colour { Colour(self == .light ? 0x1F2328 : 0xE8EDF2) }
    var faintText: Colour { Colour(self == .light ? 0x59636E : 0x9AA4AF) }
    var grid: Colour { Colour(self == .light ? 0xE6E9ED : 0x2A3038) }
    var axis: Colour { Colour(self == .light ? 0x8C959F : 0x6E7681) }
    var rising: Colour { Colour(self == .light ? 0x007A5C : 0x3FCFA8) }
    var falling: Colour { Colour(self == .light ? 0xC2410C : 0xFF7B54) }
    var mark: Colour { Colour(self == .light ? 0xE69F00 : 0xF0B429) }

    private var series: [Colour] {
        let colours: [UInt32] =
            self == .light
            ? [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x8A6100, 0x56B4E9, 0x5B5B5B]
            : [0x56B4E9, 0xFF8A4C, 0x2FCB9A, 0xE79AC6, 0xF0E442, 0x8FA8FF, 0xC3CAD2]
        return colours.map { Colour($0) }
    }

    /// Returns the colour of the series with this index.
    func colour(ofSeries number: Int) -> Colour { series[number % series.count] }

    /// Returns the dashes of the series with this index. Neighbours differ even without colours.
    func dashes(ofSeries number: Int, isDashed: Bool) -> [Double] {
        if isDashed { return [6, 4] }
        return number < series.count ? [] : number < 2 * series.count ? [2, 3] : [10, 3, 2, 3]
    }
}
