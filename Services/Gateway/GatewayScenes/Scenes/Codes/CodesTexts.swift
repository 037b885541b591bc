import GatewayWords

enum CodesTexts {
    static let title = Text("One-time codes", "Одноразовые коды")
    static let key = Text("one-time codes", "одноразовые коды")
    static let status = Text("Codes", "Коды")
    static let isOn = Text("on", "включены")
    static let isOff = Text("off", "выключены")
    static let left = Text("Recovery codes left", "Запасных осталось")
    static let meaning = Text(
        "When they are on, signing in takes a code of an authenticator app as well as the password.",
        "Если они включены, для входа кроме пароля нужен код из приложения.")
    static let noPassword = Text(
        "You have no password yet: gateway password set gives you one.",
        "У вас ещё нет пароля: его задаст gateway password set.")
    static let turnOn = Text("turn on", "включить")
    static let turnOff = Text("turn off", "выключить")
    static let renew = Text("new recovery codes", "новые запасные коды")
    static let passwordNote = Text("Your password, once more.", "Ваш пароль, ещё раз.")
    static let codeNote = Text("Of the app, or a recovery code.", "Из приложения или запасной.")
    static let firstNote = Text("The one that the app shows now.", "Который приложение показывает сейчас.")
    static let code = Text("Code", "Код")
    static let busy = Text("One moment…", "Минуту…")
    static let scan = Text(
        """
        Scan the picture with an authenticator app, or type the secret into it. If there is no picture, make the \
        window higher.
        """,
        "Отсканируйте картинку приложением для кодов или введите в него секрет. Если картинки нет, сделайте окно выше.")
    static let picture = Text("For the app", "Для приложения")
    static let secret = Text("Secret", "Секрет")
    static let until = Text("Until", "До")
    static let recovery = Text(
        "Recovery codes, each stands in for the app once. They are shown now and never again: write them down.",
        "Запасные коды: каждый один раз заменит приложение. Больше их не покажут: запишите.")
    static let others = Text(
        "Codes are on. Other sessions go on; the list of sessions ends them.",
        "Коды включены. Другие сеансы продолжаются; их завершит список сеансов.")
    static let written = Text("they are written down", "записано")
    static let needed = Text("This takes a one-time code.", "Нужен одноразовый код.")
    static let passkeyNeeded = Text("This takes your passkey.", "Нужен ваш ключ доступа.")
    static let passwordNeeded = Text("This takes your password.", "Нужен пароль.")
    static let neededButOff = Text(
        "This takes a one-time code, and codes are off. Turn them on first, in the settings.",
        "Нужен одноразовый код, а коды выключены. Сначала включите их в настройках.")
    static let areOff = Text(
        "Codes are off; the recovery codes stopped working.", "Коды выключены; запасные больше не действуют.")

    /// Returns the question before codes are turned off.
    ///
    /// - Parameter limited: The accounts from which payments need a code.
    static func turningOff(_ limited: [Text]) -> Question {
        let plain = Text(
            "Turn one-time codes off? The password alone will do to sign in.",
            "Выключить одноразовые коды? Для входа хватит пароля.")
        let waiting = limited.joined(separator: ", ")
        let warned = Text(
            "Payments above \(waiting) take a code and will wait until codes are on again. Turn them off all the same?",
            "Оплаты сверх \(waiting) требуют кода и будут ждать, пока коды не включат снова. Всё равно выключить?")
        return Question(limited.isEmpty ? plain : warned, yes: turnOff, no: Text("leave them on", "оставить"))
    }
}
