import Tables

/// Which column of a CSV file holds what, by its header.
struct CSVColumns: Hashable {
    /// What a column may hold.
    enum Field: CaseIterable, Hashable {
        case date, time, amount, debit, credit, fee, currency, description, payee, category, id, state
    }

    /// Names of columns in small letters, the one that counts most first.
    private static let names: [Field: [String]] = [
        .date: [
            "date", "дата", "дата операции", "дата проведения", "дата транзакции", "transaction date",
            "completed date", "operation date", "posting date", "posted date", "posted", "booking date", "buchungstag",
            "дата платежа", "дата проводки", "value date", "started date",
        ],
        .time: ["time", "время", "время операции"],
        .amount: [
            "amount", "sum", "сумма", "сумма платежа", "сумма в валюте счета", "сумма в валюте счёта",
            "сумма операции", "transaction amount", "betrag", "value",
        ],
        .debit: [
            "debit", "withdrawal", "withdrawals", "paid out", "money out", "debit amount", "расход", "списание",
            "сумма списания", "дебет",
        ],
        .credit: [
            "credit", "deposit", "deposits", "paid in", "money in", "credit amount", "приход", "зачисление",
            "поступление", "сумма зачисления", "кредит",
        ],
        .fee: ["fee"],
        .currency: [
            "currency", "валюта", "валюта платежа", "валюта счета", "валюта счёта", "валюта операции", "ccy",
        ],
        .description: [
            "description", "описание", "описание операции", "назначение платежа", "назначение", "details", "narrative",
            "memo", "комментарий", "note", "transaction description", "reference text",
        ],
        .payee: ["payee", "name", "merchant", "получатель", "контрагент", "counterparty"],
        .category: ["category", "категория"],
        .id: [
            "id", "fitid", "transaction id", "transaction_id", "reference", "идентификатор", "id операции",
            "код операции",
        ],
        .state: ["state", "status", "статус"],
    ]

    private static let longestCell = 4_096

    private let places: [Field: Int]
    /// Whether the file was made here: see ``CSVStatementWriter``.
    let isOurs: Bool

    /// Reads a header; nil for a line that names no date or no amount.
    init?(header cells: [String]) {
        let titles = cells.map(Self.plain)
        var places: [Field: Int] = [:]
        for field in Field.allCases {
            places[field] = Self.names[field]?.lazy.compactMap { titles.firstIndex(of: $0) }.first
        }
        guard places[.date] != nil, places[.amount] != nil || (places[.debit] != nil || places[.credit] != nil)
        else { return nil }
        // One amount with its sign says all.
        if places[.amount] != nil { (places[.debit], places[.credit]) = (nil, nil) }
        self.places = places
        isOurs = cells == CSVStatementWriter.columns
    }

    /// How many columns were recognised.
    var count: Int { places.count }

    /// Whether there is such a column.
    func has(_ field: Field) -> Bool { places[field] != nil }

    /// A cell, without white space around it; empty when the line or the file has none.
    func cell(_ field: Field, of line: CSVRow) -> String {
        guard let place = places[field], line.fields.indices.contains(place) else { return "" }
        return CleanText.line(line.fields[place], limit: Self.longestCell)
    }

    /// A cell just as it is.
    func exactCell(_ field: Field, of line: CSVRow) -> String {
        guard let place = places[field], line.fields.indices.contains(place) else { return "" }
        return line.fields[place]
    }

    /// In small letters, without what stands in brackets: "Сумма (RUB)" is "сумма".
    private static func plain(_ title: String) -> String {
        CleanText.line(title.prefix { $0 != "(" }.lowercased(), limit: 100)
    }
}
