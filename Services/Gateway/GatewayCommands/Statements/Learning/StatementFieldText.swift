import GatewayCommandLine
import GatewayWords
import Signals

/// The fields of a layout in words, and the flags that name their columns.
enum StatementFieldText {
    static func of(_ field: HistorySignal.StatementField) -> Text {
        switch field {
        case .date: Text("date", "дата")
        case .time: Text("time", "время")
        case .amount: Text("amount", "сумма")
        case .debit: Text("outgoing", "расход")
        case .credit: Text("incoming", "приход")
        case .direction: Text("direction", "направление")
        case .description: Text("description", "за что")
        case .category: Text("category", "категория")
        case .account: Text("account", "счёт")
        case .id: Text("bank's id", "номер банка")
        case .balance: Text("balance", "остаток")
        case .currency: Text("currency", "валюта")
        case .state: Text("state", "состояние")
        }
    }

    /// Returns what the flag of a field says in help.
    static func meaning(of field: HistorySignal.StatementField) -> Text {
        switch field {
        case .date: Text("The column of the day.", "Столбец дня.")
        case .time: Text("The column of the time of day.", "Столбец времени суток.")
        case .amount:
            Text("The column of the amount, with a sign or a direction.", "Столбец суммы со знаком или направлением.")
        case .debit: Text("The column of outgoing amounts.", "Столбец ушедших сумм.")
        case .credit: Text("The column of incoming amounts.", "Столбец пришедших сумм.")
        case .direction:
            Text("The column with debit or credit in words.", "Столбец, где словами сказано, приход или расход.")
        case .description:
            Text(
                "The columns of the description, joined in this order.", "Столбцы описания, склеиваются в этом порядке."
            )
        case .category: Text("The column of the category.", "Столбец категории.")
        case .account: Text("The column of the account, in a file of several.", "Столбец счёта, если их несколько.")
        case .id: Text("The column of the bank's id of the row.", "Столбец номера строки у банка.")
        case .balance: Text("The column of the balance after the row.", "Столбец остатка после строки.")
        case .currency: Text("The column of the currency.", "Столбец валюты.")
        case .state:
            Text("The column of the state; pending rows are left out.", "Столбец состояния; ожидающие пропускаются.")
        }
    }

    /// The field of the command line for a field of a layout. It differs from those of other commands, whose values are
    /// days, accounts and categories.
    static func argument(_ field: HistorySignal.StatementField) -> String { "\(field.rawValue)Column" }

    static var flags: [FlagShape] {
        HistorySignal.StatementField.allCases.map { field in
            FlagShape(
                field.rawValue, field: argument(field), field == .description ? .words : .text,
                placeholder: field == .description ? "COLUMN,…" : "COLUMN", meaning(of: field))
        }
    }
}
