import Reasons

/// What history says of the files of banks. Rules follow the name of the file or of one of its lines.
extension Reason {
    // Where the problem is.
    public static let badFile = Reason("badFile", "The file {cause!}.", "Файл: {cause!}.")
    public static let badFileLine = Reason(
        "badFileLine", "Line {line} of the file {cause!}.", "Строка {line} файла: {cause!}.")
    public static let badFileLines = Reason(
        "badFileLines", "Line {line} of the file {cause!}. There are {lines such line|such lines}.",
        "Строка {line} файла: {cause!}. Таких строк {lines}.")
    public static let lineLeftOut = Reason("lineLeftOut", "Line {line} {cause!}.", "Строка {line}: {cause!}.")

    // The file as a whole.
    public static let unknownFileFormat = rule(
        "unknownFileFormat",
        "is neither OFX nor QIF nor camt nor MT940 nor CSV with a header; name the format if it is one of them",
        "это не OFX, не QIF, не camt, не MT940 и не CSV с заголовком; если это всё же он, назовите формат")
    public static let encodingNeeded = rule(
        "encodingNeeded", "must name the encoding of the file, which is not UTF-8",
        "назовите кодировку файла: он не в UTF-8")
    public static let hasZeroBytes = rule(
        "hasZeroBytes", "is not text: it contains zero bytes", "это не текст: в нём нулевые байты")
    public static let fileWithoutHeader = rule(
        "fileWithoutHeader", "has no header with a date and an amount", "нет заголовка с датой и суммой")
    public static let fileWithoutSuchHeader = rule(
        "fileWithoutSuchHeader", "has no line with the header of the layout", "нет строки с заголовком этой разметки")
    public static let notCSV = rule(
        "notCSV", "is not CSV: it has no lines of several cells", "это не CSV: в нём нет строк из нескольких ячеек")
    public static let fileWithoutCurrency = rule(
        "fileWithoutCurrency", "names no known currency: set {other@}", "известная валюта не названа: укажите {other@}")
    public static let ambiguousDates = rule(
        "ambiguousDates", "has dates that may be {orders}: set {other@}",
        "даты можно понять по-разному ({orders}): укажите {other@}")
    public static let fileWithoutAccount = rule(
        "fileWithoutAccount", "does not name the account {account}", "счёт {account} в нём не назван")
    public static let fileOfSeveralAccounts = rule(
        "fileOfSeveralAccounts", "has several accounts, {accounts}: choose one with {other@}",
        "в нём несколько счетов ({accounts}): укажите {other@}")
    public static let notOFX = rule("notOFX", "is not OFX: it has no <OFX>", "это не OFX: в нём нет <OFX>")
    public static let ofxWithoutStatement = rule(
        "ofxWithoutStatement", "is OFX, but has no statement", "это OFX, но выписки в нём нет")
    public static let notQIF = rule(
        "notQIF", "is not QIF: it has no !Type:Bank or similar", "это не QIF: в нём нет !Type:Bank или подобного")

    public static let notCamt = rule(
        "notCamt", "is not camt: it has no message BkToCstmrStmt or BkToCstmrAcctRpt",
        "это не camt: в нём нет сообщения BkToCstmrStmt или BkToCstmrAcctRpt")
    public static let camtWithoutStatement = rule(
        "camtWithoutStatement", "is camt, but has no statement", "это camt, но выписки в нём нет")
    public static let notMT940 = rule(
        "notMT940", "is not MT940: it has no statement with the fields :20: and :25:",
        "это не MT940: в нём нет выписки с полями :20: и :25:")

    // Rows of any format.
    public static let tooManyFileRows = rule(
        "tooManyFileRows", "is one row too many: a file can have at most {most row|rows}",
        "слишком много: в файле не больше {most строки|строк|строк}")
    public static let rowMovesNothing = rule("rowMovesNothing", "has a zero amount", "сумма равна нулю")
    public static let rowWithBadDate = rule(
        "rowWithBadDate", "has an invalid date: \"{text}\"", "это не дата: «{text}»")
    public static let rowHasNoAmount = rule("rowHasNoAmount", "has no amount", "нет суммы")
    public static let rowWithBadAmount = rule(
        "rowWithBadAmount", "has an invalid amount: \"{text}\"", "это не сумма: «{text}»")
    public static let rowWithTooManyDecimals = rule(
        "rowWithTooManyDecimals", "has an amount with more decimals than the currency: \"{text}\"",
        "у суммы знаков после запятой больше, чем у валюты: «{text}»")
    public static let rowWithTooLargeAmount = rule(
        "rowWithTooLargeAmount", "has an amount that is too large", "сумма слишком велика")
    public static let rowAmountInOtherCurrency = rule(
        "rowAmountInOtherCurrency", "has an amount in {currency}, not in {fileCurrency}",
        "валюта суммы {currency}, а не {fileCurrency}")

