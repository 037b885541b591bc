import Signals

/// Splits the rows of a file into parts that fit one request.
enum ImportParts {
    private static let mostRows = 8_192
    /// Less than the size limit of a message.
    private static let mostBytes = 3_900_000

    /// Splits rows, given by their places in the file, in order.
    static func of(_ places: [Int], in rows: [HistorySignal.StatementRow]) -> [[Int]] {
        var parts: [[Int]] = []
        var part: [Int] = []
        var bytes = 0
        for place in places {
            let row = rows[place]
            let size = 160 + size(row.description) + size(row.reference) + size(row.category ?? "")
            if part.count == mostRows || bytes + size > mostBytes {
                parts.append(part)
                (part, bytes) = ([], 0)
            }
            part.append(place)
            bytes += size
        }
        return part.isEmpty ? parts : parts + [part]
    }

    /// Returns the size of a text in JSON, in bytes; it contains no control characters.
    private static func size(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }
}
