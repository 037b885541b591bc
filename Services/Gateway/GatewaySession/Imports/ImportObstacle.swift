import Coordination
import Domain
import GatewayWords
import Reasons
import Signals

/// A reason not to import rows as they are.
package enum ImportObstacle: Hashable, Sendable {
    /// A row contradicts a stored record.
    case conflict(ImportOutcome.Row)
    /// A row may duplicate a stored record, and the user has not decided what to do with such rows.
    case similar(ImportOutcome.Row, LedgerSignal.ExistingRow)
    /// No row is left, so there is nothing to book the opening balance before.
    case openingBeforeNothing(Money)
    /// The account already has another opening balance.
    case otherOpening
    /// A row takes the account below its lowest permitted balance.
    case shortfall(LedgerSignal.ImportShortfall, ImportOutcome.Row)

    /// Returns the obstacle as a sentence.
    ///
    /// - Parameter outcome: The outcome of the import.
    package func sentence(_ outcome: ImportOutcome) -> Text {
        switch self {
        case .conflict(let row):
            let day = Text.day(row.date)
            let there =
                row.existing.map { there in
                    let (amount, day) = (there.amount, there.date.localDay)
                    return Text("\(amount) on \(day)", "\(amount) \(day)")
                } ?? Text("another row", "другая строка")
            return Text(
                "Line \(row.line) adds \(row.amount) on \(day), but the books have \(there) under the same reference.",
                "Строка \(row.line) добавляет \(row.amount) \(day), но под той же ссылкой в книгах \(there).")
        case .similar(let row, let there):
            let day = Text.day(row.date)
            let others = outcome.similar - 1
            let more =
                others > 0
                ? Text(
                    " So may \(others, "other row", "other rows").",
                    " Так же, возможно, и \(others, "строка", "строки", "строк").")
                : .blank
            let known = there.description.isEmpty ? row.transfer ?? "" : there.description
            return Text(
                "Line \(row.line), \(row.amount) on \(day), may be in the books already: \(known).\(more)",
                "Строка \(row.line), \(row.amount) \(day), возможно, уже в книгах: \(known).\(more)")
        case .openingBeforeNothing(let opening):
            return Text(
                "All rows are perhaps known, so there is none to book the opening balance of \(opening) before",
                "Все строки, возможно, известны, и начальный остаток \(opening) записать не перед чем")
        case .otherOpening:
            return Text(
                "The account has another opening balance already", "У счёта уже есть другой начальный остаток")
        case .shortfall(let shortfall, let row):
            let (day, missing) = (Text.day(row.date), shortfall.missing)
            return Text(
                "Line \(row.line), \(row.amount) on \(day), takes the account \(missing) further down than it may go.",
                "Строка \(row.line), \(row.amount) \(day), опускает счёт на \(missing) ниже дозволенного.")
        }
    }
}

extension ImportRun {
    /// Refuses rows that cannot be imported as they are.
    ///
    /// - Throws: ``Fault``, the same that ledger would answer.
    package func refuse() throws(Fault) {
        guard let obstacle else { return }
        let outcome = outcome
        let sentence = obstacle.sentence(outcome)
        switch obstacle {
        case .conflict(let row):
            let advice = Text(
                " Nothing was imported: --preview shows all, --skip-bad leaves such rows out.",
                " Ничего не принято: --preview покажет всё, --skip-bad пропустит такие строки.")
            throw Fault(
                .conflict, "\(sentence + advice)",
                field: "file", details: ["line": .number(row.line), "conflicts": .number(outcome.conflict)])
        case .similar(let row, _):
            let advice = Text(
                """
                 Nothing was imported: --preview shows all, --skip-similar leaves such rows out, --keep-similar adds \
                them.
                """,
                """
                 Ничего не принято: --preview покажет всё, --skip-similar пропустит такие строки, --keep-similar \
                добавит их.
                """
            )
            throw Fault(
                .conflict, "\(sentence + advice)",
                field: "file", details: ["line": .number(row.line), "similar": .number(outcome.similar)])
        case .openingBeforeNothing:
            let advice = Text(
                ": import without --opening-balance, or with --keep-similar.",
                ": принимайте без --opening-balance или с --keep-similar.")
            throw Fault(.conflict, "\(sentence + advice)", field: "opening-balance")
        case .otherOpening:
            let advice = Text(": import without --opening-balance.", ": принимайте без --opening-balance.")
            throw Fault(.conflict, "\(sentence + advice)", field: "opening-balance")
        case .shortfall(let shortfall, let row):
            let needed = shortfall.openingBalance
            let said = file.openingBalance.map { balance in
                Text(
                    " The file says there were \(balance) before its first row.",
                    " По файлу до его первой строки было \(balance).")
            }
            let advice = Text(
                " Nothing was imported: with --opening-balance \(needed) or more, or an overdraft, it would do.",
                " Ничего не принято: поможет --opening-balance \(needed) или больше, или овердрафт.")
            throw Fault(
                .insufficientFunds, "\(sentence + advice + (said ?? .blank))",
                field: "opening-balance",
                details: [
                    "line": .number(row.line), "missing": .text(shortfall.missing.decimalText),
                    "openingBalance": .text(shortfall.openingBalance.decimalText),
                ])
        }
    }
}
