import Reasons

extension Reason {
    // What there is.
    public static let noBond = Reason("noBond", "There is no bond {isin} here.", "Облигации {isin} здесь нет.")
    public static let noQuotes = Reason(
        "noQuotes", "There are no quotes for {isin} yet; import some.", "Котировок {isin} ещё нет; загрузите их.")
    public static let noQuoteInPeriod = Reason(
        "noQuoteInPeriod", "There are no quotes for {isin} from {from} to {to}.",
        "У {isin} нет котировок с {from} по {to}.")
    public static let termsUnknown = Reason(
        "termsUnknown", "The terms of {isin} are unknown: import them.", "Выплаты {isin} неизвестны: загрузите их.")
    // Periods.
    public static let periodEndMissing = Reason(
        "periodEndMissing", "The end of the period is missing.", "Не указан конец периода.")
    public static let periodStartMissing = Reason(
        "periodStartMissing", "The start of the period is missing.", "Не указано начало периода.")
    public static let periodEndsTooEarly = Reason(
        "periodEndsTooEarly", "The period ends before it starts.", "Период кончается раньше, чем начинается.")
    public static let periodWithinHour = Reason(
        "periodWithinHour", "The period starts and ends in the same hour.",
        "Период начинается и кончается в пределах одного часа.")
    public static let notWithBounds = rule(
        "notWithBounds", "cannot be combined with {other@} or {another@}",
        "нельзя указать вместе с {other@} или {another@}")
    // Figures.
    public static let yieldTooLow = rule(
        "yieldTooLow", "must be more than -1, which is -100 %", "нужно больше -1, то есть -100 %")
    public static let noYieldForPrice = Reason(
        "noYieldForPrice", "No yield can be computed for this price.", "Для этой цены доходность не вычислить.")
    public static let couponUnknown = Reason(
        "couponUnknown", "The coupon of {from} is not known yet, so yield and price cannot be computed.",
        "Купон {from} ещё неизвестен, поэтому доходность и цену не вычислить.")
    public static let accruedUnknown = Reason(
        "accruedUnknown", "The coupon of {from} is not known yet, so the interest accrued by {day} cannot be computed.",
        "Купон {from} ещё неизвестен, поэтому накопленный доход на {day} не вычислить.")
    public static let nothingLeft = Reason(
        "nothingLeft", "No payments remain after {day}, so there is neither a yield nor a price.",
        "После {day} выплат не остаётся, поэтому нет ни доходности, ни цены.")
    public static let noYieldInPeriod = Reason(
        "noYieldInPeriod", "No quote in the period has a yield: no payments remained.",
        "В этом периоде доходности нет: выплат уже не оставалось.")
    public static let yieldsNeedTerms = Reason(
        "yieldsNeedTerms",
        "{quotesWithoutYield} of {quotes quote|quotes} have no yield, and computing it needs the terms of {isin}: "
            + "import them.",
        "В {quotesWithoutYield} из {quotes котировки|котировок|котировок} нет доходности, а без выплат {isin} её не "
            + "вычислить: загрузите выплаты.")
    // Holdings.
    public static let holdingTooLarge = Reason(
        "holdingTooLarge", "The value of {quantity such bond|such bonds} is too large.",
        "Стоимость {quantity такой облигации|таких облигаций|таких облигаций} слишком велика.")
    public static let totalTooLarge = Reason("totalTooLarge", "The total is too large.", "Итог слишком велик.")
    public static let tooManyHoldings = Reason(
        "tooManyHoldings", "One person can hold at most {limit different bond|different bonds}.",
        "У одного человека может быть не больше {limit разной облигации|разных облигаций|разных облигаций}.")
    public static let serviceHasNoBonds = rule(
        "serviceHasNoBonds", "is required: a service has no bonds of its own",
        "нужно указать: у службы нет своих облигаций")
    public static let bondsAreAnothers = Reason(
        "bondsAreAnothers", "Only services can see the bonds of other people.", "Чужие облигации видят только службы.")
    // Shares of a whole.
    public static let noShares = Reason("noShares", "There are no shares.", "Долей нет.")
    public static let sharesSumToZero = Reason(
        "sharesSumToZero", "The shares add up to zero, so no percentages can be computed.",
        "Сумма долей — ноль, поэтому проценты не вычислить.")
    public static let notAShare = rule(
        "notAShare", "must be a decimal such as 1.5 or a fraction such as 1/3",
        "нужно десятичное число, например 1.5, или дробь, например 1/3")
    public static let sharesTooPrecise = Reason(
        "sharesTooPrecise",
        "The shares cannot be added exactly: over a common denominator one of them would have more than "
            + "{most bit|bits}.",
        "Точно сложить эти доли нельзя: с общим знаменателем в одной было бы больше {most бита|битов|битов}.")

    /// The reasons of bonds, besides those of files and terms.
    public static let bonds: [Reason] = [
        noBond, noQuotes, noQuoteInPeriod, termsUnknown, periodEndMissing, periodStartMissing, periodEndsTooEarly,
        periodWithinHour, notWithBounds, yieldTooLow, noYieldForPrice, couponUnknown, accruedUnknown, nothingLeft,
        noYieldInPeriod, yieldsNeedTerms, holdingTooLarge, totalTooLarge, tooManyHoldings, serviceHasNoBonds,
        bondsAreAnothers, noShares, sharesSumToZero, notAShare, sharesTooPrecise,
    ]
}
