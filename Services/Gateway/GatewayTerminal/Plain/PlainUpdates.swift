/// What of a screen has not been read out yet: after each line that was typed only what has changed is told.
struct PlainUpdates {
    /// What was read out last of the scene that is open now.
    private var said: (path: [String], lines: [String])?

    /// What to read out of a screen: all of it where another scene is open or something is asked, else what was not said.
    ///
    /// - Parameters:
    ///   - lines: All of the screen.
    ///   - chosen: What stands behind a row because it is chosen; a row that only lost it is none that has changed.
    ///   - isAsking: Whether a question is open, which is read out whole and forgotten.
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

    /// Has the next screen read out whole.
    mutating func forget() { said = nil }
}
