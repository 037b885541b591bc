import Cairo
import Glibc

/// The mark of Kopilka, a coin that falls into a slot, on a dark ground.
struct IconDrawing {
    /// The shape of the ground.
    enum Ground: Hashable, CaseIterable {
        /// A square with round corners on nothing.
        case rounded
        /// The whole picture: the system cuts its own shape out of it. The mark stays within the safe zone, a circle of
        /// 40 % of the width around the middle.
        /// - Source: Web Application Manifest, section "Icon masks and safe zone".
        case bleeding
    }

    /// A point in pixels from the upper left corner.
    struct Point: Equatable {
        let x: Double
        let y: Double
    }

    /// The mark's own grid: that of the drawing in the header of pages.
    private enum Mark {
        static let middle = Point(x: 14, y: 12.75)
        static let coin = Point(x: 14, y: 13)
        static let radius = 9.0
        /// The coin is hidden below.
        static let cut = 16.0
        static let slot = (left: 2.0, top: 18.5, right: 26.0, bottom: 21.5)
    }

    private static let groundColour: UInt32 = 0x12161C
    private static let coinColour: UInt32 = 0xF0B429
    private static let slotColour: UInt32 = 0xE8EDF2

    /// The width and the height.
    let pixels: Int
    /// The shape of the ground.
    let ground: Ground

    private var width: Double { Double(pixels) }
    /// Pixels per unit of the mark's grid.
    private var unit: Double { width * (ground == .rounded ? 0.0275 : 0.0255) }

    /// The outline of the ground.
    var groundOutline: [Point] {
        guard ground == .rounded else {
            return [Point(x: 0, y: 0), Point(x: width, y: 0), Point(x: width, y: width), Point(x: 0, y: width)]
        }
        let radius = 0.22 * width
        let corners = [(width - radius, radius), (radius, radius), (radius, width - radius)]
        return (corners + [(width - radius, width - radius)]).enumerated().flatMap { quarter, middle in
            Self.arc(
                around: Point(x: middle.0, y: middle.1), radius: radius, from: .pi / 2 * Double(quarter),
                by: .pi / 2)
        }
    }

    /// The outline of the visible part of the coin.
    var coinOutline: [Point] {
        let hidden = asin((Mark.cut - Mark.coin.y) / Mark.radius)
        return Self.arc(around: Mark.coin, radius: Mark.radius, from: -hidden, by: .pi + 2 * hidden).map(placed)
    }

    /// The outline of the slot.
    var slotOutline: [Point] {
        let slot = Mark.slot
        return [
            Point(x: slot.left, y: slot.top), Point(x: slot.right, y: slot.top),
            Point(x: slot.right, y: slot.bottom), Point(x: slot.left, y: slot.bottom),
        ].map(placed)
    }

    /// Returns the picture as PNG.
    ///
    /// - Throws: ``CairoError``.
    func png() throws(CairoError) -> [UInt8] {
        let surface = try ImageSurface(width: pixels, height: pixels)
        try surface.draw { context in
            Self.fill(groundOutline, Self.groundColour, context)
            Self.fill(coinOutline, Self.coinColour, context)
            Self.fill(slotOutline, Self.slotColour, context)
        }
        return try surface.png()
    }

    /// The same picture as SVG, for the tab of a browser.
    static var svg: [UInt8] {
        let drawing = IconDrawing(pixels: 64, ground: .rounded)
        let shapes = [
            (drawing.groundOutline, groundColour), (drawing.coinOutline, coinColour),
            (drawing.slotOutline, slotColour),
        ]
        let paths = shapes.map { outline, colour in "<path d=\"\(path(outline))\" fill=\"\(hexadecimal(colour))\"/>" }
        return Array(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">\(paths.joined())</svg>\n".utf8)
    }

    /// Moves a point of the mark's grid into the picture.
    private func placed(_ point: Point) -> Point {
        Point(
            x: width / 2 + (point.x - Mark.middle.x) * unit, y: width / 2 + (point.y - Mark.middle.y) * unit)
    }

    /// Returns points on a circle, near enough to each other for a smooth line at 512 pixels.
    ///
    /// - Parameters:
    ///   - start: The angle in radians, counter-clockwise from the right.
    ///   - angle: The angle to go on by.
    private static func arc(around middle: Point, radius: Double, from start: Double, by angle: Double) -> [Point] {
        let steps = 48
        return (0...steps).map { step in
            let turn = start + angle * Double(step) / Double(steps)
            return Point(x: middle.x + radius * cos(turn), y: middle.y - radius * sin(turn))
        }
    }

    private static func fill(_ outline: [Point], _ colour: UInt32, _ context: borrowing Context) {
        func component(_ shift: UInt32) -> Double { Double(colour >> shift & 0xFF) / 255 }
        context.setColour(red: component(16), green: component(8), blue: component(0), opacity: 1)
        context.beginPath()
        for (index, point) in outline.enumerated() {
            if index == 0 { context.move(toX: point.x, y: point.y) } else { context.line(toX: point.x, y: point.y) }
        }
        context.closePath()
        context.fillKeepingPath()
    }

    /// Returns the data of a path, with two decimals.
    private static func path(_ outline: [Point]) -> String {
        func short(_ number: Double) -> String {
            let hundredths = Int((number * 100).rounded())
            return "\(Double(hundredths) / 100)"
        }
        return "M" + outline.map { "\(short($0.x)) \(short($0.y))" }.joined(separator: "L") + "Z"
    }

    private static func hexadecimal(_ colour: UInt32) -> String {
        let digits = String(colour, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
