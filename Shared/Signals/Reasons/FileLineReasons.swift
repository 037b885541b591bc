import Reasons

// What is wrong with a file of candles or quotes. Rules of lines stand behind "line 5".
extension Reason {
    public static let hasBadLines = rule(
        "hasBadLines", "has {badLines invalid line|invalid lines}, and nothing was imported: line {line} {cause!}",
        "ничего не загружено, в нём {badLines строка с ошибкой|строки с ошибками|строк с ошибками}: строка {line}: "
            + "{cause!}")
    public static let lacksColumns = rule(
        "lacksColumns", "has no header with {columns} among its first lines",
        "в первых строках нет заголовка со столбцами {columns}")
    public static let isOfOther = rule(
        "isOfOther", "is for {security}, but the lines before it are for {before}",
        "она о бумаге {security}, а прежние — о {before}")
    public static let dateIsAmbiguous = rule(
        "dateIsAmbiguous", "has the ambiguous date \"{text}\": set {other@}",
        "дату \"{text}\" можно понять двояко: укажите {other@}")
    public static let dateIsNone = rule("dateIsNone", "has an invalid date: \"{text}\"", "\"{text}\" — не дата")
    public static let dateRepeats = rule(
        "dateRepeats", "repeats the date {date} of line {before}", "дата {date} уже была в строке {before}")
    public static let isNoNumber = rule(
        "isNoNumber", "has \"{text}\" for {column@}, which is not a number", "{column@} — \"{text}\", это не число")
    public static let valueIsWrong = rule("valueIsWrong", "{column@} {rule!}", "{column@}: {rule!}")

    /// The reasons that concern lines of files of candles and quotes.
    public static let fileLines: [Reason] = [
        hasBadLines, lacksColumns, isOfOther, dateIsAmbiguous, dateIsNone, dateRepeats, isNoNumber, valueIsWrong,
    ]
}
