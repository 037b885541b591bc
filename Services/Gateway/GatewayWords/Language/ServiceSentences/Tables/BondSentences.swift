// Bonds, their figures, holdings and shares: what bonds says.

extension ServiceSentences {
    static let bonds: KeyValuePairs = [
        // What there is.
        "There is no bond {0} here.": "Облигации {0} здесь нет.",
        "There are no quotes of {0} yet; import some.": "Котировок {0} ещё нет; загрузите их.",
        "No quote of {0} lies from {1} to {2}.": "У {0} нет котировок с {1} по {2}.",
        "The terms of {0} are not known: import them.": "Что платит {0}, неизвестно: загрузите её выплаты.",
        "terms": "выплаты",
        "{0} is known in {1}; its quotes cannot be in {2}.": "Валюта {0} — {1}; котировок в {2} у неё быть не может.",
        "must be given: {0} is new here, and nothing says what it is counted in":
            "нужно указать: {0} здесь впервые, и её валюта нигде не названа",
        "or isin must be given, not both": "нужно указать его или isin, но не оба",

        // Periods.
        "The end of the period is missing.": "Не указан конец периода.",
        "The start of the period is missing.": "Не указано начало периода.",
        "The period ends before it starts.": "Период кончается раньше, чем начинается.",
        "The period starts and ends in the same hour.": "Период начинается и кончается в одном и том же часу.",
        "must not come together with a beginning and an end": "не годится вместе с началом и концом",

        // Figures.
        "or effectiveYield must be given, not both": "нужно что-то одно: это или effectiveYield",
        "must be more than -1, which is -100 %": "нужно больше -1, то есть -100 %",
        "No yield that a number can hold makes the payments worth this price.":
            "Ни при какой доходности выплаты не стоят этой цены.",
        "The coupon of {0} is not known yet, so yield and price cannot be computed.":
            "Купон {0} ещё неизвестен, поэтому доходность и цену не вычислить.",
        "The coupon of {0} is not known yet, so yields cannot be computed.":
            "Купон {0} ещё неизвестен, поэтому доходности не вычислить.",
        "The coupon of {0} is not known yet, nor what of it has grown by {1}.":
            "Купон {0} ещё неизвестен, как и то, сколько его накопится к {1}.",
        "Nothing is left to be paid after {0}, so there is neither yield nor price.":
            "После {0} выплат не остаётся, поэтому нет ни доходности, ни цены.",
        "No quote of the period has a yield: nothing was left to be paid.":
            "В этом периоде доходности нет: выплат уже не оставалось.",
        "{0} of {1} quotes say no yield, and without the terms of {2} none can be computed: import its terms.":
            "В {0} из {1 котировки|котировок|котировок} нет доходности, а без выплат {2} её не вычислить: загрузите выплаты.",

        // Holdings.
        "{0} of these bonds are worth more than can be counted.":
            "{0 такая облигация стоит|такие облигации стоят|таких облигаций стоят} больше, чем можно сосчитать.",
        "The total is more than can be counted.": "Итог больше, чем можно сосчитать.",
        "One person can hold {0} different bonds here.":
            "У одного человека может быть не больше {0 разной облигации|разных облигаций|разных облигаций}.",
        "must be given: a service has no bonds": "нужно указать: у службы нет своих облигаций",
        "Only services ask for the bonds of somebody else.": "Чужие облигации спрашивают только службы.",

        // Shares of a whole.
        "There are no shares.": "Долей нет.",
        "The shares add up to zero, so none of them is a part of the whole.":
            "Сумма долей — ноль, поэтому ни одна не часть целого.",
        "shares[{0}] {1}.": "Доля {0}: {1!}.",
        "is not a decimal such as 1.5 or a fraction such as 1/3":
            "это не десятичное число, например 1.5, и не дробь, например 1/3",
        "is less than zero": "меньше нуля",
        "The shares are too different or their fractions too unlike to be added exactly: over a common denominator one of them would have more than {0} bits.":
            "Доли слишком разные, чтобы сложить их точно: с общим знаменателем в одной было бы больше {0 бита|битов|битов}.",
    ]
}
