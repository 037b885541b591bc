import Reasons

extension Reason {
    /// Not of the form `-?digits(.digits)?`.
    public static let notDecimal = rule(
        "notDecimal", "must be a decimal number in ASCII digits, such as 1234.50",
        "нужно десятичное число, например 1234.50")
    /// More decimals than the currency has.
    public static let tooManyDecimals = rule(
        "tooManyDecimals", "has more decimals than the currency", "знаков после запятой больше, чем у валюты")
    /// More than 64 bits of minor units.
    public static let tooLargeAmount = rule(
        "tooLargeAmount", "is larger than an account can hold", "столько на счёт не поместится")
    public static let notACurrency = rule(
        "notACurrency", "must be an ISO 4217 currency code, such as RUB", "нужен код валюты ISO 4217, например RUB")
    public static let notARate = rule("notARate", "must be a rate", "нужен курс")
    public static let notADay = rule(
        "notADay", "must be a day, such as 2026-11-21", "нужен день, например 2026-11-21")
    public static let notAnInstant = rule(
        "notAnInstant", "must be an RFC 3339 instant, such as 2026-11-21T08:51:48Z",
        "нужно время RFC 3339, например 2026-11-21T08:51:48Z")
    public static let notAnISIN = rule(
        "notAnISIN", "must be an ISIN with a valid check digit, such as RU000A0JW126",
        "нужен ISIN с верной контрольной цифрой, например RU000A0JW126")

    /// The reasons of this module.
    public static let domain: [Reason] = [
        notDecimal, tooManyDecimals, tooLargeAmount, notACurrency, notARate, notADay, notAnInstant, notAnISIN,
    ]
}
