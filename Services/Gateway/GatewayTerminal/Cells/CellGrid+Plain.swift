extension CellGrid {
    /// The replacements for symbols and drawings on a terminal with ASCII only: one character each, so that the layout
    /// stays.
    private static let plain: [Character: Character] = {
        let signs: [(String, String)] = [
            ("›‹▸◂→←↑↓▲", "><><><^v^"), ("●•·…", "**.."), ("—–─━┄═", "---=.="), ("│┃║", "|#|"),
            ("┬┴┼├┤└", "++++++"), ("▁▂▃▄▅▆▇█░", "_.-~=+*#."),
        ]
        let pairs = signs.flatMap { Array(zip($0, $1)) }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// Replaces symbols and drawings with plain characters.
    mutating func makePlain() {
        change { cell in
            if cell.text.count == 1, let sign = cell.text.first, let plain = Self.plain[sign] {
                cell.text = String(plain)
            }
        }
    }
}
