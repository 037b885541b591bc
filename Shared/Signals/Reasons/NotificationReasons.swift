import Reasons

extension Reason {
    public static let notAnOwnKind = rule("notAnOwnKind", "must be one of {values}", "одно из: {values}")
    // Inboxes and preferences.
    public static let noSuchNotification = Reason(
        "noSuchNotification", "You have no such notification.", "Такого уведомления у вас нет.")
    public static let badNotificationCount = rule(
        "badNotificationCount", "must name 1 to {most notification|notifications}",
        "нужно назвать от 1 до {most уведомления|уведомлений|уведомлений}")
    public static let nothingToTakeBack = Reason(
        "nothingToTakeBack", "There is nothing to take back.", "Отменять нечего.")
    public static let mustBeWithinAYear = rule(
        "mustBeWithinAYear", "must be a moment to come, within a year", "нужно время в будущем, не дальше года")
    public static let notAWeekday = rule(
        "notAWeekday", "must be 1 (Monday) to 7 (Sunday)", "от 1 (понедельник) до 7 (воскресенье)")
    public static let securityMustBeNow = rule(
        "securityMustBeNow", "is about security, which cannot be turned off or delayed: it must be now",
        "это о безопасности, её сообщения не отключить и не отложить: только now")
    public static let securityIsLocked = Reason(
        "securityIsLocked", "Security cannot be turned off or put off: by it you see that somebody else got in.",
        "Сообщения о безопасности нельзя отключить или отложить: по ним видно, что вошёл кто-то другой.")
    public static let secondInCurrency = rule(
        "secondInCurrency", "is the second in {currency}", "в {currency} уже есть")

    // Channels.
    public static let noSuchChannel = Reason(
        "noSuchChannel", "You have no such channel.", "Такого канала у вас нет.")
    public static let tooManyChannels = Reason(
        "tooManyChannels", "There are {limit channel|channels} already; remove one first.",
        "Уже есть {limit канал|канала|каналов}; сначала уберите один.")
    public static let notOfThisChannel = rule(
        "notOfThisChannel", "does not go with this kind of channel", "не годится для канала этого вида")
    public static let notAWebAddress = rule(
        "notAWebAddress",
        "must be an https:// URL of at most {most character|characters}, visible ASCII, without a user or a fragment",
        "нужен адрес https:// не длиннее {most символа|символов|символов}, видимые знаки ASCII, без имени и без #")
    public static let notAWebhookSecret = rule(
        "notAWebhookSecret", "must be whsec_ and 24 to 64 bytes in Base64",
        "нужны whsec_ и от 24 до 64 байтов в Base64")
    public static let addressNotAllowed = Reason(
        "addressNotAllowed",
        "The address is private or not encrypted, and notifications --webhook-allow does not name it.",
        "Адрес частный или связь с ним не защищена, а --webhook-allow службы notifications его не называет.")
    public static let channelPending = Reason(
        "channelPending", "The channel waits for its owner to open its link and press Start.",
        "Канал ждёт: откройте его ссылку и нажмите «Старт».")
    public static let onlyWebhooksHaveSecrets = Reason(
        "onlyWebhooksHaveSecrets", "Only webhooks have a secret.", "Секрет бывает только у вебхуков.")
    public static let tooManyTests = Reason(
        "tooManyTests", "{most test|tests} in ten minutes are the limit. Wait a little.",
        "За десять минут можно не больше {most проверки|проверок|проверок}; подождите немного.")

    // Messages that could not be delivered.
    public static let noSuchMessage = Reason(
        "noSuchMessage", "You have no such message.", "Такого сообщения у вас нет.")
    public static let messageNotGivenUp = Reason(
        "messageNotGivenUp", "The message was not given up.", "Это сообщение ещё доставляется.")
    public static let channelOfMessageOff = Reason(
        "channelOfMessageOff", "Its channel is off; switch it on first.", "Его канал выключен; сначала включите.")
    public static let messageWithoutChannel = Reason(
        "messageWithoutChannel", "A message has no channel.", "У сообщения нет канала.")
    public static let badEvent = Reason(
        "badEvent", "Event {sequence} of {service} does not have the form it must have: {type}.",
        "Событие {sequence} службы {service} не той формы: {type}.")

    /// Why notifications refuses a request.
    public static let notifications: [Reason] = [
        notAnOwnKind,
        noSuchNotification, badNotificationCount, nothingToTakeBack, mustBeWithinAYear, notAWeekday,
        securityMustBeNow, securityIsLocked, secondInCurrency, noSuchChannel, tooManyChannels, notOfThisChannel,
        notAWebAddress, notAWebhookSecret, addressNotAllowed, channelPending,
        onlyWebhooksHaveSecrets, tooManyTests, noSuchMessage, messageNotGivenUp, channelOfMessageOff,
        messageWithoutChannel, badEvent,
    ]
}
