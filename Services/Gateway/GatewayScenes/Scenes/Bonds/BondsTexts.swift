import Domain
import GatewayWords
import Signals

enum BondsTexts {
    static let title = Text("Bonds", "Облигации")
    static let key = Text("bonds", "облигации")
    static let name = Text("name", "название")
    static let price = Text("price, %", "цена, %")
    static let of = Text("of", "на")
    static let matures = Text("matures", "погашение")
    static let held = Text("held", "у вас")
    static let empty = Text(
        "There are no bonds yet: gateway bonds import FILE takes some.",
        "Облигаций ещё нет: gateway bonds import FILE загрузит их.")
    static let chart = Text("Chart", "График")
    static let dropPeriod = Text("drop period", "снять период")
    static let priceKind = Text("price", "цена")
    static let yieldKind = Text("yield", "доходность")
    static let kindKey = Text("price or yield", "цена или доходность")
    static let from = Text("From", "С")
    static let to = Text("To", "По")
    static let dayNote = Text(
        "2025-06-30, 30.06, yesterday, monday; ← → a day earlier or later.",
        "30.06.2025, 30.06, вчера, понедельник; ← → на день раньше или позже.")
    static let notADay = Text("That is no day.", "Это не день.")
    static let reversedDays = Text("The last day is before the first.", "Последний день раньше первого.")
    static let periodInWords = Text("period in words", "период словами")
    static let shorter = Text("shorter, longer", "короче, длиннее")
    static let longer = Text("longer period", "период длиннее")
    static let figuresTitle = Text("Of these quotes", "По этим котировкам")
    static let show = Text("show", "показать")
    static let lowest = Text("Lowest", "Наименьшая")
    static let highest = Text("Highest", "Наибольшая")
    static let change = Text("Change", "Изменение")
    static let quotes = Text("Quotes", "Котировок")
    static let lastDay = Text("Price of", "Цена на день")
    static let currency = Text("Currency", "Валюта")
    static let yearOfPrices = Text("Price · a year", "Цена · год")
    static let maturity = Text("Matures", "Погашение")
    static let yield = Text("Yield a year", "Доходность")
    static let currentYield = Text("Current yield", "Текущая")
    static let accrued = Text("Accrued", "Накоплено")
    static let dirty = Text("Price with it", "Цена с ним")
    static let duration = Text("Duration", "Дюрация")
    static let convexity = Text("Convexity", "Выпуклость")
    static let faceLeft = Text("Face left", "Номинал")
    static let calendar = Text("What it pays", "Что она платит")
    static let paid = Text("paid", "выплата")
    static let what = Text("what", "что")
    static let value = Text("for one", "на одну")
    static let coupon = Text("coupon", "купон")
    static let principal = Text("principal", "номинал")
    static let noTerms = Text(
        "What it pays is not known: gateway bonds fetch takes its terms from the exchange.",
        "Неизвестно, что она платит: gateway bonds fetch возьмёт условия с биржи.")

    static func figures(on day: CalendarDay) -> Text {
        Text("At the last price, on its day, \(day)", "По последней цене, на её день, \(day)")
    }

    static func years(_ years: Double) -> Text {
        let number = Text.decimal(years, places: 2)
        return Text("\(number) years", "\(number) года")
    }

    static func unknownCoupons(_ count: Int) -> Text {
        Text(
            "\(count, "coupon is", "coupons are") not known yet, so no yield can be computed.",
            "\(count, "купон", "купона", "купонов") ещё не назначено, поэтому доходность не посчитать.")
    }
}
