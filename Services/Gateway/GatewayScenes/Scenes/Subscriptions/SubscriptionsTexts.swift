import Domain
import GatewayWords
import Signals

/// The texts of the scenes about subscriptions.
enum SubscriptionsTexts {
    static let title = Text("Subscriptions", "Подписки")
    static let key = Text("subscriptions", "подписки")
    static let service = Text("service", "сервис")
    static let amount = Text("amount", "сумма")
    static let every = Text("every", "раз в")
    static let nextShort = Text("next", "следующая")
    static let inDays = Text("when", "когда")
    static let pauseShort = Text("pause", "пауза")
    static let pays = Text("pays", "платит")
    static let due = Text("due", "срок")
    static let byHand = Text("by hand", "вручную")
    static let paidSoFar = Text("paid", "заплачено")
    static let remind = Text("remind", "напомнить")
    static let trial = Text("trial until", "пробный до")
    static let ends = Text("ends", "закончится")
    static let payments = Text("Payments", "Оплаты")
    static let nothingPaid = Text("Nothing has been paid yet.", "Оплат ещё не было.")
    static let wasNotPaid = Text(
        "! The last one was not paid.",
        "! Прошлая оплата не прошла.")
    static let empty = Text("There are no subscriptions yet.", "Подписок ещё нет.")
    static let add = Text("add", "добавить")
    static let edit = Text("change", "изменить")
    static let pay = Text("paid", "оплачено")
    static let skip = Text("skip", "пропустить")
    static let pause = Text("pause", "приостановить")
    static let resume = Text("resume", "возобновить")
    static let removeKey = Text("remove", "удалить")
    static let forecast = Text("forecast", "прогноз")
    static let keepPayments = Text("remove, keep payments", "удалить, оплаты оставить")
    static let dropPayments = Text("remove with payments", "удалить вместе с оплатами")

    static let leave = Text("leave it as it is", "ничего не менять")

    /// Returns the question before a removal. It has three answers: keep the payments, drop them too, or do nothing.
    static func removing(_ title: SubscriptionsSignal.Title) -> Question {
        Question(
            Text("Remove \(title.en)?", "Удалить «\(title.ru)»?"),
            [
                Answer("no", leave, .no), Answer("keep", keepPayments, .other), Answer("drop", dropPayments, .other),
            ])
    }

    static func paying(_ subscription: SubscriptionsSignal.Subscription) -> Question {
        let title = subscription.title
        guard let next = subscription.nextPayment else {
            return Question(Text("Is \(title.en) paid?", "«\(title.ru)» оплачена?"), yes: pay)
        }
        return Question(
            Text(
                "Is the payment of \(title.en) on \(next.date), \(next.amount), paid?",
                "Оплата «\(title.ru)» за \(next.date), \(next.amount), сделана?"), yes: pay)
    }

    static func skipping(_ subscription: SubscriptionsSignal.Subscription) -> Question {
        let title = subscription.title
        guard let next = subscription.nextPayment else {
            return Question(Text("Skip a payment of \(title.en)?", "Пропустить оплату «\(title.ru)»?"), yes: skip)
        }
        return Question(
            Text(
                "Skip the payment of \(title.en) on \(next.date), \(next.amount)?",
                "Пропустить оплату «\(title.ru)» за \(next.date), \(next.amount)?"), yes: skip)
    }

    static func pausing(_ subscription: SubscriptionsSignal.Subscription) -> Question {
        Question(
            Text(
                "Pause \(subscription.title.en)? Nothing is paid until it is resumed.",
                "Приостановить «\(subscription.title.ru)»? До возобновления оплат не будет."), yes: pause)
    }

    static func resuming(_ subscription: SubscriptionsSignal.Subscription) -> Question {
        Question(
            Text("Resume \(subscription.title.en)?", "Возобновить «\(subscription.title.ru)»?"), yes: resume)
    }

    static func removed(_ title: SubscriptionsSignal.Title) -> Text {
        Text("\(title.en) is removed.", "«\(title.ru)» удалена.")
    }
    static let ahead = Text("pay ahead", "оплатить вперёд")
    static let unpay = Text("take back", "снять отметку")

    static func takingBack(_ title: SubscriptionsSignal.Title) -> Question {
        Question(
            Text(
                "Take back that a payment of \(title.en) was made or is skipped, the newest one?",
                "Снять последнюю отметку об оплате или пропуске «\(title.ru)»?"), yes: unpay)
    }
    static func paid(_ title: SubscriptionsSignal.Title, _ day: CalendarDay) -> Text {
        Text("\(title.en), due on \(day), is paid.", "«\(title.ru)» за \(day) оплачена.")
    }
    static func skipped(_ title: SubscriptionsSignal.Title, _ day: CalendarDay) -> Text {
        Text("The payment of \(title.en) due on \(day) is skipped.", "Оплата «\(title.ru)» за \(day) пропущена.")
    }
    static func takenBack(_ title: SubscriptionsSignal.Title, _ day: CalendarDay) -> Text {
        Text(
            "What was said of the payment of \(title.en) due on \(day) is taken back.",
            "Отметка об оплате «\(title.ru)» за \(day) снята.")
    }
    static func paused(_ title: SubscriptionsSignal.Title) -> Text {
        Text("\(title.en) is paused.", "«\(title.ru)» приостановлена.")
    }
    static func resumed(_ title: SubscriptionsSignal.Title) -> Text {
        Text("\(title.en) goes on.", "«\(title.ru)» возобновлена.")
    }

    static func days(_ count: Int) -> Text {
        if count == 0 { return Text("today", "сегодня") }
        if count < 0 { return Text("\(-count, "day", "days") late", "\(-count, "день", "дня", "дней") назад") }
        return Text("in \(count, "day", "days")", "через \(count, "день", "дня", "дней")")
    }

    static func status(_ status: SubscriptionsSignal.Status) -> Text {
        status == .active ? .blank : StatusText.of(status)
    }

    /// Returns the total cost, the longest wording first.
    static func totals(_ month: Money, _ year: Money) -> [Text] {
        [
            Text("\(month) a month · \(year) a year", "\(month) в месяц · \(year) в год"),
            Text("\(month) a month", "\(month) в месяц"), .money(month),
        ]
    }

    static func times(_ count: Int, _ spent: Text) -> Text {
        Text("\(count, "time", "times")  \(spent)", "\(count, "раз", "раза", "раз")  \(spent)")
    }

    static func noRate(_ currencies: String) -> Text {
        Text("! not counted, no rate: \(currencies)", "! не посчитано, нет курса: \(currencies)")
    }
}
