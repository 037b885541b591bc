import Reasons

extension Reason {
    // The bot.
    public static let telegramNotSetUp = Reason(
        "telegramNotSetUp",
        """
        Telegram is not set up: put the token that @BotFather gave you into the file $KOPILKA_DATA/telegram-token \
        (chmod 600) and restart the services.
        """,
        """
        Telegram не настроен: положите токен от @BotFather в файл $KOPILKA_DATA/telegram-token (chmod 600) и \
        перезапустите службы.
        """)
    public static let telegramTokenUnknown = Reason(
        "telegramTokenUnknown",
        "Telegram does not know the bot's token; put the right one in its file and restart the services.",
        "Telegram не знает токен бота; положите верный в его файл и перезапустите службы.")
    public static let telegramNotReachedYet = Reason(
        "telegramNotReachedYet", "Telegram was not reached yet.", "Telegram ещё не ответил.")
    public static let telegramUnreachable = Reason(
        "telegramUnreachable", "Telegram cannot be reached at this moment; try again, or sign in with the password.",
        "Telegram сейчас недоступен; повторите или войдите по паролю.")
    public static let telegramSilent = Reason(
        "telegramSilent", "Telegram did not answer: {cause!}.", "Telegram не ответил: {cause!}.")
    public static let telegramPauses = Reason(
        "telegramPauses", "Telegram asks for a pause of {seconds second|seconds}.",
        "Telegram просит паузу: {seconds секунда|секунды|секунд}.")
    public static let telegramAnotherReader = Reason(
        "telegramAnotherReader", "Another program asks for the updates of this bot, or it has a webhook: {answer}.",
        "Обновления этого бота забирает другая программа, или у него вебхук: {answer}.")
    public static let telegramInTrouble = Reason(
        "telegramInTrouble", "Telegram is in trouble (status {status}).", "У Telegram неполадки (статус {status}).")
    public static let telegramUnreadable = Reason(
        "telegramUnreadable", "The answer of Telegram cannot be read (status {status}).",
        "Ответ Telegram не читается (статус {status}).")
    public static let telegramRefuses = Reason(
        "telegramRefuses", "Telegram refuses it: {answer} (status {status}).",
        "Telegram отказывает: {answer} (статус {status}).")
    public static let telegramTakes = Reason("telegramTakes", "Telegram took it.", "Telegram принял.")

    // Signing in by Telegram.
    public static let telegramLinked = Reason(
        "telegramLinked", "The Telegram account “{name}” is linked already; unlink it first.",
        "Telegram «{name}» уже привязан; сначала отвяжите его.")
    public static let tooManyTelegramSignIns = Reason(
        "tooManyTelegramSignIns",
        "Too many sign-ins by Telegram have begun in this minute; try again in {seconds second|seconds}.",
        "За эту минуту начато слишком много входов через Telegram; повторите через {seconds секунду|секунды|секунд}.")
    public static let noSuchTelegramAttempt = Reason(
        "noSuchTelegramAttempt", "There is no such attempt to sign in by Telegram; begin again.",
        "Такой попытки входа через Telegram нет; начните заново.")
    public static let telegramProofInvalid = Reason(
        "telegramProofInvalid", "Telegram did not write this for us, or too long ago, or it was used.",
        "Telegram писал это не нам, или слишком давно, или это уже использовано.")
    public static let telegramOfNobody = Reason(
        "telegramOfNobody", "No user is linked to this Telegram account; sign in otherwise and link it.",
        "С этим Telegram не связан ни один пользователь; войдите иначе и привяжите его.")
    public static let telegramIsOnlyWayIn = Reason(
        "telegramIsOnlyWayIn", "This account has no password: without Telegram nobody could sign in to it.",
        "У вас нет пароля: без Telegram вы не смогли бы войти.")
    public static let telegramNotLinked = Reason(
        "telegramNotLinked", "No Telegram account is linked to you.", "К вам не привязан Telegram.")
    public static let noTelegramWebhook = Reason(
        "noTelegramWebhook",
        "No webhook is set up: --telegram-webhook-secret-file names the file with its secret token.",
        "Вебхук не настроен: --telegram-webhook-secret-file называет файл с его секретом.")
    public static let notTheWebhookSecret = Reason(
        "notTheWebhookSecret", "This is not the secret token of the webhook.", "Это не секрет вебхука.")
    public static let notATelegramUpdate = rule(
        "notATelegramUpdate", "must be the text of an update as Telegram sends it",
        "нужен текст обновления, как его шлёт Telegram")

    /// Why Telegram did not do what was asked.
    public static let telegram: [Reason] = [
        telegramNotSetUp, telegramTokenUnknown, telegramNotReachedYet, telegramUnreachable, telegramSilent,
        telegramPauses, telegramAnotherReader, telegramInTrouble, telegramUnreadable, telegramRefuses, telegramTakes,
        telegramLinked, tooManyTelegramSignIns, noSuchTelegramAttempt, telegramProofInvalid, telegramOfNobody,
        telegramIsOnlyWayIn, telegramNotLinked, noTelegramWebhook, notTheWebhookSecret, notATelegramUpdate,
    ]
}
