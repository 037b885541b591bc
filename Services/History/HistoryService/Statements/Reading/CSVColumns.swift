import Domain
import Signals
import Tables

/// The meaning of the columns of a CSV file, by its header.
struct CSVColumns: Hashable {
    /// The possible content of a column.
    enum Field: CaseIterable, Hashable {
        case date, time, amount, debit, credit, direction, fee, currency, description, payee, payer, category, account
        case id, balance, state
    }

    private static let longestCell = 4_096

    private var places: [Field: Int]
    /// The places of further parts of the description, see ``HistorySignal/StatementLayout``.
    private var otherDescriptions: [Int] = []
    /// True for a file of Kopilka, see ``CSVStatementWriter``.
    let isOurs: Bool
    /// True for cards that write charges without a sign and payments with a minus.
    let isInverted: Bool
    /// The currency in the heading of the amounts.
    let currency: Currency?
    /// True when the amount already includes the fee.
    let isNet: Bool

    /// Reads a header; nil for a line without a date column or an amount column.
    init?(header cells: [String]) {
        let titles = cells.map(Self.plain)
        var places = Self.places(of: titles)
        guard places[.date] != nil, places[.amount] != nil || (places[.debit] != nil || places[.credit] != nil)
        else { return nil }
        // One signed amount is enough.
        if places[.amount] != nil { (places[.debit], places[.credit]) = (nil, nil) }
        self.places = places
        isOurs = cells == CSVStatementWriter.columns
        isInverted = StatementHeadings.cards.contains { $0.isSubset(of: titles) }
        isNet = places[.amount].map { titles[$0] == "net" } ?? false
        currency = (places[.amount] ?? places[.debit] ?? places[.credit]).flatMap { Self.currency(in: cells[$0]) }
    }

    /// The columns of a header by a layout of the user.
    init(_ layout: HistorySignal.StatementLayout) {
        var places: [Field: Int] = [:]
        for column in layout.columns {
            let field = Field(column.field)
            if places[field] == nil {
                places[field] = column.column - 1
            } else {
                otherDescriptions.append(column.column - 1)
            }
        }
        self.places = places
        (isOurs, isInverted, isNet) = (false, false, false)
        currency = (places[.amount] ?? places[.debit] ?? places[.credit])
            .flatMap { Self.currency(in: layout.header[$0]) }
    }

    /// Returns what the words of a header tell of its columns, each with one meaning. It need not be complete.
    static func suggestions(for header: [String]) -> [HistorySignal.StatementColumn] {
        var places = places(of: header.map(plain))
        if places[.amount] != nil { (places[.debit], places[.credit]) = (nil, nil) }
        var taken: Set<Int> = []
        var found: [HistorySignal.StatementColumn] = []
        // The names of the other side are parts of the description.
        let fields = HistorySignal.StatementField.allCases.map { ($0, Field($0)) } + [(.description, Field.payee)]
        for (field, own) in fields {
            guard let place = places[own], taken.insert(place).inserted else { continue }
            found.append(HistorySignal.StatementColumn(column: place + 1, field: field))
        }
        return found
    }

    /// Returns the places of the fields that the titles of a header name.
    private static func places(of titles: [String]) -> [Field: Int] {
        var (places, ranks): ([Field: Int], [Field: Int]) = ([:], [:])
        for (place, title) in titles.enumerated() {
            for (field, rank) in StatementHeadings.meanings[title] ?? [] where rank < ranks[field, default: .max] {
                (places[field], ranks[field]) = (place, rank)
            }
        }
        return places
    }

    /// The number of recognized columns.
    var count: Int { places.count }

    func has(_ field: Field) -> Bool { places[field] != nil }

    /// Removes `other` when one column was recognized as both fields.
    mutating func settle(_ field: Field, over other: Field) {
        if places[field] == places[other] { places[other] = nil }
    }

    /// Removes a column whose cells do not hold what the heading says.
    mutating func drop(_ field: Field) { places[field] = nil }

    /// Returns a cell without surrounding whitespace; an empty text when the line or the file has none. The parts of a
    /// description are joined.
    func cell(_ field: Field, of line: CSVRow) -> String {
        let cell = places[field].map { Self.cell(at: $0, of: line) } ?? ""
        guard field == .description, !otherDescriptions.isEmpty else { return cell }
        return otherDescriptions.reduce(cell) { CleanText.joined($0, Self.cell(at: $1, of: line)) }
    }

    private static func cell(at place: Int, of line: CSVRow) -> String {
        guard line.fields.indices.contains(place) else { return "" }
        return CleanText.line(line.fields[place], limit: longestCell)
    }

    /// Returns a cell in lower case for comparison.
    func word(_ field: Field, of line: CSVRow) -> String { cell(field, of: line).lowercased() }

    /// Returns a cell unchanged.
    func exactCell(_ field: Field, of line: CSVRow) -> String {
        guard let place = places[field], line.fields.indices.contains(place) else { return "" }
        return line.fields[place]
    }

    /// Returns a title in lower case, without brackets, leading sign and trailing currency: "#Сумма (RUB)" becomes
    /// "сумма", "Umsatz in EUR" becomes "umsatz".
    private static func plain(_ title: String) -> String {
        var text = CleanText.line(title.prefix { $0 != "(" }.lowercased(), limit: 100)
        if text.hasPrefix("#") { text.removeFirst() }
        if text.hasSuffix(":") { text.removeLast() }
        if let range = text.firstRange(of: " in "), currency(code: text[range.upperBound...]) != nil {
            text = String(text[..<range.lowerBound])
        }
        return text
    }

    /// Returns the currency in a heading, in brackets or after "in".
    private static func currency(in title: String) -> Currency? {
        if let open = title.firstIndex(of: "("), let close = title[open...].firstIndex(of: ")") {
            return currency(code: title[title.index(after: open)..<close])
        }
        return title.firstRange(of: " in ").flatMap { currency(code: title[$0.upperBound...]) }
    }

    /// Returns the currency of a code or a sign.
    static func currency(code text: some StringProtocol) -> Currency? {
        let code = text.uppercased()
        return StatementHeadings.currencies[text.lowercased()].flatMap { Currency(code: $0) }
            ?? (code.utf8.count == 3 ? Currency(code: code) : nil)
    }
}

extension CSVColumns.Field {
    fileprivate init(_ field: HistorySignal.StatementField) {
        self =
            switch field {
            case .date: .date
            case .time: .time
            case .amount: .amount
            case .debit: .debit
            case .credit: .credit
            case .direction: .direction
            case .description: .description
            case .category: .category
            case .account: .account
            case .id: .id
            case .balance: .balance
            case .currency: .currency
            case .state: .state
            }
    }
}
