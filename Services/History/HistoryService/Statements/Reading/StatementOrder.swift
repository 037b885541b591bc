import Domain

/// In which order rows of a file are to be booked: by day; within a day as the file has it, when it has an order.
enum StatementOrder {
    static func sorted(_ rows: [StatementFileRow]) -> [StatementFileRow] {
        let moments = rows.map(\.time)
        let rises = zip(moments, moments.dropFirst()).contains { $0 < $1 }
        let falls = zip(moments, moments.dropFirst()).contains { $0 > $1 }
        // The newest first, as most banks have it.
        let ordered = falls && !rises ? Array(rows.reversed()) : rows
        let hasOrder = rises != falls
        return ordered.enumerated().sorted { left, right in
            if left.element.time != right.element.time { return left.element.time < right.element.time }
            if !hasOrder, (left.element.change.minorUnits > 0) != (right.element.change.minorUnits > 0) {
                // Nothing is known of the order: what came can then have paid for what went.
                return left.element.change.minorUnits > 0
            }
            return left.offset < right.offset
        }.map(\.element)
    }
}

/// What rows are known by, so that reading a file twice, or another of the same days, finds them again.
enum StatementReferences {
    private struct Twin: Hashable {
        let day: CalendarDay
        let change: Money
        let text: String
    }

    /// One for each row: what the bank knows it by; else day, amount, text and, of equal rows of one day, the
    /// how-manieth it is. Two equal rows of a day stay two, and the same two in another file are the same.
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
