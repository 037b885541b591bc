import Domain
import Foundation
import Terminal

@testable import GatewayTerminal

/// A screen as it is kept: its letters, and below them the same grid with a letter for the tone of each cell.
enum GoldenScreen {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Screens")

    /// The letters and tones of a grid.
    static func text(of grid: CellGrid) -> String {
        let tones = (0..<grid.rows).map { row in
            var line = (0..<grid.columns).map { letter(of: grid[row, $0].style) }
            while line.last == "." { line.removeLast() }
            return String(line)
        }
        return (grid.lines + ["-- tones"] + tones).map { $0 + "\n" }.joined()
    }

    /// `.` plain, `b` bold, `d` dim, colours by their first letter, bold ones large; turned over `#`, underlined `_`.
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
    /// The screens that are kept in wide windows too.
    static let wide: Set = ["main", "history", "subscriptions", "scanner-segment"]

    /// Where a screen is kept: those of the usual window under their name alone.
    static func file(_ name: String, _ language: Language, _ size: Size) -> URL {
        let size = size == usual ? "" : ".\(size.columns)x\(size.rows)"
        return folder.appendingPathComponent("\(name)\(size).\(language.rawValue).txt")
    }
}
