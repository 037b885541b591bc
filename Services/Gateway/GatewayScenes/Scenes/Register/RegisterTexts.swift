import GatewayWords

enum RegisterTexts {
    static let title = Text("Register", "Регистрация")
    static let email = Text("Email", "Почта")
    static let name = Text("Name (optional)", "Имя (не обязательно)")
    static let password = Text("Password", "Пароль")
    static let passwordNote = Text(
        "Eight characters or more that nobody would guess.", "Восемь знаков или больше, которых никто не угадает.")
    static let again = Text("The same again", "Ещё раз")
    static let empty = Text("This is needed.", "Это нужно заполнить.")
    static let different = Text("The two passwords differ.", "Пароли не совпадают.")
    static let busy = Text("Registering…", "Регистрируем…")
    static let register = Text("register", "зарегистрироваться")
}
