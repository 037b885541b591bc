import Reasons

extension Reason {
    public static let notAnOwnKind = rule("notAnOwnKind", "must be one of {values}", "одно из: {values}")
    // Inboxes and preferences.
    public static let noSuchNotification = Reason(
        "noSuchNotification", "You have no such notification.", "Такого уведомления у вас нет.")
    public static let badNotificationCount = rule(
        "badNotificationCount", "must name 1 to {most notification|notifications}",
        "нужно назвать от 1 до {most уведомления|уведомлений|уведомлений}")
    public static let nothingToTakeBack = Reason("nothingToTakeBack", "There is nothing to undo.", "Отменять нечего.")
    public static let mustBeWithinAYear = rule(
        "mustBeWithinAYear", "must be in the future, within a year", "нужно время в будущем, не дальше года")
    public static let notAWeekday = rule(
        "notAWeekday", "must be 1 (Monday) to 7 (Sunday)", "от 1 (понедельник) до 7 (воскресенье)")
    public static let securityMustBeNow = rule(
        "securityMustBeNow", "must be now: security notifications cannot be turned off or delayed",
        "только now: сообщения о безопасности нельзя отключить или отложить")
    public static let securityIsLocked = Reason(
        "securityIsLocked",
        "Security notifications cannot be turned off or delayed: they tell you when somebody else gets in.",
        "Сообщения о безопасности нельзя отключить или отложить: по ним видно, что вошёл кто-то другой.")
    public static let secondInCurrency = rule(
        "secondInCurrency", "repeats the currency {currency}", "для {currency} уже указано")

    // Channels.
    public static let noSuchChannel = Reason(
        "noSuchChannel", "You have no such channel.", "Такого канала у вас нет.")
    public static let tooManyChannels = Reason(
        "tooManyChannels", "There are {limit channel|channels} already; remove one first.",
        "Уже есть {limit канал|канала|каналов}; сначала уберите один.")
    public static let notOfThisChannel = rule(
        "notOfThisChannel", "is not for this kind of channel", "не годится для канала этого вида")
    public static let notAWebAddress = rule(
        "notAWebAddress",
        "must be an https:// URL of at most {most character|characters} in visible ASCII, without a user or fragment",
        "нужен адрес https:// не длиннее {most символа|символов|символов}, видимые знаки ASCII, без имени и без #")
    public static let notAWebhookSecret = rule(
        "notAWebhookSecret", "must be whsec_ followed by 24 to 64 bytes in Base64",
        "нужны whsec_ и за ним от 24 до 64 байтов в Base64")
    public static let notAServer = rule(
        "notAServer", "must be the URL of the server alone, without a query, and for ntfy without a path",
        "нужен адрес одного сервера: без запроса, а для ntfy и без пути")
    public static let notATopic = rule(
        "notATopic", "must be 1 to {most character|characters}: letters and digits of ASCII, - and _",
        "нужно от 1 до {most символа|символов|символов}: латинские буквы, цифры, - и _")
    public static let notAToken = rule(
        "notAToken", "must be 1 to {most character|characters} in visible ASCII, without spaces",
        "нужно от 1 до {most символа|символов|символов}: видимые знаки ASCII без пробелов")
    public static let addressNotAllowed = Reason(
        "addressNotAllowed",
        "The address is private or not encrypted, and notifications --webhook-allow does not permit it.",
        "Адрес частный или без шифрования, а --webhook-allow службы notifications его не разрешает.")
    public static let channelPending = Reason(
        "channelPending", "The channel is not confirmed yet: open its link and press Start.",
        "Канал ещё не подтверждён: откройте его ссылку и нажмите «Старт».")
    public static let onlyWebhooksHaveSecrets = Reason(
        "onlyWebhooksHaveSecrets", "Only webhooks have secrets, and only ntfy and Gotify have tokens.",
        "Секрет бывает только у вебхуков, а токен — только у ntfy и Gotify.")
    public static let tooManyTests = Reason(
        "tooManyTests", "At most {most test|tests} are allowed in ten minutes; wait a little.",
        "За десять минут можно сделать не больше {most проверки|проверок|проверок}; подождите немного.")

    // Messages that could not be delivered.
    public static let noSuchMessage = Reason(
        "noSuchMessage", "You have no such message.", "Такого сообщения у вас нет.")
    public static let messageNotGivenUp = Reason(
        "messageNotGivenUp", "Only failed messages can be resent.",
        "Снова отправить можно только недоставленное сообщение.")
    public static let channelOfMessageOff = Reason(
        "channelOfMessageOff", "The channel of the message is off; switch it on first.",
        "Канал этого сообщения выключен; сначала включите его.")
    public static let messageWithoutChannel = Reason(
        "messageWithoutChannel", "A message has no channel.", "У сообщения нет канала.")
    public static let badEvent = Reason(
        "badEvent", "Event {sequence} of {service} is malformed: {type}.",
        "Событие {sequence} службы {service} повреждено: {type}.")

    /// Why notifications refuses a request.
    public static let notifications: [Reason] = [
        notAnOwnKind,
        noSuchNotification, badNotificationCount, nothingToTakeBack, mustBeWithinAYear, notAWeekday,
        securityMustBeNow, securityIsLocked, secondInCurrency, noSuchChannel, tooManyChannels, notOfThisChannel,
        notAWebAddress, notAWebhookSecret, notAServer, notATopic, notAToken, addressNotAllowed, channelPending,
        onlyWebhooksHaveSecrets, tooManyTests, noSuchMessage, messageNotGivenUp, channelOfMessageOff,
        messageWithoutChannel, badEvent,
    ]
}
