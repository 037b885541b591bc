import Reasons

extension Reason {
    // What there is.
    public static let noBond = Reason("noBond", "There is no bond {isin} here.", "Облигации {isin} здесь нет.")
    public static let noQuotes = Reason(
        "noQuotes", "There are no quotes of {isin} yet; import some.", "Котировок {isin} ещё нет; загрузите их.")
    public static let noQuoteInPeriod = Reason(
        "noQuoteInPeriod", "No quote of {isin} lies from {from} to {to}.", "У {isin} нет котировок с {from} по {to}.")
    public static let termsUnknown = Reason(
        "termsUnknown", "The terms of {isin} are not known: import them.",
        "Что платит {isin}, неизвестно: загрузите её выплаты.")
    // Periods.
    public static let periodEndMissing = Reason(
        "periodEndMissing", "The end of the period is missing.", "Не указан конец периода.")
    public static let periodStartMissing = Reason(
        "periodStartMissing", "The start of the period is missing.", "Не указано начало периода.")
    public static let periodEndsTooEarly = Reason(
        "periodEndsTooEarly", "The period ends before it starts.", "Период кончается раньше, чем начинается.")
    public static let periodWithinHour = Reason(
        "periodWithinHour", "The period starts and ends in the same hour.",
        "Период начинается и кончается в одном и том же часу.")
    public static let notWithBounds = rule(
        "notWithBounds", "must not come together with {other@} or {another@}",
        "не годится вместе с {other@} или {another@}")
    // Figures.
    public static let yieldTooLow = rule(
        "yieldTooLow", "must be more than -1, which is -100 %", "нужно больше -1, то есть -100 %")
    public static let noYieldForPrice = Reason(
        "noYieldForPrice", "No yield that a number can hold makes the payments worth this price.",
        "Ни при какой доходности выплаты не стоят этой цены.")
    public static let couponUnknown = Reason(
        "couponUnknown", "The coupon of {from} is not known yet, so yield and price cannot be computed.",
        "Купон {from} ещё неизвестен, поэтому доходность и цену не вычислить.")
    public static let accruedUnknown = Reason(
        "accruedUnknown", "The coupon of {from} is not known yet, nor what of it has grown by {day}.",
        "Купон {from} ещё неизвестен, как и то, сколько его накопится к {day}.")
    public static let nothingLeft = Reason(
        "nothingLeft", "Nothing is left to be paid after {day}, so there is neither yield nor price.",
        "После {day} выплат не остаётся, поэтому нет ни доходности, ни цены.")
    public static let noYieldInPeriod = Reason(
        "noYieldInPeriod", "No quote of the period has a yield: nothing was left to be paid.",
        "В этом периоде доходности нет: выплат уже не оставалось.")
    public static let yieldsNeedTerms = Reason(
        "yieldsNeedTerms",
        "{quotesWithoutYield} of {quotes quote|quotes} say no yield, and without the terms of {isin} none can be "
            + "computed: import its terms.",
        "В {quotesWithoutYield} из {quotes котировки|котировок|котировок} нет доходности, а без выплат {isin} её не "
            + "вычислить: загрузите выплаты.")
    // Holdings.
    public static let holdingTooLarge = Reason(
        "holdingTooLarge", "{quantity such bond is|such bonds are} worth more than can be counted.",
        "{quantity такая облигация стоит|такие облигации стоят|таких облигаций стоят} больше, чем можно сосчитать.")
    public static let totalTooLarge = Reason(
        "totalTooLarge", "The total is more than can be counted.", "Итог больше, чем можно сосчитать.")
    public static let tooManyHoldings = Reason(
        "tooManyHoldings", "One person can hold {limit different bond|different bonds} here.",
        "У одного человека может быть не больше {limit разной облигации|разных облигаций|разных облигаций}.")
    public static let serviceHasNoBonds = rule(
        "serviceHasNoBonds", "must be given: a service has no bonds", "нужно указать: у службы нет своих облигаций")
    public static let bondsAreAnothers = Reason(
        "bondsAreAnothers", "Only services ask for the bonds of somebody else.",
        "Чужие облигации спрашивают только службы.")
    // Shares of a whole.
    public static let noShares = Reason("noShares", "There are no shares.", "Долей нет.")
    public static let sharesSumToZero = Reason(
        "sharesSumToZero", "The shares add up to zero, so none of them is a part of the whole.",
        "Сумма долей — ноль, поэтому ни одна не часть целого.")
    public static let notAShare = rule(
        "notAShare", "is not a decimal such as 1.5 or a fraction such as 1/3",
        "это не десятичное число, например 1.5, и не дробь, например 1/3")
    public static let sharesTooPrecise = Reason(
        "sharesTooPrecise",
        "The shares are too different or their fractions too unlike to be added exactly: over a common denominator "
            + "one of them would have more than {most bit|bits}.",
        "Доли слишком разные, чтобы сложить их точно: с общим знаменателем в одной было бы больше "
            + "{most бита|битов|битов}.")

    /// The reasons of bonds, besides those of files and terms.
    public static let bonds: [Reason] = [
        noBond, noQuotes, noQuoteInPeriod, termsUnknown, periodEndMissing, periodStartMissing, periodEndsTooEarly,
        periodWithinHour, notWithBounds, yieldTooLow, noYieldForPrice, couponUnknown, accruedUnknown, nothingLeft,
        noYieldInPeriod, yieldsNeedTerms, holdingTooLarge, totalTooLarge, tooManyHoldings, serviceHasNoBonds,
        bondsAreAnothers, noShares, sharesSumToZero, notAShare, sharesTooPrecise,
    ]
}
