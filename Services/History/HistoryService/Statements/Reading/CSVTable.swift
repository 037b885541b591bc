/// The cells of a CSV text (RFC 4180, with whatever separator).
struct CSVTable {
    /// A line of cells; a cell may itself stand on several lines.
    struct Line {
        /// 1 for the first.
        let number: Int
        let cells: [String]
    }

    static let mostColumns = 100
    static let longestCell = 4_096

    /// Reads lines one after another.
    ///
    /// - Parameter limit: Ends after so many lines.
    /// - Throws: ``LineProblem``: a quotation mark that is not closed, too many or too long cells.
    static func lines(of text: String, separator: UInt8, limit: Int = .max) throws(LineProblem) -> [Line] {
        let bytes = Array(text.utf8)
        var lines: [Line] = []
        var cells: [String] = []
        var cell: [UInt8] = []
        var number = 1
        var start = 1
        var isQuoted = false
        var wasQuoted = false
        var position = 0
        func add() throws(LineProblem) {
            guard cells.count < mostColumns else {
                throw LineProblem(line: start, problem: "has more than \(mostColumns) columns")
            }
            cells.append(String(decoding: cell, as: UTF8.self))
            cell.removeAll(keepingCapacity: true)
            wasQuoted = false
        }
        while position < bytes.count, lines.count < limit {
            let byte = bytes[position]
            position += 1
            guard cell.count <= longestCell else {
                throw LineProblem(line: start, problem: "has a cell of more than \(longestCell) bytes")
            }
            if isQuoted {
                if byte == 0x0A { number += 1 }
                if byte != 0x22 {
                    cell.append(byte)
                } else if position < bytes.count, bytes[position] == 0x22 {
                    cell.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
                continue
            }
            switch byte {
            case 0x22 where cell.allSatisfy({ $0 == 0x20 }) && !wasQuoted:
                cell.removeAll(keepingCapacity: true)
                (isQuoted, wasQuoted) = (true, true)
            case separator: try add()
            case 0x0D where position < bytes.count && bytes[position] == 0x0A: continue
            case 0x0A, 0x0D:
                try add()
                lines.append(Line(number: start, cells: cells))
                cells.removeAll(keepingCapacity: true)
                number += 1
                start = number
            default: cell.append(byte)
            }
        }
        if isQuoted { throw LineProblem(line: start, problem: "has a quotation mark that is not closed") }
        if lines.count < limit, !cells.isEmpty || !cell.isEmpty {
            try add()
            lines.append(Line(number: start, cells: cells))
        }
        return lines
    }
}
