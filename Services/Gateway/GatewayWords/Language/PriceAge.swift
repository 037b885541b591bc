import Domain
import Signals

/// The age from which a price is marked as old, and the texts about old prices.
package enum PriceAge {
    /// The age in days above which a price says little about today.
    package static let mostDays = 14

    package static func isOld(_ days: Int?) -> Bool { (days ?? 0) > mostDays }

    /// Returns the note beside an old price; nil for a recent one.
    package static func warning(_ days: Int?) -> Text? {
        guard let days, isOld(days) else { return nil }
        return Text(
            "The price is \(days, "day", "days") old: its figures are of its own day and say little about today.",
            "Цене \(days, "день", "дня", "дней"): показатели — на её день и мало говорят о сегодняшнем.")
    }

    /// Returns the mark of an old price in a table.
    static func mark(_ days: Int?) -> Text {
        isOld(days) ? Text(" old", " старая") : Text(verbatim: "")
    }

    /// Returns the reason for a bond's missing figures.
    package static func noFigures(_ reason: BondsSignal.CurveGapReason) -> Text {
        switch reason {
        case .quotes: Text("It has no price yet.", "Цены ещё нет.")
        case .terms: Text("Its payments are not fully known: no yield.", "Выплаты известны не все: доходности нет.")
        case .matured:
            Text("It was redeemed before its last price.", "Она погашена раньше, чем была последняя цена.")
        case .noYield:
            Text(
                "No yield fits the last price: check that it is in percent of the face.",
                "Последней цене не подходит никакая доходность: проверьте, что она в процентах номинала.")
        }
    }
}
