// What became of messages: what the other side of a channel answered, as notifications keeps it.

extension ServiceSentences {
    static let deliveries: KeyValuePairs = [
        "The channel was switched off.": "Канал выключили.",
        "The channel is off: {0}": "Канал выключен: {0!}",
        "The test was broken off: notifications is about to end.":
            "Проверка прервана: служба notifications останавливается.",
        "This house cannot send there now.": "Отсюда туда сейчас не отправить.",

        // Mail.
        "No server of mail is set up in this house: say which with KOPILKA_SMTP_URL.":
            "Почтовый сервер не настроен: укажите его в KOPILKA_SMTP_URL.",
        "The address is none.": "Это не адрес.",
        "The server of mail did not take it: {0}": "Почтовый сервер не принял письмо: {0}",
        "The server of mail does not let us in: {0}": "Почтовый сервер не впускает: {0}",

        // Telegram.
        "There is no Telegram bot in this house: put its token into telegram-token.":
            "Бота Telegram здесь нет: положите его токен в telegram-token.",
        "There is no Telegram bot in this house: put the token that @BotFather gives into telegram-token.":
            "Бота Telegram здесь нет: положите токен от @BotFather в telegram-token.",
        "Nobody has pressed Start.": "Никто не нажал «Старт».",
        "Telegram took it.": "Telegram принял.",
        "Telegram did not answer: {0}": "Telegram не ответил: {0!}",
        "Telegram asks for a pause of {0} s.": "Telegram просит паузу {0} с.",
        "Telegram does not know the bot's token ({0}).": "Telegram не знает токен бота ({0}).",
        "Telegram does not know the bot's token; put the right one in its file.":
            "Telegram не знает токен бота; положите верный в его файл.",
        "Telegram is in trouble ({0}).": "У Telegram неполадки ({0}).",
        "Telegram answered {0} with what cannot be read.": "Ответ Telegram ({0}) не читается.",
        "Telegram: {0}": "Telegram: {0}",
        "Telegram: {0} (403)": "Telegram: {0} (403)",
        "Telegram: {0} (410)": "Telegram: {0} (410)",
        "Telegram: {0} ({1})": "Telegram: {0} ({1})",

        // Webhooks.
        "is private or not encrypted, and notifications --webhook-allow does not name it":
            "адрес частный или связь с ним не защищена, а --webhook-allow службы notifications его не называет",
        "The address {0}.": "Не годится: {0!}.",
        "No answer: {0}": "Ответа нет: {0!}",
        "{0}: redirects are not followed": "{0!}: перенаправления не выполняются",
    ]
}
