import Domain

/// The language and the texts of the bot: Russian for people who use it, English for all others. Plain text, without
/// markup.
enum TelegramLanguage: String, Hashable, Sendable {
    case english = "en"
    case russian = "ru"

    /// Reads the IETF BCP 47 code that Telegram sends.
    init(code: String?) {
        self = code?.prefix(2).lowercased() == Self.russian.rawValue ? .russian : .english
    }

    private func say(_ english: String, _ russian: String) -> String { self == .russian ? russian : english }

    private func name(of device: String) -> String {
        DeviceName.text(device, in: self == .russian ? .russian : .english)
    }

    /// Asks for the number.
    func question(_ attempt: TelegramAttempt, userName: String?) -> String {
        let device = attempt.device.map(name) ?? say("unknown", "неизвестно")
        let time = attempt.createdAt.minuteInUTC + " UTC"
        let what =
            userName.map { name in
                say(
                    "Link this Telegram account to the Kopilka user “\(name)”?",
                    "Привязать этот Telegram к пользователю Копилки «\(name)»?")
            } ?? say("Sign in to Kopilka?", "Войти в Копилку?")
        return say(
            """
            \(what)

            Device: \(device)
            Started: \(time)

            Pick the number that your own screen shows. If you did not start this yourself, somebody is trying to sign \
            in as you: press “It was not me”.
            """,
            """
            \(what)

            Устройство: \(device)
            Начато: \(time)

            Выберите число, которое видите на своём экране. Если вы этого не начинали, кто-то пытается войти за \
            вас: нажмите «Это не я».
            """)
    }

    /// The line above the question after a wrong number.
    func wrong(triesLeft: Int) -> String {
        switch triesLeft {
        case 1: say("Wrong number. 1 try left.", "Неверное число. Осталась 1 попытка.")
        default:
            say(
                "Wrong number. \(triesLeft) tries left.",
                "Неверное число. Осталось попыток: \(triesLeft).")
        }
    }

    var notMe: String { say("It was not me", "Это не я") }
    var create: String { say("Create a new account", "Создать учётную запись") }
    var cancel: String { say("Cancel", "Отмена") }

    /// Asks for consent before a user is created.
    func createQuestion(name: String) -> String {
        say(
            "The number is right, but no Kopilka user is linked to this Telegram account. "
                + "Create a new one, “\(name)”?\n\n"
                + "If you have an account already, cancel, sign in with your password and link Telegram there.",
            "Число верное, но с этим Telegram не связан ни один пользователь Копилки. Создать нового, «\(name)»?\n\n"
                + "Если у вас уже есть учётная запись, нажмите «Отмена», войдите с паролем и привяжите Telegram там.")
    }

    func signedIn(device: String?) -> String {
        guard let device = device.map(name) else { return say("Signed in.", "Вход выполнен.") }
        return say("Signed in: \(device).", "Вход выполнен: \(device).")
    }

    func created(name: String) -> String {
        say("The account “\(name)” was created. You are signed in.", "Учётная запись «\(name)» создана, вход выполнен.")
    }

    func linked(userName: String) -> String {
        say("This Telegram account is now linked to “\(userName)”.", "Этот Telegram теперь связан с «\(userName)».")
    }

    var denied: String {
        say(
            "Refused. Nobody was let in. If somebody sent you that link, they tried to get into your account.",
            "Отклонено. Никто не вошёл. Если ссылку вам прислали, её автор пытался войти в вашу учётную запись.")
    }

    var cancelled: String { say("Cancelled. Nothing was done.", "Отменено. Ничего не сделано.") }
    var tooManyWrong: String {
        say(
            "Refused: three wrong numbers. Start again on your device.",
            "Отклонено: три неверных числа. Начните заново на своём устройстве.")
    }
    var nobodyLinked: String {
        say(
            "No Kopilka user is linked to this Telegram account. Sign in with your password and link it there.",
            "С этим Telegram не связан ни один пользователь Копилки. Войдите с паролем и привяжите его там.")
    }
    var linkedToAnother: String {
        say(
            "This Telegram account is linked to another Kopilka user. Unlink it there first.",
            "Этот Telegram связан с другим пользователем Копилки. Сначала отвяжите его там.")
    }
    var userHasAnother: String {
        say(
            "Another Telegram account is linked to that user. Unlink it first.",
            "С этим пользователем связан другой Telegram. Сначала отвяжите его.")
    }
    var over: String {
        say(
            "This link has expired or was already used. Start again on your device.",
            "Ссылка устарела или уже использована. Начните заново на своём устройстве.")
    }
    var notYours: String {
        say("Somebody else has opened this link.", "Эту ссылку уже открыл кто-то другой.")
    }
    var oldButton: String { say("These buttons have expired.", "Эти кнопки устарели.") }
    var greeting: String {
        say(
            "Here you confirm your sign-ins to Kopilka. Start on your device: gateway login --telegram",
            "Здесь подтверждают вход в Копилку. Начните на своём устройстве: gateway login --telegram")
    }
}
