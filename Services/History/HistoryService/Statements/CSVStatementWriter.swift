import Domain

/// Statements as CSV (RFC 4180): a header, one line a row, lines `opening` and `closing` around them.
///
/// Those two have a balance and no amount, so that a sum over the column of amounts is that of the rows.
struct CSVStatementWriter: StatementWriter {
    /// The columns, in order.
    static let columns = [
        "date", "time", "type", "amount", "currency", "balance", "description", "category", "other_account", "id",
        "account",
    ]

    let mediaType = "text/csv; charset=utf-8; header=present"

    func write(_ head: StatementHead, to text: inout [UInt8]) {
        line(Self.columns, to: &text)
        let scope = head.scope
        line(
            [scope.first.description, scope.period.start?.description ?? "", "opening", ""]
                + [scope.account.currency.code, head.opening.decimalText, "", "", "", "", scope.account.id],
            to: &text)
    }

    func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8]) {
        let movement = row.movement
        line(
            [
                movement.time.dayInUTC.description, movement.time.description,
                movement.key.side == .income ? "income" : "expense", row.change.decimalText,
                movement.amount.currency.code, row.balance.decimalText, CSVCell.safe(movement.description),
                CSVCell.safe(movement.category ?? ""), movement.otherAccountID ?? "", movement.transferID,
                scope.account.id,
            ], to: &text)
    }

    func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8]) {
        let end = Instant(microseconds: scope.last.adding(days: 1).startInUTC.microseconds - 1)
        line(
            [scope.last.description, end.description, "closing", ""]
                + [scope.account.currency.code, closing.decimalText, "", "", "", "", scope.account.id],
            to: &text)
    }

    private func line(_ cells: [String], to text: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            CSVCell.append(cell, to: &text)
        }
        text += [0x0D, 0x0A]
    }
}

/// Cells of CSV.
enum CSVCell {
    private static let apostrophe = UInt8(ascii: "'")

    /// What somebody wrote, so that no spreadsheet takes it for a formula: an apostrophe stands before it then.
    ///
    /// A text that looks as if that had been done to it gets one more, so that ``original(_:)`` always leads back.
    /// - Source: OWASP, "CSV Injection".
    static func safe(_ text: String) -> String { looksLikeFormula(text.utf8[...]) ? "'" + text : text }

    /// The text that ``safe(_:)`` was made of.
    static func original(_ cell: String) -> String {
        cell.utf8.first == apostrophe && looksLikeFormula(cell.utf8[...]) ? String(cell.dropFirstScalar()) : cell
    }

    /// Appends a cell, in quotation marks where it needs them.
    static func append(_ cell: String, to text: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard
            cell.utf8.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0D || $0 == 0x0A })
                || cell.utf8.first == 0x20 || cell.utf8.last == 0x20
        else {
            text += cell.utf8
            return
        }
        text.append(quote)
        for byte in cell.utf8 {
            if byte == quote { text.append(quote) }
            text.append(byte)
        }
        text.append(quote)
    }

    /// Whether, after any number of apostrophes, there is what begins a formula.
    private static func looksLikeFormula(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.drop(while: { $0 == apostrophe }).first else { return false }
        return [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D].contains(first)
    }
}

extension String {
    /// Without its first scalar, which a character may share with others.
    fileprivate func dropFirstScalar() -> Substring.UnicodeScalarView { unicodeScalars.dropFirst() }
}
