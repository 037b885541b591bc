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
        "testBrokenOff", "The test was cancelled: notifications is shutting down.",
        "Проверка прервана: служба notifications останавливается.")
    public static let cannotSendThere = Reason(
        "cannotSendThere", "Nothing can be sent there now.", "Сейчас туда ничего не отправить.")

    // Mail.
    public static let noMailServer = Reason(
        "noMailServer", "No mail server is set up; name one in KOPILKA_SMTP_URL.",
        "Почтовый сервер не настроен: укажите его в KOPILKA_SMTP_URL.")
    public static let mailAddressInvalid = Reason(
        "mailAddressInvalid", "The address of the channel is not an email address.", "В канале указан не адрес почты.")
    public static let mailNotSent = Reason(
        "mailNotSent", "The mail server did not accept the message: {cause!}.",
        "Почтовый сервер не принял письмо: {cause!}.")
    public static let mailServerShutsUsOut = Reason(
        "mailServerShutsUsOut", "The mail server refused the sign-in ({answer}).",
        "Почтовый сервер отказал во входе ({answer}).")

    // Telegram.
    public static let nobodyPressedStart = Reason(
        "nobodyPressedStart", "Nobody has pressed Start.", "Никто не нажал «Старт».")

    // Webhooks, ntfy and Gotify.
    public static let webhookStatus = rule("webhookStatus", "status {status}", "статус {status}")
    public static let webhookRedirects = rule(
        "webhookRedirects", "status {status}: redirects are not followed",
        "статус {status}: перенаправления не выполняются")
    public static let tokenNotAccepted = rule(
        "tokenNotAccepted", "status {status}: the server wants another token, or the token may not send there",
        "статус {status}: серверу нужен другой токен, или этому токену нельзя туда отправлять")
    public static let notAReceipt = rule(
        "notAReceipt", "status {status}, but this is not an answer of {service}",
        "статус {status}, но это не ответ сервера {service}")
    public static let noAnswer = Reason("noAnswer", "No answer: {cause!}.", "Ответа нет: {cause!}.")
    public static let webhookSecretSealed = Reason(
        "webhookSecretSealed",
        "The secret of a channel cannot be decrypted: keys/notifications.storage is not the key that encrypted it. "
            + "Restore that file.",
        "Секрет канала не расшифровать: keys/notifications.storage — не тот ключ, которым его зашифровали. Верните "
            + "прежний файл.")

    /// What became of a message.
    public static let deliveries: [Reason] = [
        switchedOffByOwner, channelWasSwitchedOff, channelIsOff, testBrokenOff, cannotSendThere, noMailServer,
        mailAddressInvalid, mailNotSent, mailServerShutsUsOut, nobodyPressedStart, webhookStatus, webhookRedirects,
        tokenNotAccepted, notAReceipt, noAnswer, webhookSecretSealed,
    ]
}
