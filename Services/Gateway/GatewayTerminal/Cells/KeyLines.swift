import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// Draws the last rows: actions above, views below; help and Esc are always in the same cells.
struct KeyLines {
    /// A key with its effect.
    struct Hint: Hashable {
        let key: String
        let title: String
        let short: String
        let rank: SceneAction.Rank
        var isShort = false

        var words: String { isShort ? short : title }
        var width: Int { DisplayText.width(of: key) + (words.isEmpty ? 0 : DisplayText.width(of: words) + 1) }
    }

    private static let gap = 2

    let page: GridRenderer
    let isFirst: Bool

    func draw(_ screen: Screen, _ spots: [PaneLayout.Spot], _ grid: inout CellGrid) {
        let always = [help(screen), back(screen)]
        let hints = { (group: SceneAction.Group) in
            screen.offered(in: page.language).filter { $0.group == group && $0.isHinted && $0.obstacle == nil }
                .compactMap(hint)
        }
        let isOneRow = PaneLayout.keyRows(of: page.rows) == 1
        if isOneRow {
            let room = page.columns - 3 - always.reduce(0) { $0 + $1.width + Self.gap }
            let musts = (hints(.act) + hints(.view)).sorted { $0.rank < $1.rank }
            put(Self.fitted(musts, into: room, keeps: .must), row: page.rows - 1, &grid)
            let start = page.columns - 1 - always[0].width - Self.gap - always[1].width
            put([always[0], always[1]], row: page.rows - 1, column: start, &grid)
            return
        }
        let rooms = always.map { page.columns - 2 - $0.width - Self.gap }
        var rows = Self.rows(hints(.act), hints(.view), rooms: rooms)
        if let panes = panes(screen), Self.width(of: rows[1] + [panes]) <= rooms[1] { rows[1].append(panes) }
        for (number, row) in rows.enumerated() {
            let line = page.rows - 2 + number
            put(row, row: line, &grid)
            put([always[number]], row: line, column: page.columns - 1 - always[number].width, &grid)
        }
    }

    private func put(_ hints: [Hint], row: Int, column: Int = 1, _ grid: inout CellGrid) {
        var column = column
        for hint in hints {
            column = grid.put(hint.key, row: row, column: column, style: .bold)
            if !hint.words.isEmpty { column = grid.put(" " + hint.words, row: row, column: column, style: .dim) }
            column += Self.gap
        }
    }

    // MARK: Hints

    private func hint(_ action: SceneAction) -> Hint? {
        guard let key = action.keys ?? action.key.map(KeyText.name) else { return nil }
        let title = page.say(action.title)
        return Hint(
            key: page.say(key), title: title, short: action.short.map(page.say) ?? title, rank: action.rank)
    }

    private func fixed(_ key: SceneKey, _ title: Text) -> Hint {
        let title = page.say(title)
        return Hint(key: page.say(KeyText.name(of: key)), title: title, short: title, rank: .must)
    }

    private func help(_ screen: Screen) -> Hint {
        fixed(screen.isTyping ? .function(1) : .character("?"), AppTexts.help)
    }

    private func back(_ screen: Screen) -> Hint {
        if isFirst, screen.back == nil, screen.question == nil {
            return fixed(screen.form == nil ? .character("q") : .control("c"), AppTexts.leave)
        }
        return fixed(.escape, screen.back ?? screen.question?.answer(.no)?.title ?? AppTexts.back)
    }

    /// Returns the hint about the keys for other panes.
    private func panes(_ screen: Screen) -> Hint? {
        let count = screen.numbered.count
        guard count > 1, screen.form == nil, screen.question == nil else { return nil }
        let isTabTaken = screen.offered.contains { $0.key == .tab }
        let own = screen.number(of: screen.focused.name) ?? 1
        let title = page.say(AppTexts.pane)
        if count == 2, !isTabTaken {
            return Hint(key: "Tab", title: "\(title) \(3 - own)", short: title, rank: .seldom)
        }
        return Hint(key: isTabTaken ? "1-\(count)" : "1-\(count) Tab", title: title, short: title, rank: .seldom)
    }

    // MARK: Room

    static func width(of hints: [Hint]) -> Int {
        hints.reduce(gap * max(0, hints.count - 1)) { $0 + $1.width }
    }

    /// Fits both rows into the width: hints that do not fit above go below if there is room; then titles are shortened;
    /// then rarely used hints are dropped, then frequently used ones. Required hints always stay.
    static func rows(_ acts: [Hint], _ views: [Hint], rooms: [Int]) -> [[Hint]] {
        var (above, below) = (acts, views)
        while width(of: above) > rooms[0], let last = above.last, width(of: [last] + below) <= rooms[1] {
            above.removeLast()
            below.insert(last, at: 0)
        }
        return [fitted(above, into: rooms[0], keeps: .must), fitted(below, into: rooms[1], keeps: .must)]
    }

    /// Fits hints into the given columns.
    static func fitted(_ hints: [Hint], into room: Int, keeps: SceneAction.Rank) -> [Hint] {
        guard width(of: hints) > room else { return hints }
        var hints = hints.map { hint in
            var hint = hint
            hint.isShort = true
            return hint
        }
        var left = 0
        func shown() -> [Hint] {
            left == 0 ? hints : hints + [Hint(key: "+\(left)", title: "", short: "", rank: .must)]
        }
        while width(of: shown()) > room {
            guard let worst = hints.map(\.rank).max(), worst > keeps,
                let index = hints.lastIndex(where: { $0.rank == worst })
            else { return shown() }
            hints.remove(at: index)
            left += 1
        }
        // Remaining room restores the full titles.
        for index in hints.indices {
            hints[index].isShort = false
            if width(of: shown()) > room { hints[index].isShort = true }
        }
        return shown()
    }
}
