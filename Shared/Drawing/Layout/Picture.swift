/// A chart laid out: shapes and texts with their places, in points from the top left corner. Every format is made of
/// this, so that a PNG, an SVG and a PDF of a chart show the same.
public struct Picture: Hashable, Sendable {
    /// From left to right.
    public let width: Double
    /// From top to bottom.
    public let height: Double
    /// What lies below everything.
    public let background: Colour
    /// What it shows, for those who cannot see it.
    public let title: String
    /// The same in more words.
    public let description: String
    /// What is drawn, in order.
    public let layers: [Layer]

    /// All texts.
    public var texts: [TextRun] {
        layers.flatMap(\.shapes).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}

/// A part of a picture that belongs together.
public struct Layer: Hashable, Sendable {
    /// What a part is.
    public enum Role: String, Hashable, Sendable {
        /// Heading, subtitle and footnote.
        case text
        /// What tells series apart.
        case legend
        /// Lines at round numbers and dates.
        case grid
        /// Labels along the edges.
        case axis
        /// What is pointed out.
        case mark
        /// A line.
        case line
        /// A line and what is below it.
        case area
        /// Bars.
        case bars
        /// Candles.
        case candles
    }

    /// What it is.
    public let role: Role
    /// What is drawn, in order.
    public var shapes: [Shape] = []

    init(_ role: Role, _ shapes: [Shape] = []) {
        self.role = role
        self.shapes = shapes
    }

    mutating func add(_ shape: Shape) { shapes.append(shape) }
}

/// Something to draw.
public enum Shape: Hashable, Sendable {
    /// Lines.
    case path(Path)
    /// Letters.
    case text(TextRun)
}

/// Straight lines, filled, drawn, or both.
public struct Path: Hashable, Sendable {
    /// What the pen does.
    public enum Step: Hashable, Sendable {
        /// It goes there without drawing.
        case move(Double, Double)
        /// It draws a line to there.
        case line(Double, Double)
        /// It draws a line back to where it was put down.
        case close
    }

    /// A line of some width and colour, perhaps with gaps.
    public struct Stroke: Hashable, Sendable {
        /// Its colour.
        public let colour: Colour
        /// Its width.
        public let width: Double
        /// Lengths of strokes and gaps in turn; none for a line without gaps.
        public var dashes: [Double] = []
    }

    /// What the pen does, in order.
    public var steps: [Step] = []
    /// The colour of what it encloses.
    public var fill: Colour?
    /// How the line is drawn.
    public var stroke: Stroke?

    /// A rectangle.
    static func box(_ box: Box, fill: Colour? = nil, stroke: Stroke? = nil) -> Path {
        var path = Path(fill: fill, stroke: stroke)
        path.add(box)
        return path
    }

    /// A straight line.
    static func line(from start: (Double, Double), to end: (Double, Double), _ stroke: Stroke) -> Path {
        Path(steps: [.move(start.0, start.1), .line(end.0, end.1)], stroke: stroke)
    }

    mutating func add(_ box: Box) {
        steps += [
            .move(box.left, box.top), .line(box.right, box.top), .line(box.right, box.bottom),
            .line(box.left, box.bottom), .close,
        ]
    }
}

/// A text on one line.
public struct TextRun: Hashable, Sendable {
    /// The text, clean.
    public let text: String
    /// Where its first letter begins.
    public let x: Double
    /// Where its base line is there.
    public let y: Double
    /// How far it reaches, in the font it was measured with.
    public let width: Double
    /// The size of its font.
    public let size: Double
    /// Whether it is bold.
    public let isBold: Bool
    /// Its colour.
    public let colour: Colour
    /// Whether it is read from the bottom to the top.
    public let isUpright: Bool

    /// How far letters reach above the base line, a share of the size: as in DejaVu Sans, with capitals' accents.
    static let ascent = 0.94
    /// How far they reach below it.
    static let descent = 0.24
    /// A line with its letters.
    static let lineHeight = ascent + descent

    /// The part of the picture it takes.
    public var box: Box {
        let (ascent, descent) = (Self.ascent * size, Self.descent * size)
        return isUpright
            ? Box(left: x - ascent, top: y - width, right: x + descent, bottom: y)
            : Box(left: x, top: y - ascent, right: x + width, bottom: y + descent)
    }
}

/// A rectangle.
public struct Box: Hashable, Sendable {
    /// The left edge.
    public var left: Double
    /// The upper edge.
    public var top: Double
    /// The right edge.
    public var right: Double
    /// The lower edge.
    public var bottom: Double

    /// From the left edge to the right one.
    public var width: Double { right - left }
    /// From the upper edge to the lower one.
    public var height: Double { bottom - top }

    /// Whether both cover a part in common.
    public func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

/// Red, green and blue, 0 ... 255, and how much covers what is below.
public struct Colour: Hashable, Sendable {
    /// `0xRRGGBB`.
    public let rgb: UInt32
    /// 0 for nothing to 1 for all.
    public let opacity: Double

    /// A colour of these parts.
    public init(_ rgb: UInt32, opacity: Double = 1) {
        self.rgb = rgb & 0xFFFFFF
        self.opacity = opacity
    }

    func with(opacity: Double) -> Colour { Colour(rgb, opacity: opacity) }
}
