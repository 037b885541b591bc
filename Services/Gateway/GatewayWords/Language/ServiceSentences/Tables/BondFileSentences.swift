// Files of bonds, what bonds pay, and the exchange: what bonds says.

extension ServiceSentences {
    static let bondFiles: KeyValuePairs = [
        // Files.
        "is no JSON: {0}": "это не JSON: {0!}",
        "has something wrong: {0}": "в нём ошибка: {0!}",
        "has something wrong: {0} {1}": "в нём ошибка: {0!}: {1!}",
        "is neither the app's JSON (activities) nor the exchange's (history, or coupons and amortizations)":
            "это не JSON приложения (activities) и не JSON биржи (history либо coupons и amortizations)",
        "must be given: the file does not say which bond it is about":
            "нужно указать: в файле не сказано, о какой он облигации",
        "has no header with a date and a price among its first lines":
            "в первых строках нет заголовка с датой и ценой",
        "must have at most {0} quotes": "не больше {0 котировки|котировок|котировок}",
        "has {0} for the price, which is no number": "вместо цены {0!}, это не число",
        "has the price {0}, which {1}": "цена {0!}: {1!}",
        "has {0} for the yield, which is no number": "вместо доходности {0!}, это не число",
        "must be a number of percent between -1e12 and 1e12": "нужно число процентов от -1e12 до 1e12",

        // Terms.
        "must say either the payments (coupons, principal) or face, rate and dates, not both":
            "укажите либо выплаты (coupons, principal), либо номинал, ставку и даты, но не то и другое",
        "must have principal (and coupons, if there are any), or all of face, ratePercent, frequency, issued, maturity":
            "нужны principal (и coupons, если есть) либо все face, ratePercent, frequency, issued, maturity",
        "is not complete": "не хватает данных",
        "must be 0, 1, 2, 3, 4, 6 or 12 payments a year": "0, 1, 2, 3, 4, 6 или 12 выплат в год",
        "must be later than the day of issue": "должно быть позже дня выпуска",
        "must be at most 125 years after the day of issue": "не позже чем через 125 лет после дня выпуска",
        "must be later than its start": "должно быть позже своего начала",
        "must not overlap: that of {0} starts before {1}": "не должны пересекаться: купон {0} начинается раньше {1}",

        // The exchange.
        "The exchange does not know the bond {0}.": "Биржа не знает облигации {0}.",
        "1 quote": "1 котировка",
        "{0} quotes": "{0 котировка|котировки|котировок}",
        "its answer has no description of the bond": "в её ответе нет описания облигации",
        "the code that it gives the bond is none": "код облигации в её ответе неверен",
        "its answer has neither coupons nor amortizations": "в её ответе нет ни купонов, ни погашений",
        "it sends coupons without end": "её купоны не кончаются",
        "what it says of the bond cannot be: {0} {1}": "её данные об облигации неверны: {0!}: {1!}",
        "its answer has no block of history": "в её ответе нет блока истории",
        "it sends the same quotes again": "она шлёт те же котировки повторно",
        "what it sends cannot be: {0} {1}": "её данные неверны: {0!}: {1!}",
        "history row {0}": "строка {0} истории",
        "coupons row {0}": "строка {0} купонов",
        "amortizations row {0}": "строка {0} погашений",
        "coupons": "купоны",
        "amortizations": "погашения",
        "has no day": "нет дня",
        "has a price that is none": "цена неверна",
        "has no day of the coupon": "нет дня купона",
        "has no beginning before the day of its coupon": "нет начала раньше дня купона",
        "has a value that is none": "значение неверно",
        "lacks a day or an amount": "нет дня или суммы",
        "has no row: nothing says what is paid back, and when": "нет строк: неизвестно, что и когда погашается",
        "overlap: that of {0} starts before {1}": "пересекаются: купон {0} начинается раньше {1}",
        "are more than {0}": "больше {0}",
    ]
}
