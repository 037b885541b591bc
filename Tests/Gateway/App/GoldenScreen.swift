import Domain
import Foundation
import Terminal

@testable import GatewayTerminal

/// The stored form of a screen: its characters, followed by the same grid with a letter for the style of each cell.
enum GoldenScreen {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Screens")

    /// Returns the characters and styles of a grid.
    static func text(of grid: CellGrid) -> String {
        let tones = (0..<grid.rows).map { row in
            var line = (0..<grid.columns).map { letter(of: grid[row, $0].style) }
            while line.last == "." { line.removeLast() }
            return String(line)
        }
        return (grid.lines + ["-- tones"] + tones).map { $0 + "\n" }.joined()
    }

    /// Returns `.` for plain, `b` bold, `d` dim, the first letter of a colour (a capital when bold), `#` reverse, `_`
    /// underlined.
    private static func letter(of style: TerminalStyle) -> Character {
        if style.isReverse { return "#" }
        if style.isUnderlined { return "_" }
        let letters: [TerminalStyle.Color: Character] = [
            .red: "r", .green: "g", .yellow: "y", .blue: "s", .magenta: "m", .cyan: "c",
        ]
        guard let color = style.color, let letter = letters[color] else {
            return style.isBold ? "b" : style.isDim ? "d" : "."
        }
        return style.isBold ? Character(letter.uppercased()) : letter
    }

    /// A size of the window.
    typealias Size = (columns: Int, rows: Int)
    static let usual: Size = (80, 24)
    static let wideSizes: [Size] = [(110, 34), (200, 50)]
    /// The screens that are also stored for wide windows.
    static let wide: Set = ["main", "history", "subscriptions", "scanner-segment"]

    /// Returns the file of a screen; those of the usual window have the plain name.
    static func file(_ name: String, _ language: Language, _ size: Size) -> URL {
        let size = size == usual ? "" : ".\(size.columns)x\(size.rows)"
        return folder.appendingPathComponent("\(name)\(size).\(language.rawValue).txt")
    }
}
