import GatewayWords
import Signals

enum PasskeysTexts {
    static let title = Text("Passkeys", "Ключи доступа")
    static let key = Text("passkeys", "ключи доступа")
    static let name = Text("Name", "Имя")
    static let nameNote = Text("Such as the device that keeps it.", "Например, устройство, на котором он лежит.")
    static let added = Text("Added", "Добавлен")
    static let used = Text("Last used", "Последний раз")
    static let never = Text("never", "никогда")
    static let add = Text("add a passkey", "добавить ключ доступа")
    static let make = Text("make the passkey on this device", "создать ключ на этом устройстве")
    static let signIn = Text("by a passkey", "ключом доступа")
    static let use = Text("use a passkey", "приложить ключ доступа")
    static let rename = Text("rename", "переименовать")
    static let remove = Text("remove", "удалить")
    static let next = Text("next", "дальше")
    static let none = Text("You have no passkeys yet.", "Ключей доступа пока нет.")
    static let meaning = Text(
        """
        A passkey signs you in by a finger, a face or a PIN of your device, without password and code. It also \
        takes the place of a code, such as for transfers above a limit.
        """,
        """
        Ключ доступа впускает по пальцу, лицу или PIN устройства, без пароля и кода. Он же заменяет код, например для \
        переводов сверх лимита.
        """)
    static let browserOnly = Text(
        "A terminal has no authenticator: passkeys are added on the page, gateway web.",
        "У терминала нет устройства с ключами: их добавляют на странице, gateway web.")
    static let ask = Text(
        "The browser now asks your device.", "Браузер сейчас спросит ваше устройство.")
    static let noAnswer = Text(
        "The browser's answer could not be read. Try again.", "Ответ браузера не прочитать. Попробуйте ещё раз.")
    static let shared = Text("on several devices", "на нескольких устройствах")

    static func isAdded(_ name: String) -> Text {
        Text("The passkey “\(name)” is added.", "Ключ доступа «\(name)» добавлен.")
    }

    static func isRenamed(_ name: String) -> Text {
        Text("The passkey is now called “\(name)”.", "Теперь ключ называется «\(name)».")
    }

    static func isRemoved(_ ended: Int) -> Text {
        guard ended > 0 else { return Text("The passkey is removed.", "Ключ доступа удалён.") }
        return Text(
            "The passkey is removed, and \(ended, "session", "sessions") that began with it ended.",
            "Ключ доступа удалён; завершено начатых им: \(ended, "сеанс", "сеанса", "сеансов").")
    }
}
