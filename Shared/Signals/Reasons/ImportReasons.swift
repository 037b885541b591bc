import Reasons

extension Reason {
    // Booking the rows of a bank's statement: what ledger says.
    public static let hasOpeningBalance = Reason(
        "hasOpeningBalance",
        "The account has an opening balance of {openingBalance currency$} already; import without another.",
        "У счёта уже есть начальный остаток {openingBalance currency$}; загрузите без другого.")
    public static let outgoingIsForFirstPart = rule(
        "outgoingIsForFirstPart", "must be zero or more, and is for the first part only",
        "должно быть не меньше нуля, и только в первой части")
    public static let outgoingTooSmall = rule(
        "outgoingTooSmall", "must not be less than these rows take", "не может быть меньше, чем списывают эти строки")
    public static let isForPreviewsOnly = rule("isForPreviewsOnly", "is for previews only", "годится только для пробы")
    public static let tooMuchForRow = rule(
        "tooMuchForRow", "is more than one row can move", "для одной строки слишком много")
    public static let notAPastDay = rule("notAPastDay", "must lie between 1900 and tomorrow", "от 1900 года до завтра")
    public static let notAReference = rule(
        "notAReference", "must be one that tells the row from others", "нужен такой, что отличает строку от других")
    public static let noImportOfAccount = Reason(
        "noImportOfAccount", "The account has no import of this id.", "На этом счёте нет импорта с таким id.")
    public static let noImport = Reason("noImport", "You have no import of this id.", "У вас нет импорта с таким id.")
    public static let importIsUndoneBeginAnother = Reason(
        "importIsUndoneBeginAnother", "The import was taken back: begin another.",
        "Этот импорт отменён: начните другой.")
    public static let importIsUndone = Reason("importIsUndone", "The import was taken back.", "Импорт отменён.")
    public static let importedMoneyIsSpent = Reason(
        "importedMoneyIsSpent",
        "Without the import the account would fall {missing currency$} below its limit: money that the import brought "
            + "was spent.",
        "Без этого импорта счёт уходит на {missing currency$} ниже дозволенного: деньги, которые он принёс, уже "
            + "потрачены."
    )

    public static let rowDiffers = Reason(
        "rowDiffers",
        "Row {position} adds {amount currency$} on {day}, but under its reference the books have {known currency$} on "
            + "{knownDay}.",
        "Строка {position} меняет счёт на {amount currency$} ({day}), но под её номером в книгах {known currency$} от "
            + "{knownDay}."
    )
    public static let rowDiffersOtherwise = Reason(
        "rowDiffersOtherwise",
        "Row {position} adds {amount currency$} on {day}, but under its reference the books have something else.",
        "Строка {position} меняет счёт на {amount currency$} ({day}), но под её номером в книгах другое.")
    public static let rowOverdraws = Reason(
        "rowOverdraws",
        "Row {position}, {amount currency$} on {day}, takes the account {missing currency$} further down than it may "
            + "go; an opening balance of {openingBalance currency$}, or an overdraft, would do.",
        "Строка {position} ({amount currency$}, {day}) опускает счёт на {missing currency$} ниже, чем можно; помог бы "
            + "начальный остаток {openingBalance currency$} или овердрафт."
    )

    /// The reasons that concern imports of statements.
    public static let imports: [Reason] = [
        hasOpeningBalance, outgoingIsForFirstPart, outgoingTooSmall, isForPreviewsOnly, tooMuchForRow,
        notAPastDay, notAReference, noImportOfAccount, noImport, importIsUndoneBeginAnother, importIsUndone,
        importedMoneyIsSpent,
        rowDiffers, rowDiffersOtherwise, rowOverdraws,
    ]
}
