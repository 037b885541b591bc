import Domain
import GatewayWords

enum RecordTexts {
    static let title = Text("Money in or out", "Приход или расход")
    static let key = Text("in or out", "приход, расход")
    static let account = Text("Account", "Счёт")
    static let direction = Text("What", "Что")
    static let income = Text("money came in", "деньги пришли")
    static let expense = Text("money went out", "деньги ушли")
    static let directionNote = Text(
        "From outside or to outside; a transfer is between accounts.",
        "Извне или наружу; между счетами деньги ходят переводом.")
    static let category = Text("Category", "Категория")
    static let categoryNote = Text("Food, salary, rent; may be empty.", "Еда, зарплата, аренда; можно не заполнять.")
    static let tooLong = Text("At most 500 characters.", "Не больше 500 знаков.")
    static let longCategory = Text("At most 100 characters.", "Не больше 100 знаков.")
    static let record = Text("write it down", "записать")
    static let now = Text("Now", "Сейчас")
    static let then = Text("Then", "Потом")
    static let available = Text("Available", "Доступно")
    static let sending = Text("Writing it down…", "Записывается…")

    static func missing(_ amount: Money) -> Text { Text("! \(amount) are missing.", "! Не хватает \(amount).") }

    static func otherCurrency(_ account: Currency, _ amount: Currency) -> Text {
        Text(
            "! The account is in \(account.code), the amount in \(amount.code).",
            "! Счёт в \(account.code), сумма в \(amount.code).")
    }

    static func name(of direction: RecordState.Direction) -> Text {
        switch direction {
        case .income: income
        case .expense: expense
        }
    }

    static func done(_ amount: Money, _ account: String, _ direction: RecordState.Direction) -> Text {
        switch direction {
        case .income: Text("\(amount) came into \(account)", "\(amount) пришло на счёт «\(account)»")
        case .expense: Text("\(amount) went out of \(account)", "\(amount) ушло со счёта «\(account)»")
        }
    }

    static func question(_ amount: Money, _ account: String, _ direction: RecordState.Direction) -> Question {
        let text: Text =
            switch direction {
            case .income:
                Text(
                    "Write down that \(amount) came into \(account)?",
                    "Записать, что на счёт «\(account)» пришло \(amount)?")
            case .expense:
                Text(
                    "Write down that \(amount) went out of \(account)?",
                    "Записать, что со счёта «\(account)» ушло \(amount)?")
            }
        return Question(text, yes: record, no: TransferTexts.change)
    }

    static func category(_ name: String) -> Text { Text("Category: \(name)", "Категория: \(name)") }

    static func left(_ balance: Money) -> Text { Text("There is now: \(balance)", "Теперь на нём: \(balance)") }
}
