import QREncode

/// A QR code in terminal cells: each cell shows two modules, one above the other.
package struct QRPicture: Sendable {
    /// The width of the quiet zone in modules: ISO/IEC 18004 requires four.
    private static let usualQuiet = 4
    /// The quiet zone in modules that most cameras manage with, for small windows.
    package static let leastQuiet = 1

    private let code: QRCode?
    private let quiet: Int

    /// Creates the picture of a QR code.
    ///
    /// - Parameters:
    ///   - text: The encoded text; too long a text draws nothing.
    ///   - quiet: The width of the quiet zone in modules.
    package init(_ text: String, quiet: Int = usualQuiet) { (code, self.quiet) = (QRCode(text), quiet) }

    /// The width in columns.
    package var columns: Int { code.map { $0.width + 2 * quiet } ?? 0 }

    /// The number of modules in a row, without the quiet zone; 0 for too long a text.
    package var modules: Int { code?.width ?? 0 }

    /// True for a dark module, counted from the corner of the code; modules around the code are light.
    package func isDark(row: Int, column: Int) -> Bool { code?.isDark(row: row, column: column) ?? false }

    /// The height in rows.
    package var rows: Int { (columns + 1) / 2 }

    /// Returns the lines of the picture; none where the window is narrower than the picture, or without a window.
    ///
    /// - Parameter hasColor: True draws black on white, whatever the terminal's colours. False draws the light modules,
    ///   for a dark terminal.
    package func lines(width: Int?, hasColor: Bool) -> [StyledText] {
        guard let code, let width, columns <= width else { return [] }
        let places = -quiet..<(code.width + quiet)
        return stride(from: -quiet, to: code.width + quiet, by: 2).map { row in
            let cells = places.map { column in
                Self.cell(
                    code.isDark(row: row, column: column) == hasColor,
                    // An odd number of rows leaves half a cell of background at the bottom.
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
