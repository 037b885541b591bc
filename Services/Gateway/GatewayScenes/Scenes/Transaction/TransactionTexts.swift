import Domain
import GatewayWords

enum TransactionTexts {
    static let title = Text("Transaction", "Операция")
    static let amount = Text("Amount", "Сумма")
    static let kind = Text("Kind", "Вид")
    static let date = Text("Date", "Дата")
    static let what = Text("What for", "За что")
    static let category = Text("Category", "Категория")
    static let from = Text("From", "Откуда")
    static let to = Text("To", "Кому")
    static let after = Text("Balance then", "Остаток после")
    static let reverses = Text("Takes back", "Отменяет")
    static let reversedBy = Text("Taken back by", "Отменена операцией")
    static let outside = Text("outside", "наружу")
    static let fromOutside = Text("outside", "извне")
    static let before = Text("Before", "Было")
    static let then = Text("Then", "Стало")
    static func named(_ id: String) -> Text { Text("Transaction \(id)", "Операция \(id)") }
    static let id = Text("Id", "Номер")
    static let average = Text("On average", "В среднем")
    static let every = Text("Every", "Раз в")
    static let since = Text("Since", "С")
    static let likeNothing = Text(
        "Without a description there is nothing to compare by.", "Без описания сравнивать не по чему.")
    static let neighbour = Text("next transaction", "соседняя операция")
    static let neighbourShort = Text("next", "соседняя")
    static let previous = Text("previous transaction", "предыдущая операция")
    static let historyOfAlike = Text("history of these", "история этого же")
    static let historyShort = Text("history", "история")

    static func sum(_ sum: Text, _ average: Money) -> Text {
        let average = Text.change(average)
        return Text("\(sum), on average \(average)", "\(sum), в среднем \(average)")
    }

    static let otherSide = Text("The other side of it:", "Другая сторона:")
}
