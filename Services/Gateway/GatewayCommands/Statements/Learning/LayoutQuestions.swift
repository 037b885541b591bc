import Coordination
import GatewayWords
import Signals

/// Asks at the terminal which column is what. The words of the header suggest answers.
struct LayoutQuestions {
    private static let mostTries = 3

    let header: HeaderColumns
    let suggested: [HistorySignal.StatementColumn]
    /// Asks for a line; nil where there is no terminal.
    let ask: (String) throws(Fault) -> String?

    /// Returns the columns of a layout.
    func columns() throws -> [HistorySignal.StatementColumn] {
        var columns: [HistorySignal.StatementColumn] = []
        func take(_ field: HistorySignal.StatementField, _ question: Text, isNeeded: Bool = false) throws -> Bool {
            let found = try places(field, question, isNeeded: isNeeded)
            columns += found.map { HistorySignal.StatementColumn(column: $0, field: field) }
            return !found.isEmpty
        }
        _ = try take(.date, Text("Which column has the date?", "В каком столбце дата?"), isNeeded: true)
        let hasAmount = try take(
            .amount,
            Text(
                "Which has the amount? - if outgoing and incoming money have columns of their own",
                "В каком сумма? - , если у расхода и прихода свои столбцы"))
        if !hasAmount {
            let hasDebit = try take(.debit, Text("Which has outgoing money?", "В каком расход?"))
            _ = try take(.credit, Text("Which has incoming money?", "В каком приход?"), isNeeded: !hasDebit)
        }
        _ = try take(
            .description,
            Text(
                "Which have the description? Several are separated by commas",
                "В каких описание? Несколько — через запятую"))
        _ = try take(.currency, Text("Which has the currency?", "В каком валюта?"))
        _ = try take(.id, Text("Which has the bank's own id of the row?", "В каком номер строки у банка?"))
        _ = try take(.balance, Text("Which has the balance after the row?", "В каком остаток после строки?"))
        let asked: Set<HistorySignal.StatementField> = [
            .date, .amount, .debit, .credit, .description, .currency, .id, .balance,
        ]
        // The rest is what the header says, as long as the column is free.
        let taken = Set(columns.map(\.column))
        return columns + suggested.filter { !asked.contains($0.field) && !taken.contains($0.column) }
    }

    /// Returns the columns of a field; none for the answer "-".
    private func places(
        _ field: HistorySignal.StatementField, _ question: Text, isNeeded: Bool
    ) throws -> [Int] {
        let usual = suggested.filter { $0.field == field }.map(\.column)
        let shown = usual.isEmpty ? "-" : usual.map { "\($0)" }.joined(separator: ",")
        let prompt = question + Text(verbatim: usual.isEmpty && isNeeded ? " " : " [\(shown)] ")
        var prefix = Text.blank
        for _ in 1...Self.mostTries {
            guard let line = try ask((prefix + prompt).description) else { throw Self.noTerminal }
            let answer = line.filter { !$0.isNewline }
            if answer.allSatisfy(\.isWhitespace) {
                if !usual.isEmpty || !isNeeded { return usual }
            } else if answer == "-" {
                if !isNeeded { return [] }
            } else {
                do throws(UsageError) {
                    return field == .description
                        ? try header.columns(answer, flag: field.rawValue)
                        : [try header.column(answer, flag: field.rawValue)]
                } catch {
                    prefix = error.message + Text(verbatim: "\n")
                }
            }
        }
        throw Fault(.cancelled, "\(Text("Cancelled; nothing was done.", "Отменено; ничего не сделано."))")
    }

    /// Asks for a word; nil for the usual one.
    func word(_ question: Text, usual: String) throws -> String {
        guard let line = try ask((question + Text(verbatim: " [\(usual)] ")).description) else { throw Self.noTerminal }
        return line.allSatisfy(\.isWhitespace) ? usual : line
    }

    static var noTerminal: UsageError {
        UsageError(
            Text("There is no terminal to ask which column is what.", "Терминала, чтобы спросить о столбцах, нет."),
            hint: Text(
                "say it with --date COLUMN --amount COLUMN --description COLUMN",
                "укажите --date СТОЛБЕЦ --amount СТОЛБЕЦ --description СТОЛБЕЦ"), field: "date")
    }
}
