import Reasons

extension Reason {
    // Files.
    public static let notJSONFile = rule(
        "notJSONFile", "is no JSON: {cause!} at byte {offset}", "это не JSON: {cause!}, байт {offset}")
    public static let hasMistake = rule("hasMistake", "has something wrong: {cause!}", "ошибка в нём: {cause!}")
    public static let hasWrongMember = rule(
        "hasWrongMember", "has something wrong: {member} {cause!}", "ошибка в нём: {member}: {cause!}")
    public static let notABondFile = rule(
        "notABondFile",
        "is neither the app's JSON (activities) nor the exchange's (history, or coupons and amortizations)",
        "это не JSON приложения (activities) и не JSON биржи (history либо coupons и amortizations)")
    public static let isinNotSaid = rule(
        "isinNotSaid", "must be given: the file does not say which bond it is about",
        "нужно указать: в файле не сказано, о какой он облигации")
    public static let tooManyQuotes = rule(
        "tooManyQuotes", "must have at most {most quote|quotes}", "не больше {most котировки|котировок|котировок}")
    public static let quotesFetched = rule(
        "quotesFetched", "{quotes quote|quotes}", "{quotes котировка|котировки|котировок}")
    // What is known already.
    public static let currencyNotSaid = rule(
        "currencyNotSaid", "must be given: {isin} is new here, and nothing says what it is counted in",
        "нужно указать: {isin} здесь впервые, и её валюта нигде не названа")
    public static let currencyDiffers = Reason(
        "currencyDiffers", "{isin} is known in {known}; its quotes cannot be in {currency}.",
        "Валюта {isin} — {known}; котировок в {currency} у неё быть не может.")
    public static let termsAreAnothers = Reason(
        "termsAreAnothers", "{isin} was put in by another user, who alone may change what it pays.",
        "{isin} добавил другой пользователь; только он может менять, что она платит.")
    public static let quotesAreAnothers = Reason(
        "quotesAreAnothers",
        "{isin} was put in by another user, and {quotes} of these quotes would change those that are there.",
        "{isin} добавил другой пользователь, а котировки, которые уже есть, изменились бы: {quotes}.")
    // Terms.
    public static let termsSaidTwice = rule(
        "termsSaidTwice",
        "must say either the payments (coupons, principal) or face, rate and dates, not both",
        "укажите либо выплаты (coupons, principal), либо номинал, ставку и даты, но не то и другое")
    public static let termsIncomplete = rule(
        "termsIncomplete",
        "must have principal (and coupons, if there are any), or all of face, ratePercent, frequency, issued, maturity",
        "нужны principal (и coupons, если есть) либо все face, ratePercent, frequency, issued, maturity")
    public static let badFrequency = rule(
        "badFrequency", "must be 0, 1, 2, 3, 4, 6 or 12 payments a year", "0, 1, 2, 3, 4, 6 или 12 выплат в год")
    public static let mustBeAfterIssue = rule(
        "mustBeAfterIssue", "must be later than the day of issue", "должно быть позже дня выпуска")
    public static let tooLongAfterIssue = rule(
        "tooLongAfterIssue", "must be at most {most year|years} after the day of issue",
        "не позже чем через {most год|года|лет} после дня выпуска")
    public static let mustBeAfterStart = rule(
        "mustBeAfterStart", "must be later than its start", "должно быть позже своего начала")
    public static let overlap = rule(
        "overlap", "overlap: that of {day} starts before {before}",
        "пересекаются: купон {day} начинается раньше {before}")

    /// The reasons that concern files and terms of bonds.
    public static let bondFiles: [Reason] = [
        notJSONFile, hasMistake, hasWrongMember, notABondFile, isinNotSaid, tooManyQuotes, quotesFetched,
        currencyNotSaid, currencyDiffers, termsAreAnothers, quotesAreAnothers, termsSaidTwice, termsIncomplete,
        badFrequency, mustBeAfterIssue, tooLongAfterIssue, mustBeAfterStart, overlap,
    ]
}
