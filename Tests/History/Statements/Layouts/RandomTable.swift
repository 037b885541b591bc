import Domain
import Signals
import TestSupport

/// A random CSV file of a bank with headings that nobody knows, and the rows that it means.
struct RandomTable {
    struct Row: Hashable {
        let day: CalendarDay
        let change: Int64
        let description: String
    }

    /// In booking order.
    let rows: [Row]
    let header: [String]
    let columns: [HistorySignal.StatementColumn]
    let content: String
    let dateOrder: HistorySignal.DateOrder
    let decimal: HistorySignal.DecimalMark

    private static let alphabet = Array("abcXYZ жЯß é,;|\t\"'-()№€0159")
    private static let first = CalendarDay(daysSince1970: 20_500)

    init(_ random: inout SeededGenerator) {
        let separator = random.one(of: [",", ";", "\t", "|"])
        let width = 3 + random.below(9)
        var free = Array(1...width).shuffled(using: &random)
        var columns: [HistorySignal.StatementColumn] = []
        func column(_ field: HistorySignal.StatementField) {
            guard let place = free.popLast() else { return }
            columns.append(HistorySignal.StatementColumn(column: place, field: field))
        }
        column(.date)
        let isSplit = random.chance(40) && width > 4
        if isSplit { [.debit, .credit].forEach(column) } else { column(.amount) }
        let parts = random.below(3)
        for _ in 0..<parts { column(.description) }
        let hasBalance = random.chance(50)
        if hasBalance { column(.balance) }
        columns.shuffle(using: &random)
        (dateOrder, decimal) = (random.one(of: HistorySignal.DateOrder.allCases), random.one(of: [.point, .comma]))
        // No heading is known: each begins with a sign that no bank writes.
        header = (1...width).map { "¤\($0)" + Self.text(&random, most: 12) }
        self.columns = columns

        var rows: [Row] = []
        var lines: [[String]] = []
        var (day, balance) = (Self.first, Int64(random.below(1_000_000)))
        for _ in 0..<(1 + random.below(30)) {
            day = CalendarDay(daysSince1970: day.daysSince1970 + random.below(3))
            var change = Int64(1 + random.below(100_000_000)) * (random.chance(60) ? -1 : 1)
            if change == 0 { change = 1 }
            balance += change
            var cells = (0..<width).map { _ in Self.text(&random, most: 20) }
            var texts: [String] = []
            for column in columns {
                let cell: String
                switch column.field {
                case .date: cell = Self.text(of: day, dateOrder, &random)
                case .amount: cell = Self.text(of: change, decimal, &random)
                case .debit: cell = change < 0 ? Self.text(of: -change, decimal, &random) : ""
                case .credit: cell = change > 0 ? Self.text(of: change, decimal, &random) : ""
                case .balance: cell = Self.text(of: balance, decimal, &random)
                default:
                    cell = Self.text(&random, most: 20)
                    texts.append(cell)
                }
                cells[column.column - 1] = cell
            }
            rows.append(Row(day: day, change: change, description: Self.joined(texts)))
            lines.append(cells)
        }
        self.rows = rows
        if random.chance(50) { lines.reverse() }
        let end = random.one(of: ["\n", "\r\n", "\r"])
        var content = random.chance(30) ? "A title, of the bank\(end)\(end)" : ""
        for line in [header] + lines {
            content += line.map { Self.cell($0, separator, &random) }.joined(separator: separator) + end
        }
        self.content = (random.chance(20) ? "\u{FEFF}" : "") + content
    }

    private static func text(_ random: inout SeededGenerator, most: Int) -> String {
        String((0..<random.below(most + 1)).map { _ in random.one(of: alphabet) })
    }

    /// The description that parts make: what CleanText does, written again.
    private static func joined(_ texts: [String]) -> String {
        texts.map { $0.split { $0.isWhitespace }.joined(separator: " ") }.reduce("") { name, memo in
            if name.isEmpty || memo.hasPrefix(name) { return memo }
            if memo.isEmpty || name.hasPrefix(memo) { return name }
            return "\(name) / \(memo)"
        }
    }

    private static func text(
        of day: CalendarDay, _ order: HistorySignal.DateOrder, _ random: inout SeededGenerator
    ) -> String {
        let (year, month, date) = day.components
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        switch order {
        case .dmy: return [two(date), two(month), "\(year)"].joined(separator: random.one(of: [".", "/", "-"]))
        case .mdy: return [two(month), two(date), "\(year)"].joined(separator: random.one(of: ["/", "-"]))
        case .ymd: return ["\(year)", two(month), two(date)].joined(separator: random.one(of: ["-", "/"]))
        }
    }

    private static func text(
        of amount: Int64, _ decimal: HistorySignal.DecimalMark, _ random: inout SeededGenerator
    ) -> String {
        let (whole, part) = (amount.magnitude / 100, amount.magnitude % 100)
        var digits = "\(whole)"
        if random.chance(50) {
            let mark = random.one(of: [" ", "\u{A0}", decimal == .point ? "," : "."])
            var place = digits.count - 3
            while place > 0 {
                digits.insert(contentsOf: mark, at: digits.index(digits.startIndex, offsetBy: place))
                place -= 3
            }
        }
        let sign = amount < 0 ? random.one(of: ["-", "\u{2212}"]) : random.one(of: ["", "+"])
        return sign + digits + (decimal == .point ? "." : ",") + (part < 10 ? "0" : "") + "\(part)"
    }

    /// Quotes a cell where it has to be, and sometimes where it need not.
    private static func cell(_ text: String, _ separator: String, _ random: inout SeededGenerator) -> String {
        let needsQuotes = text.contains(separator) || text.contains("\"") || text.hasPrefix(" ")
        return needsQuotes || random.chance(20) ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }
}
