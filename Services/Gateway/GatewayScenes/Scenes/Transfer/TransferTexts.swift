import Domain
import GatewayWords
import Signals

enum TransferTexts {
    static let title = Text("Transfer", "Перевод")
    static let from = Text("From", "Откуда")
    static let to = Text("To", "Кому")
    static let toNote = Text(
        "An account of yours or a payee by name, any account by its id, or @ and a user name.",
        "Свой счёт или получатель по имени, любой счёт по номеру или @ и имя пользователя.")
    static let amount = Text("Amount", "Сумма")
    static let amountNote = Text("500, 1 500.50, 1.5k or 500 USD.", "500, 1 500,50, 1,5к или 500 USD.")
    static let purpose = Text("What for", "За что")
    static let same = Text("That is the account it comes from.", "Это тот же счёт, с которого переводят.")
    static let notPositive = Text("An amount is more than zero.", "Сумма должна быть больше нуля.")
    static let checking = Text("Checking…", "Проверяется…")
    static let outcome = Text("What would happen", "Что будет")
    static let possible = Text("possible", "можно")
    static let notPossible = Text("not possible", "нельзя")
    static let impossible = Text("Not possible: ", "Не получится: ")
    static let question = Question(Text("Shall this be done?", "Выполнить?"), yes: doIt, no: change)
    static let nothingYet = Text("Nothing has been done yet.", "Пока ничего не сделано.")
    static let sending = Text("On its way…", "Выполняется…")
    static let doIt = Text("do it", "выполнить")
    static let change = Text("change it", "изменить")
    static let done = Text("Done.", "Готово.")
    static let doneBefore = Text(
        "This was confirmed and done before; nothing was done now.",
        "Это уже было подтверждено и выполнено; сейчас ничего не сделано.")
    static let refused = Text("It was not done.", "Перевод не выполнен.")
    static let id = Text("Transfer", "Перевод")

    static func sentence(_ amount: Money, _ from: String, _ to: String) -> Text {
        Text("\(amount) from \(from) to \(to)", "\(amount) со счёта \(from) на счёт \(to)")
    }

    /// Returns the completion of → and the other suggestions.
    static func offers(_ names: [String]) -> Text {
        let list = names.joined(separator: ", ")
        return Text("→ completes: \(list)", "→ дополнит: \(list)")
    }

    static func noSuchUser(_ user: String) -> Text {
        Text("\(user) is paid by no account.", "У \(user) нет счёта, на который можно перевести.")
    }

    /// Returns the payee's name: the user's own name for it, then the name that banks show.
    static func receiver(_ payee: LedgerSignal.FoundPayee) -> String {
        switch (payee.name, payee.owner) {
        case (let name?, let owner?): "\(name) (\(owner))"
        case (nil, let owner?): "\(owner) (\(payee.account))"
        case (let name, nil): name ?? payee.account
        }
    }

    static func what(_ description: String) -> Text { Text("For: \(description)", "За что: \(description)") }

    static func left(_ account: String, _ balance: Money) -> Text {
        Text("Then in \(account): \(balance)", "Тогда на счёте \(account): \(balance)")
    }
}
