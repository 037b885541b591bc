import Reasons

/// What history says of transactions, filters, categories and their rules.
extension Reason {
    public static let noSuchAccount = Reason("noSuchAccount", "You have no such account.", "Такого счёта у вас нет.")
    public static let noSuchTransaction = Reason(
        "noSuchTransaction", "You have no such transaction.", "Такой операции у вас нет.")
    public static let noSuchFilter = Reason(
        "noSuchFilter", "There is no such saved filter.", "Такого сохранённого фильтра нет.")
    public static let noSuchRule = Reason("noSuchRule", "There is no such rule.", "Такого правила нет.")
    public static let tooManyFilters = Reason(
        "tooManyFilters", "There are {limit saved filter|saved filters} already; remove one first.",
        "Уже есть {limit сохранённый фильтр|сохранённых фильтра|сохранённых фильтров}; сначала удалите лишний.")
    public static let tooManyRules = Reason(
        "tooManyRules", "There are {limit rule|rules} already; remove one first.",
        "Уже есть {limit правило|правила|правил}; сначала удалите лишнее.")
    public static let noSuchLayout = Reason(
        "noSuchLayout", "There is no such layout of CSV files.", "Такой разметки файлов CSV нет.")
    public static let tooManyLayouts = Reason(
        "tooManyLayouts", "There are {limit layout|layouts} of CSV files already; forget one first.",
        "Уже есть {limit разметка|разметки|разметок} файлов CSV; сначала забудьте лишнюю.")
    public static let layoutWithoutDate = rule(
        "layoutWithoutDate", "must name the column of the date", "не назван столбец даты")
    public static let layoutWithoutAmount = rule(
        "layoutWithoutAmount",
        "must name the column of the amount, or those of debits and credits, but not both",
        "нужен столбец суммы или столбцы расхода и прихода, но не то и другое")
    public static let columnTwice = rule(
        "columnTwice", "is used twice: a column has one meaning", "назван дважды: у столбца одно значение")
    public static let fieldTwice = rule(
        "fieldTwice", "is the second {field}: only descriptions may have several columns",
        "это второй {field}: несколько столбцов бывает только у описания")
    public static let tooManyDescriptions = rule(
        "tooManyDescriptions", "must name at most {most description|descriptions}",
        "не больше {most описания|описаний|описаний}")
    public static let mustNotBeLessThan = rule(
        "mustNotBeLessThan", "must not be less than {other@}", "не может быть меньше, чем {other@}")
    public static let notAnAccountOrOutside = rule(
        "notAnAccountOrOutside", "must be an account id or outside", "нужен id счёта или outside")
    public static let rowInOtherCurrency = Reason(
        "rowInOtherCurrency", "The account is in {accountCurrency}, the amount in {currency}.",
        "Валюта счёта {accountCurrency}, а суммы {currency}.")
    public static let historyBehind = Reason(
        "historyBehind", "History has not read all of ledger's events yet; try again in a moment.",
        "Служба history ещё не прочла всех событий ledger; повторите чуть позже.")
    public static let booksChanged = rule(
        "booksChanged", "is of books that have changed since; begin again",
        "книги с тех пор изменились; начните сначала")
    public static let tooManyPeriods = rule(
        "tooManyPeriods", "makes more than {most period|periods} of these days",
        "делит эти дни больше чем на {most период|периода|периодов}")
    public static let notForReport = rule(
        "notForReport", "does not go with the report {kind}", "не подходит к отчёту {kind}")
    public static let tooLargeReport = Reason(
        "tooLargeReport",
        """
        The report has more than {rows row|rows} or {most amount|amounts}; ask for fewer periods, a smaller depth or \
        one account.
        """,
        """
        В отчёте больше {rows строки|строк|строк} или {most суммы|сумм|сумм}; возьмите меньше периодов, меньшую \
        глубину или один счёт.
        """)
    public static let rebuildGoesOn = Reason(
        "rebuildGoesOn", "The request was cancelled; the rebuild continues.",
        "Запрос отменён; пересборка продолжается.")
    public static let badLedgerEvent = Reason(
        "badLedgerEvent", "Event {sequence} of ledger is malformed: {type}.",
        "Событие {sequence} службы ledger повреждено: {type}.")

    /// The reasons of history, those of bank files not counted.
    public static let history: [Reason] = [
        noSuchAccount, noSuchTransaction, noSuchFilter, noSuchRule, tooManyFilters, tooManyRules, noSuchLayout,
        tooManyLayouts, layoutWithoutDate, layoutWithoutAmount, columnTwice, fieldTwice, tooManyDescriptions,
        mustNotBeLessThan, notAnAccountOrOutside, rowInOtherCurrency, historyBehind, booksChanged, tooManyPeriods,
        notForReport, tooLargeReport, rebuildGoesOn, badLedgerEvent,
    ]
}
