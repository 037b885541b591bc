import Signals
import Tables

/// The direction of money in the rows of a file with a column of words for it.
///
/// Banks write "debit" beside amounts with a minus and without, and cards write payments with one. When most debits
/// have no minus, the word decides, and an amount with the opposite sign to most amounts of its word is a reversal.
struct CSVDirections {
    /// The factor of amounts for each side.
    private let factors: [Side: Int64]
    /// True when words decide, not signs.
    private let isUnsigned: Bool
    private let columns: CSVColumns

    /// Examines the rows of a file.
    ///
    /// - Parameter amounts: The amount of each line as written, 0 for none.
    /// - Returns: Nil when no column gives the direction.
    init?(of lines: [CSVRow], _ columns: CSVColumns, amounts: [Int64]) {
        guard columns.has(.direction), columns.has(.amount), !columns.isInverted else { return nil }
        var counts: [Side: (all: Int, minuses: Int)] = [:]
        var others = 0
        for (line, amount) in zip(lines, amounts) where amount != 0 {
            guard let side = StatementWords.side(of: columns.word(.direction, of: line)) else {
                others += 1
                continue
            }
            counts[side, default: (0, 0)].all += 1
            if amount < 0 { counts[side, default: (0, 0)].minuses += 1 }
        }
        let known = counts.values.reduce(0) { $0 + $1.all }
        // A few such words among others, in a file with signs, are names of kinds.
        guard known > 0, known >= others || !amounts.contains(where: { $0 < 0 }) else { return nil }
        func isNegative(_ side: Side) -> Bool { counts[side].map { $0.minuses * 2 > $0.all } ?? false }
        isUnsigned = counts[.expense] != nil && !isNegative(.expense)
        factors = [.expense: isUnsigned ? -1 : 1, .income: isUnsigned && isNegative(.income) ? -1 : 1]
        self.columns = columns
    }

    /// Returns the change of the account by a row.
    /// - Throws: ``LineProblem`` for a row whose direction neither its word nor its sign tells.
    func change(_ amount: Int64, of line: CSVRow) throws(LineProblem) -> Int64 {
        let word = columns.cell(.direction, of: line)
        if let side = StatementWords.side(of: word.lowercased()) { return amount * (factors[side] ?? 1) }
        guard !isUnsigned else {
            throw LineProblem(line.lineNumber, .lineHasNoDirection, ["text": .quoted(word)])
        }
        return amount
    }
}
