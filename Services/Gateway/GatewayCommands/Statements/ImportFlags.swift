import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// The flags of imports: how to read a file, and what to do with rows that cannot simply be added.
enum ImportFlags {
    static let reading = SignalFlags.shapes(
        of: HistorySignal.ReadStatement.self,
        fields: [
            "format": Text(
                "The format; by default detected from the content.", "Что это за файл; иначе узнаётся по содержимому."),
            "currency": Text(
                "The currency of amounts without one; by default the account's.",
                "В чём суммы, если файл не говорит; по умолчанию валюта счёта."),
            "dateOrder": Text(
                "The order of dates, if the file leaves it open.", "Как пишутся даты, если по файлу не понять."),
            "decimal": Text(
                "The decimal separator; detected by default.", "Что стоит перед копейками; иначе узнаётся."),
            "encoding": Text("The character encoding; detected by default.", "Какая кодировка; иначе узнаётся."),
            "invertSigns": Text(
                "Amounts without a sign are expenses, as for some cards.",
                "Суммы без знака — ушедшие деньги, как у некоторых карт."),
            "fileAccount": Text(
                "Which account of a file that has several.", "Какой счёт, если в файле их несколько."),
        ])

    static let choosing = [
        FlagShape(
            "skip-bad", .toggle,
            Text("Leave out unreadable lines and conflicting rows.", "Пропустить нечитаемые строки и конфликты.")),
        FlagShape(
            "skip-similar", .toggle,
            Text("Leave out rows that are perhaps known.", "Пропустить строки, которые, возможно, известны.")),
        FlagShape(
            "keep-similar", .toggle,
            Text("Add rows that are perhaps known.", "Добавить строки, которые, возможно, известны.")),
    ]

    /// Returns the choices of arguments.
    ///
    /// - Throws: ``UsageError`` for rows that are to be both left out and added.
    static func choices(_ arguments: ParsedArguments) throws(UsageError) -> ImportChoices {
        let (skips, keeps) = (arguments.isOn("skip-similar"), arguments.isOn("keep-similar"))
        guard !skips || !keeps else {
            throw UsageError(
                Text(
                    "Rows that are perhaps known can be left out or added, not both.",
                    "Строки, которые, возможно, известны, нельзя и пропустить, и добавить."),
                hint: Text("say one of the two", "укажите одно из двух"), field: "keep-similar")
        }
        return ImportChoices(
            skipsBad: arguments.isOn("skip-bad"), similarity: keeps ? .kept : skips ? .skipped : .undecided)
    }
}
