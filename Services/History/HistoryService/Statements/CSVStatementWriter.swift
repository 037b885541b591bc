import Domain
import Tables

/// A writer of statements as CSV (RFC 4180): a header, one line for each row, between the lines `opening` and
/// `closing`.
///
/// Those two lines have a balance and no amount, so that the sum of the amount column is that of the rows.
package struct CSVStatementWriter: StatementWriter {
    /// The columns in order.
    static let columns = [
        "date", "time", "type", "amount", "currency", "balance", "description", "category", "other_account", "id",
        "account",
    ]

    package let mediaType = "text/csv; charset=utf-8; header=present"

    package init() {}

    package func write(_ head: StatementHead, to text: inout [UInt8]) {
        CSVCell.append(row: Self.columns, to: &text)
        let scope = head.scope
        CSVCell.append(
            row: [scope.first.description, scope.start.description, "opening", ""]
                + [scope.account.currency.code, head.opening.decimalText, "", "", "", "", scope.account.id],
            to: &text)
    }

    package func write(_ row: StatementRow, of scope: StatementScope, to text: inout [UInt8]) {
        let movement = row.movement
        CSVCell.append(
            row: [
                scope.zone.day(at: movement.time).description, movement.time.description,
                movement.key.side == .income ? "income" : "expense", row.change.decimalText,
                movement.amount.currency.code, row.balance.decimalText, CSVCell.safe(movement.description),
                CSVCell.safe(movement.category ?? ""), movement.otherAccountID ?? "", movement.transferID,
                scope.account.id,
            ], to: &text)
    }

    package func writeEnd(of scope: StatementScope, closing: Money, to text: inout [UInt8]) {
        CSVCell.append(
            row: [scope.last.description, scope.end.description, "closing", ""]
                + [scope.account.currency.code, closing.decimalText, "", "", "", "", scope.account.id],
            to: &text)
    }
}
