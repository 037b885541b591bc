import Domain
import GatewayWords
import Signals

enum MainTexts {
    static let title = Text("Main", "Главная")
    static let accounts = Text("Accounts", "Счета")
    static let account = Text("account", "счёт")
    static let balance = Text("balance", "остаток")
    static let available = Text("available", "доступно")
    static let transfer = Text("transfer", "перевод")
    static let history = Text("history", "история")
    static let securities = Text("securities", "бумаги")
    static let offers = Text("Offers: ", "Можно: ")
    static let offersNot = Text("Not now: ", "Сейчас нельзя: ")
    static let noAccounts = Text("There is no account yet.", "Счетов ещё нет.")
    static let openFirst = Text("Open the first one to begin.", "Начните с того, что откройте первый.")
    static let noAccount = Text("no account yet", "счетов ещё нет")
    static let noBest = Text("No pattern of yours ends now.", "Сейчас ни один паттерн не закончился.")
    static let payments = Text("Payments", "Платежи")
    static let noPayments = Text("Nothing is due within 30 days.", "В ближайшие 30 дней ничего.")

    static let bondsTitle = Text("Bonds", "Облигации")
    static let isin = Text("isin", "isin")
    static let bond = Text("bond", "облигация")
    static let held = Text("held", "есть")
    static let price = Text("price, %", "цена, %")
    static let nextPayment = Text("next", "выплата")

    static func inAll(_ total: Money) -> Text { Text("\(total) in all", "всего \(total)") }

    static func worth(_ worth: Text, _ coupons: Text) -> Text {
        Text("\(worth) · coupons \(coupons)", "\(worth) · купоны \(coupons)")
    }

    /// Tells the number of cases behind a probability.
    static func of(_ count: Int) -> Text { Text("of \(count)", "из \(count)") }

    static let securitiesTitle = Text("Securities", "Бумаги")
    static let noCategory = Text("no category", "без категории")
    static let ahead = Text("ahead", "впереди")
    static let recordShort = Text("record", "запись")
    static let openShort = Text("account", "счёт")
    static let nothingSpent = Text("Nothing has been spent yet.", "Расходов пока нет.")

    static func best(_ ticker: String) -> Text { Text("best \(ticker)", "лучшая \(ticker)") }

    static func news(_ count: Int) -> Text {
        Text("● \(count) new", "● \(count, "новое", "новых", "новых")")
    }

    /// Replaces content from an unreachable service.
    static func noAnswer(_ service: String) -> Text { Text("! no answer: \(service)", "! нет ответа: \(service)") }

    static func money(_ account: String) -> Text {
        Text("\(account) · 30 days back, 30 ahead", "\(account) · 30 дней было, 30 будет")
    }

    static func lowest(_ low: SubscriptionsSignal.ForecastLow, today: CalendarDay) -> Text {
        let day = Text.shortDay(low.date, today: today, hasWeekday: false)
        return Text("lowest \(low.balance) on \(day)", "меньше всего \(low.balance) \(day)")
    }

    static func spent(in day: CalendarDay) -> Text {
        let month = Text.inMonth(of: day)
        return Text("Spent in \(month)", "Расходы в \(month)")
    }

    /// The actions available in every scene.
    static let globalActions =
        [SceneAction("main", .control("a"), Text("main scene", "главная"), isHinted: false)]
        + AppPart.everywhere.map { SceneAction(ActionName($0.rawValue), nil, name(of: $0), isHinted: false) }
        + [SceneAction("sign-out", nil, Text("sign out", "выйти из учётной записи"), isHinted: false)]

    /// Returns the name of a part for lists of actions.
    static func name(of part: AppPart) -> Text {
        switch part {
        case .balance: balance
        case .transfer: transfer
        case .record: RecordTexts.key
        case .opening: AccountFormTexts.key
        case .schedules: SchedulesTexts.key
        case .templates: TemplatesTexts.key
        case .importing: ImportTexts.key
        case .imports: ImportsTexts.key
        case .limits: LimitsTexts.key
        case .history: history
        case .securities: securities
        case .scanner: PatternsTexts.scanner
        case .bonds: BondsTexts.key
        case .subscriptions: SubscriptionsTexts.key
        case .inbox: InboxTexts.key
        case .settings: SettingsTexts.key
        case .preferences: PreferencesTexts.key
        case .telegram: TelegramLinkTexts.key
        case .codes: CodesTexts.key
        case .passkeys: PasskeysTexts.key
        case .sessions: SessionsTexts.key
        }
    }

    static func status(_ status: LedgerSignal.AccountStatus) -> Text {
        switch status {
        case .active: Text(verbatim: "")
        case .frozen: Text("frozen", "заморожен")
        case .closed: Text("closed", "закрыт")
        }
    }

    static func shortage(_ shortage: Shortage) -> Text {
        let name = shortage.account.name
        guard let payment = shortage.payment else {
            return Text("! \(name) is below zero: \(shortage.balance)", "! \(name): меньше нуля, \(shortage.balance)")
        }
        return Text(
            "! \(name) on \(shortage.day): \(shortage.balance), after \(payment)",
            "! \(name) \(shortage.day): \(shortage.balance), после \(payment)")
    }
}
