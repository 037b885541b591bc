import Domain
import GatewayWords

enum AccountClosingTexts {
    static let to = Text("What is left goes to", "Остаток уйдёт на")
    static let forGood = Text(
        "A closed account cannot be opened again. What happened on it stays in the history.",
        "Закрытый счёт снова не открыть. Что на нём было, останется в истории.")
    static let close = Text("close it for good", "закрыть навсегда")
    static let keep = Text("leave it open", "не закрывать")
    static let closing = Text("Closing it…", "Закрывается…")
    static let refused = Text("It was not closed.", "Счёт не закрыт.")

    static func title(_ name: String) -> Text { Text("Close \(name)", "Закрыть \(name)") }
    static func question(_ name: String) -> Question {
        Question(Text("Close \(name) for good?", "Закрыть \(name) навсегда?"), yes: close, no: keep)
    }

    static func left(_ balance: Money) -> Text {
        Text("\(balance) are left in it.", "На нём осталось \(balance).")
    }
    static func moved(_ balance: Money, to name: String) -> Text {
        Text("\(balance) go to \(name) first.", "Сначала \(balance) уйдут на счёт \(name).")
    }
    static func nowhere(_ currency: Currency) -> Text {
        Text(
            "There is no other account in \(currency.code) that it could go to: transfer it first.",
            "Другого счёта в \(currency.code), куда его перевести, нет: сначала переведите остаток.")
    }
}
