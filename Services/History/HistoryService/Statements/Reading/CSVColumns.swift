import Domain
import Tables

/// Which column of a CSV file holds what, by its header.
struct CSVColumns: Hashable {
    /// What a column may hold.
    enum Field: CaseIterable, Hashable {
        case date, time, amount, debit, credit, direction, fee, currency, description, payee, payer, category, account
        case id, state
    }

    private static let longestCell = 4_096

    private var places: [Field: Int]
    /// Whether the file was made here: see ``CSVStatementWriter``.
    let isOurs: Bool
    /// Whether charges of a card stand without a sign, and payments with a minus.
    let isInverted: Bool
    /// What the heading of the amounts says they are counted in.
    let currency: Currency?
    /// Whether the amount counts the fee in already.
    let isNet: Bool

    /// Reads a header; nil for a line that names no date or no amount.
    init?(header cells: [String]) {
        let titles = cells.map(Self.plain)
        var places: [Field: Int] = [:]
        for field in Field.allCases {
            places[field] = StatementHeadings.names[field]?.lazy.compactMap { titles.firstIndex(of: $0) }.first
        }
        guard places[.date] != nil, places[.amount] != nil || (places[.debit] != nil || places[.credit] != nil)
        else { return nil }
        // One amount with its sign says all.
        if places[.amount] != nil { (places[.debit], places[.credit]) = (nil, nil) }
        self.places = places
        isOurs = cells == CSVStatementWriter.columns
        isInverted = StatementHeadings.cards.contains { $0.isSubset(of: titles) }
        isNet = places[.amount].map { titles[$0] == "net" } ?? false
        currency = (places[.amount] ?? places[.debit] ?? places[.credit]).flatMap { Self.currency(in: cells[$0]) }
    }

    /// How many columns were recognised.
    var count: Int { places.count }

    /// Whether there is such a column.
    func has(_ field: Field) -> Bool { places[field] != nil }

    /// Takes a column for what one of two headings says, where it has both.
    mutating func settle(_ field: Field, over other: Field) {
        if places[field] == places[other] { places[other] = nil }
    }

    /// Takes a column for none, since its cells are not what its heading says.
    mutating func drop(_ field: Field) { places[field] = nil }

    /// A cell, without white space around it; empty when the line or the file has none.
    func cell(_ field: Field, of line: CSVRow) -> String {
        guard let place = places[field], line.fields.indices.contains(place) else { return "" }
        return CleanText.line(line.fields[place], limit: Self.longestCell)
    }

    /// A cell in small letters, to be compared with words.
    func word(_ field: Field, of line: CSVRow) -> String { cell(field, of: line).lowercased() }

    /// A cell just as it is.
    func exactCell(_ field: Field, of line: CSVRow) -> String {
        guard let place = places[field], line.fields.indices.contains(place) else { return "" }
        return line.fields[place]
    }

    /// In small letters, without what stands in brackets, a sign before and the currency behind: "#Сумма (RUB)" is
    /// "сумма", "Umsatz in EUR" is "umsatz".
    private static func plain(_ title: String) -> String {
        var text = CleanText.line(title.prefix { $0 != "(" }.lowercased(), limit: 100)
        if text.hasPrefix("#") { text.removeFirst() }
        if text.hasSuffix(":") { text.removeLast() }
        if let range = text.firstRange(of: " in "), currency(code: text[range.upperBound...]) != nil {
            text = String(text[..<range.lowerBound])
        }
        return text
    }

    /// The currency that a heading names, in brackets or behind "in".
    private static func currency(in title: String) -> Currency? {
        if let open = title.firstIndex(of: "("), let close = title[open...].firstIndex(of: ")") {
            return currency(code: title[title.index(after: open)..<close])
        }
        return title.firstRange(of: " in ").flatMap { currency(code: title[$0.upperBound...]) }
    }

    /// The currency of a code or a sign.
    static func currency(code text: some StringProtocol) -> Currency? {
        let code = text.uppercased()
        return StatementHeadings.currencies[text.lowercased()].flatMap { Currency(code: $0) }
            ?? (code.utf8.count == 3 ? Currency(code: code) : nil)
    }
}
