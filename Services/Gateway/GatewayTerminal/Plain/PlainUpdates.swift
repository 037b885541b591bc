/// Tracks what was read out: after each typed line, only changes are read out.
struct PlainUpdates {
    /// The last lines of the open scene.
    private var said: (path: [String], lines: [String])?

    /// Returns the lines to read out: all of them for another scene or an open question, otherwise only the changed
    /// ones.
    ///
    /// - Parameters:
    ///   - lines: All lines of the screen.
    ///   - chosen: The suffix of the selected row; a row that only lost it has not changed.
    ///   - isAsking: True while a question is open, which is read out whole and not remembered.
    mutating func lines(_ lines: [String], path: [String], chosen: String, isAsking: Bool) -> [String] {
        guard !isAsking else { return lines }
        defer { said = (path, lines) }
        guard let said, said.path == path else { return lines }
        var known: [String: Int] = [:]
        for line in said.lines {
            known[line, default: 0] += 1
            if line.hasSuffix(chosen) { known[String(line.dropLast(chosen.count)), default: 0] += 1 }
        }
        return lines.filter { line in
            guard !line.isEmpty else { return false }
            guard let count = known[line], count > 0 else { return true }
            known[line] = count - 1
            return false
        }
    }

    /// Makes the next call return the whole screen.
    mutating func forget() { said = nil }
}
