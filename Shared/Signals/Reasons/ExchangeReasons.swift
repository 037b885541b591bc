import Reasons

extension Reason {
    public static let exchangeUnreachable = Reason(
        "exchangeUnreachable", "The Moscow Exchange cannot be reached now: {cause!}. Nothing was changed.",
        "Московская биржа сейчас не отвечает: {cause!}. Ничего не изменилось.")
    public static let exchangeUnreadable = Reason(
        "exchangeUnreadable", "The Moscow Exchange gave an unusable answer: {cause!}. Nothing was changed.",
        "Ответ Московской биржи не годится: {cause!}. Ничего не изменилось.")
    public static let answersWithStatus = rule(
        "answersWithStatus", "it answered with status {status}", "она ответила статусом {status}")
    public static let exchangeHasNoCandles = Reason(
        "exchangeHasNoCandles", "The exchange has no candles for {ticker} from {from} to {till}.",
        "У биржи нет свечей {ticker} с {from} по {till}.")
    public static let exchangeHasNoBond = Reason(
        "exchangeHasNoBond", "The exchange does not know the bond {isin}.", "Биржа не знает облигации {isin}.")
    public static let notAnExchangeTicker = rule(
        "notAnExchangeTicker", "must consist of letters and digits, as tickers of the Moscow Exchange do",
        "только буквы и цифры, как в тикерах Московской биржи")
    public static let notAnExchangeTimeframe = rule(
        "notAnExchangeTimeframe", "must be 1m, 10m, 1h, 1d, 1w or 1mo for the Moscow Exchange",
        "для Московской биржи: 1m, 10m, 1h, 1d, 1w или 1mo")
    // What is wrong with an answer.
    public static let answerNotJSON = rule("answerNotJSON", "it is not JSON", "это не JSON")
    public static let answerTooLong = rule("answerTooLong", "it is too long", "он слишком длинный")
    public static let answerHasNoBlock = rule(
        "answerHasNoBlock", "it has no block {block}", "в нём нет блока {block}")
    public static let answerEndless = rule("answerEndless", "its pages do not end", "страницы не кончаются")
    public static let wrongBondCode = rule("wrongBondCode", "the bond code is wrong", "код облигации неверен")
    public static let candlesLackColumn = rule(
        "candlesLackColumn", "its candles have no {column}", "в свечах нет {column}")
    public static let candleLacksValue = rule(
        "candleLacksValue", "one of its candles has no price or no time", "в одной из свечей нет цены или времени")
    public static let candleIsWrong = rule(
        "candleIsWrong", "in its candle of {date}, {column@} {rule!}", "в свече {date} {column@}: {rule!}")
    public static let candlesOutOfOrder = rule(
        "candlesOutOfOrder", "its candles repeat or are out of order", "свечи повторяются или идут не по порядку")
    public static let quotesRepeat = rule("quotesRepeat", "its quotes repeat", "котировки повторяются")
    // What is wrong with its tables, which files have, too.
    public static let quoteRowLacksDay = rule(
        "quoteRowLacksDay", "row {row} of history has no date", "в строке {row} истории нет даты")
    public static let quoteRowHasBadPrice = rule(
        "quoteRowHasBadPrice", "row {row} of history has an invalid price", "в строке {row} истории неверная цена")
    public static let couponRowLacksDay = rule(
        "couponRowLacksDay", "row {row} of coupons has no coupon date", "в строке {row} купонов нет даты купона")
    public static let couponRowLacksStart = rule(
        "couponRowLacksStart", "row {row} of coupons has no start date before its coupon date",
        "в строке {row} купонов нет даты начала раньше даты купона")
    public static let couponRowHasBadValue = rule(
        "couponRowHasBadValue", "row {row} of coupons has an invalid value", "в строке {row} купонов неверная сумма")
    public static let repaymentRowIncomplete = rule(
        "repaymentRowIncomplete", "row {row} of amortizations has no date or no amount",
        "в строке {row} погашений нет даты или суммы")
    public static let noRepayments = rule(
        "noRepayments", "amortizations has no rows, so the repayments are unknown",
        "в погашениях нет строк: неизвестно, что и когда погашается")
    public static let couponsAreWrong = rule("couponsAreWrong", "coupons {rule!}", "купоны {rule!}")
    public static let tooManyPayments = rule(
        "tooManyPayments", "there are more than {most coupon|coupons}", "купонов больше {most}")

    /// The reasons that concern the Moscow Exchange.
    public static let exchange: [Reason] = [
        exchangeUnreachable, exchangeUnreadable, answersWithStatus, exchangeHasNoCandles, exchangeHasNoBond,
        notAnExchangeTicker, notAnExchangeTimeframe, answerNotJSON, answerTooLong, answerHasNoBlock, answerEndless,
        wrongBondCode, candlesLackColumn, candleLacksValue, candleIsWrong, candlesOutOfOrder, quotesRepeat,
        quoteRowLacksDay, quoteRowHasBadPrice, couponRowLacksDay, couponRowLacksStart, couponRowHasBadValue,
        repaymentRowIncomplete, noRepayments, couponsAreWrong, tooManyPayments,
    ]
}
