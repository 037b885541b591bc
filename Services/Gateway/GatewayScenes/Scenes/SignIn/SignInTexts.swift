import GatewayWords

enum SignInTexts {
    static let title = Text("Sign in", "Вход")
    static let login = Text("Email or user name", "Почта или имя")
    static let password = Text("Password", "Пароль")
    static let code = Text("One-time code", "Одноразовый код")
    static let codeNote = Text("The code of your authenticator app.", "Код из приложения для кодов.")
    static let busy = Text("Signing in…", "Выполняется вход…")
    static let signIn = Text("sign in", "войти")
    static let byTelegram = Text("by Telegram", "через Телеграм")
    static let register = Text("register", "зарегистрироваться")
}
