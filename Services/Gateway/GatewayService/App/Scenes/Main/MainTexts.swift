import Signals
import Terminal

/// What the main scene says.
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
    static let best = Text("Best security  ", "Лучшая бумага  ")
    static let noBest = Text("no pattern of yours ends now", "сейчас ни один паттерн не закончился")
    static let payments = Text("Next payments", "Ближайшие платежи")
    static let noPayments = Text("Nothing is due within 30 days.", "В ближайшие 30 дней ничего.")
    static let noSchedules = Text("Scheduled transfers: ", "Назначенные переводы: ")
    static let noCoupons = Text("Coupons: ", "Купоны: ")
    static let noSubscriptions = Text("Subscriptions: ", "Подписки: ")

    static let inbox = Text("Inbox  ", "Входящие  ")

    /// What can be done from every scene.
    static let globalActions =
        [SceneAction("main", .control("a"), Text("main scene", "главная"), isHinted: false)]
        + AppPart.everywhere.map { SceneAction(ActionName($0.rawValue), nil, name(of: $0), isHinted: false) }
        + [SceneAction("sign-out", nil, Text("sign out", "выйти из учётной записи"), isHinted: false)]

    /// What a part is called in lists of what can be done.
    static func name(of part: AppPart) -> Text {
        switch part {
        case .balance: balance
        case .transfer: transfer
        case .record: RecordTexts.key
        case .opening: AccountFormTexts.key
        case .schedules: SchedulesTexts.key
        case .history: history
        case .securities: securities
        case .scanner: PatternsTexts.scanner
        case .bonds: BondsTexts.key
        case .subscriptions: SubscriptionsTexts.key
        case .inbox: InboxTexts.key
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

    static func feature(_ type: LedgerSignal.FeatureType) -> Text {
        switch type {
        case .balance: Text("balance", "остаток")
        case .transfer: Text("transfer", "перевод")
        case .history: Text("history", "история")
        case .deposit: Text("deposit", "пополнение")
        case .withdraw: Text("withdrawal", "списание")
        case .hold: Text("hold", "резерв")
        case .rename: Text("new name", "новое имя")
        case .overdraft: Text("overdraft", "овердрафт")
        case .freeze: Text("freeze", "заморозка")
        case .unfreeze: Text("unfreeze", "разморозка")
        case .close: Text("closing", "закрытие")
        }
    }

    static func shortage(_ shortage: Shortage) -> Text {
        let name = shortage.account.name
        guard let payment = shortage.payment else {
            return Text(
                "! \(name) is below zero: \(shortage.balance).", "! На счёте \(name) меньше нуля: \(shortage.balance).")
        }
        return Text(
            "! \(name) will be at \(shortage.balance) on \(shortage.day), after \(payment).",
            "! На счёте \(name) будет \(shortage.balance) \(shortage.day), после платежа \(payment).")
    }
}
