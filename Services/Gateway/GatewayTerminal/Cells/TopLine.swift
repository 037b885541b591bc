import GatewayScenes
import GatewayWords
import Terminal

/// Draws the first row: the path on the left, changes and the signed-in user on the right.
struct TopLine {
    private static let gap = 3
    private static let separator = " › "

    let page: GridRenderer

    func draw(_ content: GridRenderer.Page, _ grid: inout CellGrid) {
        let path = (["Kopilka"] + content.path.map(page.say)).map(DisplayText.clean)
        let room = page.columns - 2
        let last = min(DisplayText.width(of: path.last ?? "") + 4, room)
        var pieces = content.corner.pieces
        let whole = DisplayText.width(of: path.joined(separator: Self.separator))
        // The user's name gives way to the whole path; messages about changes and losses give way only to its last
        // part.
        while let droppable = pieces.indices.filter({ pieces[$0].rank != nil }).max(by: {
            pieces[$0].rank ?? 0 < pieces[$1].rank ?? 0
        }),
            width(of: pieces) + Self.gap + whole > room
        {
            pieces.remove(at: droppable)
        }
        let cornerWidth = max(0, min(width(of: pieces), room - last - Self.gap))
        let pathRoom = cornerWidth == 0 ? room : room - cornerWidth - Self.gap
        grid.put(shortened(path, to: pathRoom), row: 0, column: 1, style: .bold, width: pathRoom)
        var place = page.columns - 1 - cornerWidth
        for (number, piece) in pieces.enumerated() {
            if number > 0 { place += Self.gap }
            place = page.put([piece.span], &grid, row: 0, column: place, width: page.columns - 1 - place)
        }
    }

    private func width(of pieces: [WindowCorner.Piece]) -> Int {
        pieces.reduce(Self.gap * max(0, pieces.count - 1)) { $0 + page.width(of: [$1.span]) }
    }

    /// Shortens the path in its middle, as little as necessary; the last part always stays.
    private func shortened(_ path: [String], to room: Int) -> String {
        for first in path.indices {
            let text = ((first == 0 ? [] : ["…"]) + path[first...]).joined(separator: Self.separator)
            if DisplayText.width(of: text) <= room { return text }
        }
        return path.last ?? ""
    }
}