    // Lines that are no rows.
    public static let lineDidNotHappen = rule(
        "lineDidNotHappen", "says \"{text}\": the transaction did not happen", "«{text}»: операция не состоялась")
    public static let lineIsPending = rule(
        "lineIsPending", "says \"{text}\": the transaction is not booked yet", "«{text}»: операция ещё не проведена")
    public static let lineIsBalance = rule(
        "lineIsBalance", "says \"{text}\": a balance or a total, not a transaction",
        "«{text}»: это остаток или итог, а не операция")
    public static let lineIsMemo = rule(
        "lineIsMemo", "says \"{text}\": no money moved", "«{text}»: деньги не двигались")
    public static let lineMovedSecurities = rule(
        "lineMovedSecurities", "moved securities, not money: \"{text}\"", "двигались бумаги, а не деньги: «{text}»")

    // CSV.
    public static let lineHasNoBalance = rule("lineHasNoBalance", "has no balance", "нет остатка")
    public static let lineInOtherCurrency = rule(
        "lineInOtherCurrency", "is in {currency}, but the lines before it are in {fileCurrency}",
        "валюта {currency}, а выше {fileCurrency}")
    public static let lineHasNoDebitOrCredit = rule(
        "lineHasNoDebitOrCredit", "has neither a debit nor a credit", "нет ни прихода, ни расхода")
    public static let lineHasNoDirection = rule(
        "lineHasNoDirection", "does not show whether money came in or went out: \"{text}\"",
        "непонятно, приход это или расход: «{text}»")

    // OFX, and the XML of its second version.
    public static let strayAngleBracket = rule("strayAngleBracket", "has a < without a tag", "знак < без тега")
    public static let badTag = rule("badTag", "has an invalid tag: \"{text}\"", "это не тег: «{text}»")
    public static let tooLongValue = rule(
        "tooLongValue", "has a value longer than {most byte|bytes}", "значение длиннее {most байта|байтов|байтов}")
    public static let tooManyStatements = rule(
        "tooManyStatements", "is one statement too many: a file can have at most {most statement|statements}",
        "слишком много: в файле не больше {most выписки|выписок|выписок}")
    public static let endsInStatement = rule(
        "endsInStatement", "ends the file in the middle of a statement", "файл обрывается посреди выписки")
    public static let transactionWithoutDate = rule(
        "transactionWithoutDate", "begins a transaction without a valid date", "операция без верной даты")
    public static let transactionWithoutAmount = rule(
        "transactionWithoutAmount", "begins a transaction without a valid amount", "операция без верной суммы")
    public static let documentTypeRefused = rule(
        "documentTypeRefused", "declares a document type, which is not accepted", "объявление DOCTYPE не принимается")
    public static let malformedXML = rule(
        "malformedXML", "is not well-formed XML: {error}", "это неверный XML: {error}")
    public static let tooDeepXML = rule(
        "tooDeepXML", "has elements nested more than {most} deep", "вложенность больше {most}")

    // Messages between banks: camt and MT940.
    public static let fieldIsMissing = rule("fieldIsMissing", "has no field {element}", "нет поля {element}")
    public static let fieldHasBadValue = rule(
        "fieldHasBadValue", "has an invalid value in the field {element}: \"{text}\"",
        "в поле {element} неверное значение: «{text}»")
    public static let balancesDoNotAddUp = rule(
        "balancesDoNotAddUp",
        "says that the closing balance is {closing currency$}, but the rows lead to {sum currency$}",
        "конечный остаток назван {closing currency$}, а по строкам выходит {sum currency$}")

    // QIF.
    public static let tooLongLine = rule(
        "tooLongLine", "is longer than {most byte|bytes}", "длиннее {most байта|байтов|байтов}")
    public static let investmentsRefused = rule(
        "investmentsRefused", "begins a list of investments, which is not accepted",
        "список инвестиций не загружается")
    public static let splitsDoNotAddUp = rule(
        "splitsDoNotAddUp", "has splits that do not add up to its amount", "сумма частей не равна сумме операции")

    /// The reasons of bank files.
    public static let statements: [Reason] = [
        badFile, badFileLine, badFileLines, lineLeftOut, unknownFileFormat, encodingNeeded, hasZeroBytes,
        fileWithoutHeader, fileWithoutSuchHeader, notCSV, fileWithoutCurrency, ambiguousDates, fileWithoutAccount,
        fileOfSeveralAccounts, notOFX,
        ofxWithoutStatement, notQIF, notCamt, camtWithoutStatement, notMT940, fieldIsMissing, fieldHasBadValue,
        balancesDoNotAddUp, tooManyFileRows, rowMovesNothing, rowWithBadDate, rowHasNoAmount,
        rowWithBadAmount, rowWithTooManyDecimals, rowWithTooLargeAmount, rowAmountInOtherCurrency, lineDidNotHappen,
        lineIsPending, lineIsBalance, lineIsMemo, lineMovedSecurities, lineHasNoBalance, lineInOtherCurrency,
        lineHasNoDebitOrCredit, lineHasNoDirection, strayAngleBracket, badTag, tooLongValue, tooManyStatements,
        endsInStatement, transactionWithoutDate, transactionWithoutAmount, documentTypeRefused, malformedXML,
        tooDeepXML, tooLongLine, investmentsRefused, splitsDoNotAddUp,
    ]
}
