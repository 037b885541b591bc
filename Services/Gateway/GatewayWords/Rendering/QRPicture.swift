import QREncode

/// A QR code in the cells of a terminal: two modules above each other in one cell.
package struct QRPicture: Sendable {
    /// How many light modules stand around it: ISO/IEC 18004 asks for four.
    private static let usualQuiet = 4
    /// How many most cameras can do with, where room is short.
    package static let leastQuiet = 1

    private let code: QRCode?
    private let quiet: Int

    /// - Parameters:
    ///   - text: What is read from it; nothing is drawn of a text that is too long.
    ///   - quiet: How many light modules stand around it.
    package init(_ text: String, quiet: Int = usualQuiet) { (code, self.quiet) = (QRCode(text), quiet) }

    /// How many columns it takes.
    package var columns: Int { code.map { $0.width + 2 * quiet } ?? 0 }

    /// Whether a module is dark, counted from the corner of the code; those around it are light.
    func isDark(row: Int, column: Int) -> Bool { code?.isDark(row: row, column: column) ?? false }

    /// How many rows it takes.
    package var rows: Int { (columns + 1) / 2 }

    /// The picture; nothing where the window is narrower than it, or where there is no window.
    ///
    /// - Parameter hasColor: With colours it is black on white, whatever the terminal's own are. Without them the light
    ///   modules are drawn, for a dark terminal.
    package func lines(width: Int?, hasColor: Bool) -> [StyledText] {
        guard let code, let width, columns <= width else { return [] }
        let places = -quiet..<(code.width + quiet)
        return stride(from: -quiet, to: code.width + quiet, by: 2).map { row in
            let cells = places.map { column in
                Self.cell(
                    code.isDark(row: row, column: column) == hasColor,
                    // Below the last row of an odd number there is only ground.
                    row + 1 < code.width + quiet && code.isDark(row: row + 1, column: column) == hasColor)
            }
            return StyledText(String(cells), .paper)
        }
    }

    private static func cell(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
