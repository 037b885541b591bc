import Reasons

extension Reason {
    // Booking the rows of a bank's statement: what ledger says.
    public static let hasOpeningBalance = Reason(
        "hasOpeningBalance",
        "The account already has an opening balance of {openingBalance currency$}; import without one.",
        "У счёта уже есть начальный остаток {openingBalance currency$}; загрузите без нового.")
    public static let outgoingIsForFirstPart = rule(
        "outgoingIsForFirstPart", "must be zero or more, and only in the first part",
        "должно быть не меньше нуля, и только в первой части")
    public static let outgoingTooSmall = rule(
        "outgoingTooSmall", "must not be less than the outgoing total of these rows",
        "не может быть меньше, чем списывают эти строки")
    public static let isForPreviewsOnly = rule(
        "isForPreviewsOnly", "is allowed in previews only", "можно указать только для пробы")
    public static let tooMuchForRow = rule(
        "tooMuchForRow", "is too large for one row", "для одной строки слишком много")
    public static let notAPastDay = rule("notAPastDay", "must be between 1900 and tomorrow", "от 1900 года до завтра")
    public static let notAReference = rule(
        "notAReference", "must be one that identifies the row", "нужен такой, что отличает строку от других")
    public static let noImportOfAccount = Reason(
        "noImportOfAccount", "The account has no import with this id.", "На этом счёте нет импорта с таким id.")
    public static let noImport = Reason("noImport", "You have no import with this id.", "У вас нет импорта с таким id.")
    public static let importIsUndoneBeginAnother = Reason(
        "importIsUndoneBeginAnother", "The import was undone; start a new one.", "Этот импорт отменён; начните новый.")
    public static let importIsUndone = Reason("importIsUndone", "The import was undone.", "Импорт отменён.")
    public static let importedMoneyIsSpent = Reason(
        "importedMoneyIsSpent",
        "The imported money was spent: without the import the account would be {missing currency$} below its limit.",
        "Деньги из этого импорта уже потрачены: без него счёт окажется на {missing currency$} ниже допустимого.")

    public static let rowDiffers = Reason(
        "rowDiffers",
        "Row {position} has {amount currency$} on {day}, but under its reference {known currency$} on {knownDay} is "
            + "already booked.",
        "Строка {position}: {amount currency$} ({day}), но под её номером уже записано {known currency$} от "
            + "{knownDay}.")
    public static let rowDiffersOtherwise = Reason(
        "rowDiffersOtherwise",
        "Row {position} has {amount currency$} on {day}, but under its reference something else is already booked.",
        "Строка {position}: {amount currency$} ({day}), но под её номером уже записано другое.")
    public static let rowOverdraws = Reason(
        "rowOverdraws",
        "Row {position}, {amount currency$} on {day}, takes the account {missing currency$} below its limit; an "
            + "opening balance of {openingBalance currency$} or an overdraft would help.",
        "Строка {position} ({amount currency$}, {day}) опускает счёт на {missing currency$} ниже допустимого; "
            + "поможет начальный остаток {openingBalance currency$} или овердрафт.")

    /// The reasons that concern imports of statements.
    public static let imports: [Reason] = [
        hasOpeningBalance, outgoingIsForFirstPart, outgoingTooSmall, isForPreviewsOnly, tooMuchForRow,
        notAPastDay, notAReference, noImportOfAccount, noImport, importIsUndoneBeginAnother, importIsUndone,
        importedMoneyIsSpent,
        rowDiffers, rowDiffersOtherwise, rowOverdraws,
    ]
}
