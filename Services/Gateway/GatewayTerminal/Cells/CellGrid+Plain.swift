extension CellGrid {
    /// What stands for signs and drawings on a terminal whose letters are all it has: one character for each, so that
    /// everything stays in its place.
    private static let plain: [Character: Character] = {
        let signs: [(String, String)] = [
            ("›‹▸◂→←↑↓▲", "><><><^v^"), ("●•·…", "**.."), ("—–─━┄═", "---=.="), ("│┃║", "|#|"),
            ("┬┴┼├┤└", "++++++"), ("▁▂▃▄▅▆▇█░", "_.-~=+*#."),
        ]
        let pairs = signs.flatMap { Array(zip($0, $1)) }
        return Dictionary(pairs) { first, _ in first }
    }()

    /// Replaces signs and drawings by plain characters.
    mutating func makePlain() {
        change { cell in
            if cell.text.count == 1, let sign = cell.text.first, let plain = Self.plain[sign] {
                cell.text = String(plain)
            }
        }
    }
}
