import GatewayWords

enum BalanceTexts {
    static let balance = Text("Balance", "Остаток")
    static let available = Text("Available", "Доступно")
    static let held = Text("Held", "В резерве")
    static let overdraft = Text("Overdraft", "Овердрафт")
    static let id = Text("Account", "Счёт")
    static let asOf = Text("As of", "На момент")
    static var line: Text { .byClock("balance at the end of each day", "остаток на конец дня") }
    static let noLine = Text("The chart: ", "График: ")
    static let nothingYet = Text("Nothing has happened on this account yet.", "На этом счёте ещё ничего не было.")

    static let status = Text("Status", "Состояние")
    static let rename = Text("rename", "переименовать")
    static let freeze = Text("freeze", "заморозить")
    static let unfreeze = Text("unfreeze", "разморозить")
    static let close = Text("close it", "закрыть счёт")
    static let frozen = Text("The account is frozen: nothing moves in or out.", "Счёт заморожен: движений по нему нет.")
    static let unfrozen = Text("Money moves again.", "Счёт снова действует.")
    static let isFrozen = Text("it is frozen", "он заморожен")
    static let isHeld = Text("money is put aside on it", "на нём отложены деньги")
    static let isShort = Text("it is below zero", "на нём меньше нуля")
    static let isClosed = Text("it is closed", "он закрыт")

    static func freezing(_ name: String) -> Question {
        Question(
            Text(
                "Freeze \(name)? Nothing moves in or out until it is unfrozen.",
                "Заморозить \(name)? Пока счёт заморожен, движений по нему нет."), yes: freeze)
    }
    static func unfreezing(_ name: String) -> Question {
        Question(
            Text("Unfreeze \(name)? Money moves again.", "Разморозить \(name)? Движения по нему снова пойдут."),
            yes: unfreeze)
    }

    static func title(_ name: String) -> Text { Text("Balance of \(name)", "Остаток: \(name)") }
}
