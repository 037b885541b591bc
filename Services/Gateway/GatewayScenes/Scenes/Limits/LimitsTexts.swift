import Domain
import GatewayWords
import Signals

enum LimitsTexts {
    static let title = Text("Limits", "Лимиты")
    static let key = Text("limits", "лимиты")
    static let spent = Text("Spent today", "Ушло сегодня")
    static let left = Text("Left today", "Осталось сегодня")
    static let until = Text("New day", "Новый день")
    static let meaning = Text(
        "They bind whatever leaves the account, also to accounts of yours.",
        "Они касаются всего, что уходит со счёта, и на ваши счета.")
    static let save = Text("set them", "задать")
    static let sending = Text("Setting them…", "Лимиты задаются…")
    static let done = Text("They hold from now on.", "Лимиты действуют.")
    static let nothing = Text("Nothing has changed.", "Ничего не изменилось.")
    private static let none = Text("none", "нет")

    static func name(_ name: LedgerSignal.LimitName) -> Text {
        switch name {
        case .perTransfer: Text("One transfer", "На перевод")
        case .daily: Text("A day", "На день")
        case .confirmAbove: Text("Code above", "Код сверх")
        }
    }

    static func note(_ name: LedgerSignal.LimitName) -> Text {
        switch name {
        case .perTransfer:
            Text(
                "The most that one transfer takes; empty for no limit.",
                "Самое большее за один перевод; пусто — без лимита.")
        case .daily:
            Text("The most that leaves on a day; empty for no limit.", "Самое большее за день; пусто — без лимита.")
        case .confirmAbove:
            Text(
                "What is more takes a one-time code or a passkey; empty for never.",
                "Что больше, требует одноразового кода или ключа; пусто — никогда.")
        }
    }

    static func turns(at moment: Instant) -> Text {
        Text("\(moment)\(WallClocks.suffix)", "\(moment)\(WallClocks.suffix)")
    }

    /// Returns the question that lists the changes.
    static func changing(_ changes: [LimitsPresenter.Change], of account: String) -> Question {
        func text(_ money: Money?) -> Text { money.map { .money($0) } ?? none }
        let list = changes.map { change in
            let name = name(change.name)
            return Text("\(name.spoken(in: .english).lowercased())", "\(name.spoken(in: .russian).lowercased())")
                + Text(verbatim: ": ") + text(change.old) + Text(verbatim: " → ") + text(change.new)
        }
        return Question(
            Text("Change the limits of \(account)? ", "Изменить лимиты счёта «\(account)»? ")
                + list.joined(separator: "; ") + Text(verbatim: "."), yes: save, no: TransferTexts.change)
    }
}
