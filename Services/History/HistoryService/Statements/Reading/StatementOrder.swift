import Domain

/// The booking order of the rows of a file: by day, and within a day in the order of the file if it has one.
enum StatementOrder {
    static func sorted(_ rows: [StatementFileRow]) -> [StatementFileRow] {
        let moments = rows.map(\.time)
        let rises = zip(moments, moments.dropFirst()).contains { $0 < $1 }
        let falls = zip(moments, moments.dropFirst()).contains { $0 > $1 }
        // Most banks write the newest first.
        let ordered = falls && !rises ? Array(rows.reversed()) : rows
        let hasOrder = rises != falls
        return ordered.enumerated().sorted { left, right in
            if left.element.time != right.element.time { return left.element.time < right.element.time }
            if !hasOrder, (left.element.change.minorUnits > 0) != (right.element.change.minorUnits > 0) {
                // The order is unknown: incoming money first, because it can pay for the outgoing.
                return left.element.change.minorUnits > 0
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}

/// The references of rows, by which a repeated or overlapping file finds them again.
enum StatementReferences {
    private struct Twin: Hashable {
        let day: CalendarDay
        let change: Money
        let text: String
    }

    /// Returns one reference for each row: the bank's id; else day, amount, text and the number among equal rows of
    /// that day. Two equal rows of a day stay two, and the same two in another file are the same.
    static func make(for rows: [StatementFileRow]) -> [String] {
        var counts: [Twin: Int] = [:]
        return rows.map { row in
            if let id = row.bankID {
                return row.house.map { "kopilka:\($0):\(id)" } ?? "id:\(CleanText.line(id, limit: 255))"
            }
            let twin = Twin(day: row.day, change: row.change, text: row.description)
            counts[twin, default: 0] += 1
            return "row:\(row.day):\(row.change.decimalText):\(counts[twin, default: 1]):\(row.description)"
        }
    }
}
