/// A canvas of dots, two by four in each terminal cell (braille, U+2800 and up), or of ASCII characters.
struct BrailleCanvas {
    static let dotsAcross = 2
    static let dotsDown = 4
    /// The bit that each dot adds to U+2800, by row and column.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    let columns: Int
    let rows: Int
    private var cells: [UInt32]

    /// Creates an empty canvas; its size is given in cells.
    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: 0, count: columns * rows)
    }

    /// The number of dots from left to right.
    var width: Int { columns * Self.dotsAcross }
    /// The number of dots from top to bottom.
    var height: Int { rows * Self.dotsDown }

    /// Sets a dot; x counts from the left, y from the top. Dots outside the canvas are ignored.
    mutating func set(_ x: Int, _ y: Int) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        cells[y / Self.dotsDown * columns + x / Self.dotsAcross] |= Self.bits[y % Self.dotsDown][x % Self.dotsAcross]
    }

    /// Draws a straight line with Bresenham's algorithm.
    ///
    /// - Parameter isDotted: True to leave out every second pair of dots.
    mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int), isDotted: Bool = false) {
        let (width, height) = (abs(end.x - start.x), abs(end.y - start.y))
        let (stepX, stepY) = (start.x < end.x ? 1 : -1, start.y < end.y ? 1 : -1)
        var (x, y, error) = (start.x, start.y, width - height)
        while true {
            if !isDotted || (x / 2 + y / 2) % 2 == 0 { set(x, y) }
            if x == end.x, y == end.y { return }
            let twice = 2 * error
            if twice > -height {
                error -= height
                x += stepX
            }
            if twice < width {
                error += width
                y += stepY
            }
        }
    }

    /// True when the cell has no dots.
    func isEmpty(row: Int, column: Int) -> Bool { cells[row * columns + column] == 0 }

    /// Returns the character of a cell; a space for a cell without dots.
    func character(row: Int, column: Int) -> Character {
        let dots = cells[row * columns + column]
        guard dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) else { return " " }
        return Character(scalar)
    }

    /// Returns the character with the dots of both canvases.
    func character(row: Int, column: Int, with other: BrailleCanvas) -> Character {
        let dots = cells[row * columns + column] | other.cells[row * columns + column]
        guard dots != 0, let scalar = Unicode.Scalar(0x2800 + dots) else { return " " }
        return Character(scalar)
    }
}
