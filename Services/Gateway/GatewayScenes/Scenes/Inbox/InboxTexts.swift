import GatewayWords
import Signals

enum InboxTexts {
    static let title = Text("Inbox", "Входящие")
    static let key = Text("inbox", "входящие")
    static let category = Text("about", "о чём")
    static let what = Text("what", "что")
    static let empty = Text("There is nothing here.", "Здесь ничего нет.")
    static let read = Text("read", "прочитать")
    static let archive = Text("put away", "убрать")
    static let snooze = Text("tomorrow", "завтра")
    static let readAll = Text("all read", "всё прочитано")
    static let undo = Text("take back", "вернуть")
    static let message = Text("Message", "Сообщение")
    static let readAllShort = Text("all read", "прочитаны")
    static let showAll = Text("show all", "показать все")
    static let showUnread = Text("only unread", "только новые")
    static let archived = Text("It is put away.", "Убрано.")
    static let snoozed = Text("It comes back tomorrow.", "Вернётся завтра.")
    static let allRead = Text("All of these are read.", "Всё это прочитано.")
    static let undone = Text("The last change is taken back.", "Последнее изменение отменено.")
}
