// Inboxes, channels and wishes: what notifications says.

extension ServiceSentences {
    static let notifications: KeyValuePairs = [
        // Inboxes.
        "You have no such notification.": "Такого уведомления у вас нет.",
        "There is nothing to take back.": "Отменять нечего.",
        "must name 1 to {0} notifications": "нужно назвать от 1 до {0 уведомления|уведомлений|уведомлений}",
        "must be a moment to come, within a year": "нужно время в будущем, не дальше года",

        // Channels.
        "You have no such channel.": "Такого канала у вас нет.",
        "There are {0} channels already; take one away first.":
            "Уже есть {0 канал|канала|каналов}; сначала удалите один.",
        "does not go with this kind of channel": "не годится для канала этого вида",
        "must be an https:// URL of at most 2000 visible ASCII characters, without a user or a fragment":
            "нужен адрес https:// не длиннее 2000 видимых знаков ASCII, без имени пользователя и без #",
        "must be whsec_ and 24 to 64 bytes in Base64": "нужны whsec_ и от 24 до 64 байтов в Base64",
        "Its owner switched it off.": "Его выключил владелец.",
        "The channel waits for its owner to open its link and press Start.":
            "Канал ждёт: откройте его ссылку и нажмите «Старт».",
        "Only webhooks have a secret.": "Секрет бывает только у вебхуков.",
        "{0} tests in ten minutes are the limit. Wait a little.":
            "За десять минут было {0 проверка|проверки|проверок}; подождите немного.",
        "A secret of a webhook does not open: keys/notifications.storage is not the file it was sealed with. Put that back.":
            "Секрет вебхука не открывается: keys/notifications.storage — не тот файл, которым его закрыли. Верните тот.",

        // What could not be delivered.
        "You have no such message.": "Такого сообщения у вас нет.",
        "The message was not given up.": "Это сообщение ещё доставляется.",
        "Its channel is off; switch it on first.": "Его канал выключен; сначала включите.",
        "A message has no channel.": "У сообщения нет канала.",

        // Wishes.
        "must be 1 (Monday) to 7 (Sunday)": "от 1 (понедельник) до 7 (воскресенье)",
        "is about security, which cannot be turned off or delayed: it must be now":
            "это о безопасности, её сообщения не отключить и не отложить: только now",
        "must be moneyIn, moneyOut, paymentDone or priceChanged":
            "нужно moneyIn, moneyOut, paymentDone или priceChanged",
        "is the second in {0}": "в {0} уже есть",
        "Security cannot be turned off or put off: by it you see that somebody else got in.":
            "Сообщения о безопасности нельзя отключить или отложить: по ним видно, что вошёл кто-то другой.",
    ]
}
