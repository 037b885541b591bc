/// The layout of the panes of a screen: a function of the panes, the focus and the size of the window.
package enum PaneLayout {
    /// In narrower windows one pane fills the window.
    package static let columnsForSeveral = 80
    /// Lower windows have one row of keys.
    static let rowsForTwoKeyRows = 18

    /// A rectangle of cells. The first row of a pane is its rule.
    package struct Rect: Hashable, Sendable {
        package let row: Int
        package let column: Int
        package let rows: Int
        package let columns: Int

        package func contains(row: Int, column: Int) -> Bool {
            (self.row..<(self.row + rows)).contains(row) && (self.column..<(self.column + columns)).contains(column)
        }
    }

    /// A pane and its frame.
    package struct Spot: Hashable, Sendable {
        package let pane: PaneName
        package let rect: Rect
    }

    /// The number of key rows of a window.
    package static func keyRows(of rows: Int) -> Int { rows < rowsForTwoKeyRows ? 1 : 2 }

    /// The area of a window between the path and the keys.
    ///
    /// - Parameter panes: The number of panes that can take the focus.
    static func body(columns: Int, rows: Int, panes: Int) -> Rect {
        let others = panes > 1 && columns < columnsForSeveral ? 1 : 0
        return Rect(row: 1, column: 0, rows: max(0, rows - 1 - keyRows(of: rows) - others), columns: columns)
    }

    /// Places panes in order of importance. A pane that does not fit beside the minimum sizes of those before it is
    /// left out. The pane with the focus is never left out: it then fills the window, as in narrow windows.
    ///
    /// - Parameters:
    ///   - panes: The panes, the most important first; the first one is always placed.
    ///   - focus: The pane with the focus; nil for the first one.
    ///   - columns: Columns of the window.
    ///   - rows: Rows of the window.
    package static func place(_ panes: [Pane], focus: PaneName?, columns: Int, rows: Int) -> [Spot] {
        let body = body(columns: columns, rows: rows, panes: panes.count { $0.takesKeys })
        guard let first = panes.first else { return [] }
        let focus = focus ?? first.name
        var panes = panes
        if columns < columnsForSeveral {
            // A pane without focus below the one with the focus belongs to it: the outcome of a form.
            let below = panes.filter { $0.name != focus && !$0.takesKeys && $0.places.contains(.below) }
            panes = panes.filter { $0.name == focus } + below
        }
        guard panes.count > 1 else { return [Spot(pane: focus, rect: body)] }
        var plan = Plan(panes, body)
        for number in panes.indices { plan.add(number, columns: columns, rows: rows) }
        let spots = plan.spots()
        return spots.contains { $0.pane == focus } ? spots : [Spot(pane: focus, rect: body)]
    }

    /// Panes in bands from top to bottom. A band is a row of columns, a column is a stack of panes.
    private struct Plan {
        typealias Band = [[Int]]
        let panes: [Pane]
        let body: Rect
        var bands: [Band] = []

        init(_ panes: [Pane], _ body: Rect) { (self.panes, self.body) = (panes, body) }

        mutating func add(_ number: Int, columns: Int, rows: Int) {
            guard number > 0 else { return bands = [[[number]]] }
            for place in panes[number].places where columns >= place.fromColumns && rows >= place.fromRows {
                guard let wanted = adding(number, place.side), fits(wanted) else { continue }
                bands = wanted
                return
            }
        }

        private func adding(_ number: Int, _ side: Pane.Place.Side) -> [Band]? {
            var bands = bands
            let lastBand = bands.count - 1
            switch side {
            case .across: bands.append([[number]])
            case .beside: bands[lastBand].append([number])
            case .below: bands[lastBand][bands[lastBand].count - 1].append(number)
            case .under(let name):
                for (band, columns) in bands.enumerated() {
                    if let column = columns.firstIndex(where: { $0.contains { panes[$0].name == name } }) {
                        bands[band][column].append(number)
                        return bands
                    }
                }
                return nil
            }
            return bands
        }

        private func fits(_ bands: [Band]) -> Bool {
            bands.reduce(0) { $0 + leastRows(of: $1) } <= body.rows
                && bands.allSatisfy { band in
                    band.reduce(band.count - 1) { $0 + self.columns(of: $1).lowerBound } <= body.columns
                }
        }

        // MARK: Needs

        private func columns(of column: [Int]) -> ClosedRange<Int> {
            let least = column.map { panes[$0].room.columns.lowerBound }.max() ?? 0
            return least...max(least, column.map { panes[$0].room.columns.upperBound }.max() ?? 0)
        }

        private func leastRows(of band: Band) -> Int {
            band.map { $0.reduce(0) { $0 + 1 + panes[$1].room.rows.lowerBound } }.max() ?? 0
        }

        private func wantedRows(of band: Band) -> Int {
            band.map { $0.reduce(0) { $0 + 1 + panes[$1].room.rows.upperBound } }.max() ?? 0
        }

        // MARK: Sizes

        func spots() -> [Spot] {
            var spots: [Spot] = []
            let heights = Self.shared(
                body.rows, least: bands.map(leastRows), wanted: bands.map(wantedRows))
            var row = body.row
            for (band, height) in zip(bands, heights) {
                let needs = band.map(columns)
                let widths = Self.shared(
                    body.columns - (band.count - 1), least: needs.map(\.lowerBound), wanted: needs.map(\.upperBound))
                var column = body.column
                for (numbers, width) in zip(band, widths) {
                    spots += stack(numbers, Rect(row: row, column: column, rows: height, columns: width))
                    column += width + 1
                }
                row += height
            }
            return spots
        }

        /// Returns the heights of a stack of panes. Important panes get their preferred height first, the last one gets
        /// the rest.
        private func stack(_ numbers: [Int], _ rect: Rect) -> [Spot] {
            var heights = numbers.map { 1 + panes[$0].room.rows.lowerBound }
            var left = rect.rows - heights.reduce(0, +)
            for (index, number) in numbers.enumerated() where left > 0 {
                let given = min(left, panes[number].room.rows.upperBound + 1 - heights[index])
                heights[index] += given
                left -= given
            }
            if let last = heights.indices.last { heights[last] += left }
            var row = rect.row
            return zip(numbers, heights).map { number, height in
                defer { row += height }
                return Spot(
                    pane: panes[number].name,
                    rect: Rect(row: row, column: rect.column, rows: height, columns: rect.columns))
            }
        }

        /// Returns the widths of columns: the minimum, then a proportional share of the missing width. The first one
        /// gets the rest.
        private static func shared(_ all: Int, least: [Int], wanted: [Int]) -> [Int] {
            var given = least
            var left = all - least.reduce(0, +)
            guard !given.isEmpty, left > 0 else {
                if let last = given.indices.last { given[last] += left }
                return given
            }
            let lacks = zip(least, wanted).map { max(0, $1 - $0) }
            let lack = lacks.reduce(0, +)
            if lack > 0 {
                let shares = lacks.map { min($0, left * $0 / lack) }
                for index in given.indices { given[index] += shares[index] }
                left -= shares.reduce(0, +)
            }
            given[0] += left
            return given
        }
    }
}
