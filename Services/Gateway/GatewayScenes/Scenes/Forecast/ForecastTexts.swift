import GatewayWords
import Signals

enum ForecastTexts {
    static let title = Text("Forecast", "Прогноз")
    static let account = Text("other account", "другой счёт")
    static let length = Text("how far", "на сколько")
    static let nothing = Text("Nothing is expected.", "Ничего не ожидается.")
    static let noBonds = Text(
        "Coupons are missing: bonds does not answer.", "Купонов нет: служба облигаций не отвечает.")

    static func ahead(_ days: Int) -> Text {
        Text("   \(days, "day", "days") ahead", "   на \(days, "день", "дня", "дней") вперёд")
    }

    static func low(_ low: SubscriptionsSignal.ForecastLow) -> Text {
        let because = low.because.map { change in
            Text(", after \(change.title.en)", ", после «\(change.title.ru)»")
        }
        return Text("! \(low.balance) on \(low.date)", "! \(low.balance) \(low.date)") + (because ?? Text(verbatim: ""))
    }

    static func of(_ account: String, days: Int) -> Text {
        Text(
            "Forecast of \(account) · \(days, "day", "days")",
            "Прогноз \(account) · \(days, "день", "дня", "дней")")
    }

    static func lowest(_ low: SubscriptionsSignal.ForecastLow) -> Text {
        Text("Lowest: \(low.balance) on \(low.date)", "Меньше всего: \(low.balance) \(low.date)")
    }

    static func unplaced(_ change: SubscriptionsSignal.ForecastChange) -> Text {
        Text(
            "No account known: \(change.title.en), \(change.amount) on \(change.day)",
            "Счёт неизвестен: «\(change.title.ru)», \(change.amount) \(change.day)")
    }

    static func kind(_ kind: SubscriptionsSignal.ForecastKind) -> Text {
        switch kind {
        case .subscription: Text("subscription", "подписка")
        case .scheduledTransfer: Text("transfer", "перевод")
        case .coupon: Text("coupon", "купон")
        case .principal: Text("principal", "номинал")
        }
    }
}
