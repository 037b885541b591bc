import Reasons

// What is wrong with a file of candles or quotes. Rules of lines stand behind "line 5".
extension Reason {
    public static let hasBadLines = rule(
        "hasBadLines", "has {badLines bad line|bad lines}, and nothing was imported: line {line} {cause!}",
        "ничего не загружено, в нём {badLines негодная строка|негодные строки|негодных строк}: строка {line}: {cause!}")
    public static let lacksColumns = rule(
        "lacksColumns", "has no header with {columns} among its first lines",
        "в первых строках нет заголовка со столбцами {columns}")
    public static let isOfOther = rule(
        "isOfOther", "is of {security}, those before of {before}", "она о {security}, а прежние о {before}")
    public static let dateIsAmbiguous = rule(
        "dateIsAmbiguous", "has the date \"{text}\", which can be meant both ways: say {other@}",
        "дату \"{text}\" можно понять двояко: укажите {other@}")
    public static let dateIsNone = rule(
        "dateIsNone", "has the date \"{text}\", which is none", "\"{text}\" — не дата")
    public static let dateRepeats = rule(
        "dateRepeats", "has the date {date} again, as line {before}", "дата {date} уже была в строке {before}")
    public static let isNoNumber = rule(
        "isNoNumber", "has \"{text}\" for {column@}, which is no number", "{column@} — \"{text}\", это не число")
    public static let valueIsWrong = rule("valueIsWrong", "{column@} {rule!}", "{column@}: {rule!}")

    /// The reasons that concern lines of files of candles and quotes.
    public static let fileLines: [Reason] = [
        hasBadLines, lacksColumns, isOfOther, dateIsAmbiguous, dateIsNone, dateRepeats, isNoNumber, valueIsWrong,
    ]
}
