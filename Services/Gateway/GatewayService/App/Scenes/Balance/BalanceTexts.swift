/// What the scene of a balance says.
enum BalanceTexts {
    static let balance = Text("Balance", "Остаток")
    static let available = Text("Available", "Доступно")
    static let held = Text("Held", "В резерве")
    static let overdraft = Text("Overdraft", "Овердрафт")
    static let id = Text("Account", "Счёт")
    static let asOf = Text("As of", "На момент")
    static let line = Text("balance at the end of each day (UTC)", "остаток на конец дня (UTC)")
    static let noLine = Text("The chart: ", "График: ")
    static let nothingYet = Text("Nothing has happened on this account yet.", "На этом счёте ещё ничего не было.")

    static func title(_ name: String) -> Text { Text("Balance of \(name)", "Остаток: \(name)") }
}
