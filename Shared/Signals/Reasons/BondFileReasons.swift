import Reasons

extension Reason {
    // Files.
    public static let notJSONFile = rule(
        "notJSONFile", "is not JSON: {cause!} at byte {offset}", "это не JSON: {cause!}, байт {offset}")
    public static let hasMistake = rule("hasMistake", "has an error: {cause!}", "в нём ошибка: {cause!}")
    public static let hasWrongMember = rule(
        "hasWrongMember", "has an error: {member} {cause!}", "в нём ошибка: {member}: {cause!}")
    public static let notABondFile = rule(
        "notABondFile",
        "is neither the app's JSON (activities) nor the exchange's (history, or coupons and amortizations)",
        "это не JSON приложения (activities) и не JSON биржи (history либо coupons и amortizations)")
    public static let isinNotSaid = rule(
        "isinNotSaid", "is required: the file does not name the bond", "нужно указать: облигация в файле не названа")
    public static let tooManyQuotes = rule(
        "tooManyQuotes", "must have at most {most quote|quotes}", "не больше {most котировки|котировок|котировок}")
    public static let quotesFetched = rule(
        "quotesFetched", "{quotes quote|quotes}", "{quotes котировка|котировки|котировок}")
    // What is known already.
    public static let currencyNotSaid = rule(
        "currencyNotSaid", "is required: {isin} is new here, and its currency is unknown",
        "нужно указать: {isin} здесь впервые, и её валюта неизвестна")
    public static let currencyDiffers = Reason(
        "currencyDiffers", "{isin} is in {known}; its quotes cannot be in {currency}.",
        "Валюта {isin} — {known}; котировок в {currency} у неё быть не может.")
    public static let termsAreAnothers = Reason(
        "termsAreAnothers", "{isin} was added by another user; only that user can change its payments.",
        "{isin} добавил другой пользователь; только он может менять её выплаты.")
    public static let quotesAreAnothers = Reason(
        "quotesAreAnothers",
        "{isin} was added by another user, and {quotes} of these quotes would change existing ones.",
        "{isin} добавил другой пользователь, а загрузка изменила бы его котировки: {quotes}.")
    // Terms.
    public static let termsSaidTwice = rule(
        "termsSaidTwice", "must have either the payments (coupons, principal) or face, rate and dates, but not both",
        "укажите либо выплаты (coupons, principal), либо номинал, ставку и даты, но не то и другое")
    public static let termsIncomplete = rule(
        "termsIncomplete",
        "must have principal (and coupons, if there are any), or all of face, ratePercent, frequency, issued, maturity",
        "нужны principal (и coupons, если есть) либо все face, ratePercent, frequency, issued, maturity")
    public static let badFrequency = rule(
        "badFrequency", "must be 0, 1, 2, 3, 4, 6 or 12 payments a year", "0, 1, 2, 3, 4, 6 или 12 выплат в год")
    public static let mustBeAfterIssue = rule(
        "mustBeAfterIssue", "must be after the issue date", "должно быть позже даты выпуска")
    public static let tooLongAfterIssue = rule(
        "tooLongAfterIssue", "must be at most {most year|years} after the issue date",
        "не позже чем через {most год|года|лет} после даты выпуска")
    public static let mustBeAfterStart = rule(
        "mustBeAfterStart", "must be after its start", "должно быть позже своего начала")
    public static let overlap = rule(
        "overlap", "overlap: the coupon of {day} starts before {before}",
        "пересекаются: купон {day} начинается раньше {before}")

    /// The reasons that concern files and terms of bonds.
    public static let bondFiles: [Reason] = [
        notJSONFile, hasMistake, hasWrongMember, notABondFile, isinNotSaid, tooManyQuotes, quotesFetched,
        currencyNotSaid, currencyDiffers, termsAreAnothers, quotesAreAnothers, termsSaidTwice, termsIncomplete,
        badFrequency, mustBeAfterIssue, tooLongAfterIssue, mustBeAfterStart, overlap,
    ]
}
