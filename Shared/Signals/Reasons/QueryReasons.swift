import Reasons

/// What history says of queries. The rules follow the name of the query.
extension Reason {
    public static let unknownQueryTerm = rule(
        "unknownQueryTerm",
        """
        has an unknown term, {term} (character {position}); there are {keys}, and other words with a colon or a # need \
        quotes
        """,
        """
        неизвестное условие {term} (символ {position}); есть {keys}, а другие слова с двоеточием или # нужно взять в \
        кавычки
        """)
    public static let queryQuoteWithoutEnd = rule(
        "queryQuoteWithoutEnd", "has a quote without its end in {term} (character {position})",
        "не закрыта кавычка в {term} (символ {position})")
    public static let queryTermWithoutValue = rule(
        "queryTermWithoutValue", "has a term without a value, {term} (character {position})",
        "условие без значения: {term} (символ {position})")
    public static let queryTermNegatedTwice = rule(
        "queryTermNegatedTwice", "negates a term twice, {term} (character {position})",
        "двойное отрицание: {term} (символ {position})")
    public static let tooManyQueryTerms = rule(
        "tooManyQueryTerms", "must have at most {most term|terms}", "не больше {most условия|условий|условий}")
    public static let queryValueTooLong = rule(
        "queryValueTooLong", "has a value of more than {most character|characters} in {term} (character {position})",
        "длиннее {most символа|символов|символов}: {term} (символ {position})")
    public static let badQueryAmount = rule(
        "badQueryAmount",
        """
        has an unreadable amount, {term} (character {position}); write amt:500, amt:>500, amt:<=99.90 or amt:500..1000
        """,
        """
        непонятная сумма {term} (символ {position}); пишите amt:500, amt:>500, amt:<=99.90 или amt:500..1000
        """)
    public static let badQueryDate = rule(
        "badQueryDate",
        """
        has an unreadable date, {term} (character {position}); write date:2026, date:2026-10, date:2026-10-05 or a \
        range such as date:2026-10..2026-12
        """,
        """
        непонятная дата {term} (символ {position}); пишите date:2026, date:2026-10, date:2026-10-05 или промежуток, \
        например date:2026-10..2026-12
        """)
    public static let queryRangeReversed = rule(
        "queryRangeReversed", "has a range that ends before it begins, {term} (character {position})",
        "промежуток кончается раньше, чем начинается: {term} (символ {position})")
    public static let badQueryWord = rule(
        "badQueryWord", "has an unknown value in {term} (character {position}); write one of {values}",
        "неизвестное значение в {term} (символ {position}); есть {values}")
    public static let badQueryCurrency = rule(
        "badQueryCurrency", "has an unknown currency, {term} (character {position}); write a code such as cur:RUB",
        "неизвестная валюта {term} (символ {position}); нужен код, например cur:RUB")
    public static let noSuchQueryAccount = Reason(
        "noSuchQueryAccount", "The query names an account that you do not have: {account}.",
        "В запросе счёт, которого у вас нет: {account}.")

    /// The reasons of queries.
    public static let queries: [Reason] = [
        unknownQueryTerm, queryQuoteWithoutEnd, queryTermWithoutValue, queryTermNegatedTwice, tooManyQueryTerms,
        queryValueTooLong, badQueryAmount, badQueryDate, queryRangeReversed, badQueryWord, badQueryCurrency,
        noSuchQueryAccount,
    ]
}
