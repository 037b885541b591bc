/// A laid-out chart: shapes and texts with their positions, in points from the top left corner. All formats are made
/// from it, so that a PNG, an SVG and a PDF of a chart show the same.
public struct Picture: Hashable, Sendable {
    /// The width in points.
    public let width: Double
    /// The height in points.
    public let height: Double
    /// The colour of the background.
    public let background: Colour
    /// The accessible title.
    public let title: String
    /// The accessible description.
    public let description: String
    /// The layers in drawing order.
    public let layers: [Layer]

    /// All texts.
    public var texts: [TextRun] {
        layers.flatMap(\.shapes).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}

/// A group of shapes with a common role.
public struct Layer: Hashable, Sendable {
    /// The role of a layer.
    public enum Role: String, Hashable, Sendable {
        /// Heading, subtitle and footnote.
        case text
        /// The legend.
        case legend
        /// Lines at round numbers and dates.
        case grid
        /// Labels along the edges.
        case axis
        /// Highlighted parts.
        case mark
        /// A line.
        case line
        /// A line and the area below it.
        case area
        /// Bars.
        case bars
        /// Candles.
        case candles
    }

    /// The role of the layer.
    public let role: Role
    /// The shapes in drawing order.
    public var shapes: [Shape] = []

    init(_ role: Role, _ shapes: [Shape] = []) {
        self.role = role
        self.shapes = shapes
    }

    mutating func add(_ shape: Shape) { shapes.append(shape) }
}

/// A shape.
public enum Shape: Hashable, Sendable {
    /// Straight lines, filled or stroked.
    case path(Path)
    /// A text.
    case text(TextRun)
}

/// A path of straight lines: filled, stroked, or both.
public struct Path: Hashable, Sendable {
    /// A step of the pen.
    public enum Step: Hashable, Sendable {
        /// Moves without drawing.
        case move(Double, Double)
        /// Draws a line.
        case line(Double, Double)
        /// Draws a line back to the last move.
        case close
    }

    /// The style of a line.
    public struct Stroke: Hashable, Sendable {
        /// The colour.
        public let colour: Colour
        /// The width in points.
        public let width: Double
        /// The lengths of dashes and gaps in turn; empty for a solid line.
        public var dashes: [Double]

        public init(colour: Colour, width: Double, dashes: [Double] = []) {
            self.colour = colour
            self.width = width
            self.dashes = dashes
        }
    }

    /// The steps of the pen, in order.
    public var steps: [Step]
    /// The colour of the enclosed area.
    public var fill: Colour?
    /// The style of the line.
    public var stroke: Stroke?

    public init(steps: [Step] = [], fill: Colour? = nil, stroke: Stroke? = nil) {
        self.steps = steps
        self.fill = fill
        self.stroke = stroke
    }

    /// Returns a rectangle.
    static func box(_ box: Box, fill: Colour? = nil, stroke: Stroke? = nil) -> Path {
        var path = Path(fill: fill, stroke: stroke)
        path.add(box)
        return path
    }

    /// Returns a straight line.
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
    /// The sanitised text.
    public let text: String
    /// The x coordinate of its start.
    public let x: Double
    /// The y coordinate of its baseline at the start.
    public let y: Double
    /// The width in the font that it was measured with.
    public let width: Double
    /// The font size.
    public let size: Double
    /// True for bold text.
    public let isBold: Bool
    /// The colour.
    public let colour: Colour
    /// True for vertical text, read from bottom to top.
    public let isUpright: Bool
    /// The part of the text that stays in place in a font of other widths.
    public let anchor: Anchor

    /// The part of a text that stays in place; the names are those of SVG's `text-anchor`.
    public enum Anchor: String, Hashable, Sendable {
        /// The first letter.
        case start
        /// The middle.
        case middle
        /// The last letter.
        case end
    }

    /// The coordinates of the ``anchor`` on the baseline.
    public var anchorPoint: (x: Double, y: Double) {
        let along =
            switch anchor {
            case .start: 0.0
            case .middle: width / 2
            case .end: width
            }
        return isUpright ? (x, y - along) : (x + along, y)
    }

    /// The height of letters above the baseline, as a share of the font size: that of DejaVu Sans, with accents on
    /// capitals.
    static let ascent = 0.94
    /// The depth of letters below the baseline, as a share of the font size.
    static let descent = 0.24
    /// The height of a line of text.
    static let lineHeight = ascent + descent

    /// The bounding box.
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
    /// The top edge.
    public var top: Double
    /// The right edge.
    public var right: Double
    /// The bottom edge.
    public var bottom: Double

    /// The distance between the left and the right edge.
    public var width: Double { right - left }
    /// The distance between the top and the bottom edge.
    public var height: Double { bottom - top }

    /// Returns true when the rectangles share an area.
    public func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}

/// A colour with its opacity.
public struct Colour: Hashable, Sendable {
    /// `0xRRGGBB`.
    public let rgb: UInt32
    /// The opacity, from 0 (transparent) to 1 (opaque).
    public let opacity: Double

    /// Creates a colour.
    public init(_ rgb: UInt32, opacity: Double = 1) {
        self.rgb = rgb & 0xFFFFFF
        self.opacity = opacity
    }

    func with(opacity: Double) -> Colour { Colour(rgb, opacity: opacity) }
}
