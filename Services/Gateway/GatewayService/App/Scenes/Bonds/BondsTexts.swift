import Domain
import Signals

/// What the scenes of bonds say.
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
    static let period = Text("period", "период")
    static let priceKind = Text("Price", "Цена")
    static let yieldKind = Text("Yield", "Доходность")
    static let kindKey = Text("price or yield", "цена или доходность")
    static let from = Text("From", "С")
    static let to = Text("To", "По")
    static let dayNote = Text("A day such as 2025-06-30 or 30.06.2025.", "День: 30.06.2025 или 2025-06-30.")
    static let notADay = Text("That is no day.", "Это не день.")
    static let show = Text("show", "показать")
    static let lowest = Text("Lowest", "Наименьшая")
    static let highest = Text("Highest", "Наибольшая")
    static let change = Text("Change", "Изменение")
    static let quotes = Text("Quotes", "Котировок")
    static let lastPrice = Text("Last price", "Последняя цена")
    static let maturity = Text("Matures", "Погашение")
    static let yield = Text("Yield a year", "Доходность в год")
    static let currentYield = Text("Current yield", "Текущая доходность")
    static let accrued = Text("Accrued interest", "Накопленный доход")
    static let dirty = Text("Price with it", "Цена вместе с ним")
    static let duration = Text("Duration, years", "Дюрация, лет")
    static let convexity = Text("Convexity", "Выпуклость")
    static let faceLeft = Text("Face left", "Остаток номинала")
    static let calendar = Text("What it pays", "Что она платит")
    static let paid = Text("paid", "выплата")
    static let what = Text("what", "что")
    static let value = Text("for one bond", "на одну")
    static let coupon = Text("coupon", "купон")
    static let principal = Text("principal", "номинал")
    static let noTerms = Text(
        "What it pays is not known: import its terms.", "Неизвестно, что она платит: загрузите условия выпуска.")

    static func figures(on day: CalendarDay) -> Text {
        Text("At the last price, on its day, \(day)", "По последней цене, на её день, \(day)")
    }

    static func unknownCoupons(_ count: Int) -> Text {
        Text(
            "\(count, "coupon is", "coupons are") not known yet, so no yield can be reckoned.",
            "\(count, "купон", "купона", "купонов") ещё не назначено, поэтому доходность не посчитать.")
    }
}
