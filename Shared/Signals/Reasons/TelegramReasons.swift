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
        "Telegram does not accept the bot's token; put the right one in its file and restart the services.",
        "Telegram не принимает токен бота; положите верный в его файл и перезапустите службы.")
    public static let telegramNotReachedYet = Reason(
        "telegramNotReachedYet", "Telegram has not been reached yet.", "Telegram ещё не ответил.")
    public static let telegramUnreachable = Reason(
        "telegramUnreachable", "Telegram cannot be reached now; try again, or sign in with the password.",
        "Telegram сейчас недоступен; повторите или войдите по паролю.")
    public static let telegramSilent = Reason(
        "telegramSilent", "Telegram did not answer: {cause!}.", "Telegram не ответил: {cause!}.")
    public static let telegramPauses = Reason(
        "telegramPauses", "Telegram asks for a pause of {seconds second|seconds}.",
        "Telegram просит паузу: {seconds секунда|секунды|секунд}.")
    public static let telegramAnotherReader = Reason(
        "telegramAnotherReader",
        "Another program receives the updates of this bot, or the bot has a webhook: {answer}.",
        "Обновления этого бота забирает другая программа, или у него вебхук: {answer}.")
    public static let telegramInTrouble = Reason(
        "telegramInTrouble", "Telegram has a problem (status {status}).", "У Telegram неполадки (статус {status}).")
    public static let telegramUnreadable = Reason(
        "telegramUnreadable", "The answer of Telegram cannot be read (status {status}).",
        "Ответ Telegram не разобрать (статус {status}).")
    public static let telegramRefuses = Reason(
        "telegramRefuses", "Telegram refused: {answer} (status {status}).",
        "Telegram отказал: {answer} (статус {status}).")
    public static let telegramTakes = Reason(
        "telegramTakes", "Telegram accepted the message.", "Telegram принял сообщение.")

    // Signing in by Telegram.
    public static let telegramLinked = Reason(
        "telegramLinked", "The Telegram account “{name}” is already linked; unlink it first.",
        "Telegram «{name}» уже привязан; сначала отвяжите его.")
    public static let tooManyTelegramSignIns = Reason(
        "tooManyTelegramSignIns",
        "Too many sign-ins with Telegram were started this minute; try again in {seconds second|seconds}.",
        "За эту минуту начато слишком много входов через Telegram; повторите через {seconds секунду|секунды|секунд}.")
    public static let noSuchTelegramAttempt = Reason(
        "noSuchTelegramAttempt", "There is no such sign-in with Telegram; start again.",
        "Такого входа через Telegram нет; начните заново.")
    public static let telegramProofInvalid = Reason(
        "telegramProofInvalid", "This Telegram proof is not for this house, has expired or was already used.",
        "Это подтверждение Telegram выдано не нам, устарело или уже использовано.")
    public static let telegramOfNobody = Reason(
        "telegramOfNobody", "No user is linked to this Telegram account; sign in another way and link it.",
        "С этим Telegram не связан ни один пользователь; войдите другим способом и привяжите его.")
    public static let telegramIsOnlyWayIn = Reason(
        "telegramIsOnlyWayIn", "You have no password: without Telegram you could not sign in.",
        "У вас нет пароля: без Telegram вы не смогли бы войти.")
    public static let telegramNotLinked = Reason(
        "telegramNotLinked", "You have no linked Telegram account.", "У вас нет привязанного Telegram.")
    public static let noTelegramWebhook = Reason(
        "noTelegramWebhook",
        "No webhook is set up: name the file with its secret token in --telegram-webhook-secret-file.",
        "Вебхук не настроен: укажите файл с его секретом в --telegram-webhook-secret-file.")
    public static let notTheWebhookSecret = Reason(
        "notTheWebhookSecret", "This is not the secret token of the webhook.", "Это не секрет вебхука.")
    public static let notATelegramUpdate = rule(
        "notATelegramUpdate", "must be the text of an update as Telegram sends it",
        "нужен текст обновления, каким его присылает Telegram")

    /// Why Telegram did not do what was asked.
    public static let telegram: [Reason] = [
        telegramNotSetUp, telegramTokenUnknown, telegramNotReachedYet, telegramUnreachable, telegramSilent,
        telegramPauses, telegramAnotherReader, telegramInTrouble, telegramUnreadable, telegramRefuses, telegramTakes,
        telegramLinked, tooManyTelegramSignIns, noSuchTelegramAttempt, telegramProofInvalid, telegramOfNobody,
        telegramIsOnlyWayIn, telegramNotLinked, noTelegramWebhook, notTheWebhookSecret, notATelegramUpdate,
    ]
}
