import Reasons

extension Reason {
    // Channels that are off.
    public static let switchedOffByOwner = Reason(
        "switchedOffByOwner", "Its owner switched it off.", "Его выключил владелец.")
    public static let channelWasSwitchedOff = Reason(
        "channelWasSwitchedOff", "The channel was switched off.", "Канал выключили.")
    public static let channelIsOff = rule(
        "channelIsOff", "The channel is off: {cause!}", "Канал выключен: {cause!}")
    public static let testBrokenOff = Reason(
        "testBrokenOff", "The test was broken off: notifications is shutting down.",
        "Проверка прервана: служба notifications останавливается.")
    public static let cannotSendThere = Reason(
        "cannotSendThere", "This house cannot send there now.", "Отсюда туда сейчас не отправить.")

    // Mail.
    public static let noMailServer = Reason(
        "noMailServer", "No mail server is set up in this house; set KOPILKA_SMTP_URL.",
        "Почтовый сервер не настроен: укажите его в KOPILKA_SMTP_URL.")
    public static let mailAddressInvalid = Reason(
        "mailAddressInvalid", "The address of the channel is not an email address.",
        "Адрес канала — не адрес почты.")
    public static let mailNotSent = Reason(
        "mailNotSent", "The mail server did not take it: {cause!}.", "Почтовый сервер не принял письмо: {cause!}.")
    public static let mailServerShutsUsOut = Reason(
        "mailServerShutsUsOut", "The mail server does not let us in ({answer}).",
        "Почтовый сервер не впускает ({answer}).")

    // Telegram.
    public static let nobodyPressedStart = Reason(
        "nobodyPressedStart", "Nobody has pressed Start.", "Никто не нажал «Старт».")

    // Webhooks.
    public static let webhookStatus = rule("webhookStatus", "status {status}", "статус {status}")
    public static let webhookRedirects = rule(
        "webhookRedirects", "status {status}: redirects are not followed",
        "статус {status}: перенаправления не выполняются")
    public static let noAnswer = Reason("noAnswer", "No answer: {cause!}.", "Ответа нет: {cause!}.")
    public static let webhookSecretSealed = Reason(
        "webhookSecretSealed",
        """
        A secret of a webhook does not open: keys/notifications.storage is not the file it was sealed with. Put that \
        back.
        """,
        """
        Секрет вебхука не открывается: keys/notifications.storage — не тот файл, которым его закрыли. Верните тот.
        """)

    /// What became of a message.
    public static let deliveries: [Reason] = [
        switchedOffByOwner, channelWasSwitchedOff, channelIsOff, testBrokenOff, cannotSendThere, noMailServer,
        mailAddressInvalid, mailNotSent, mailServerShutsUsOut, nobodyPressedStart, webhookStatus, webhookRedirects,
        noAnswer, webhookSecretSealed,
    ]
}
