// What every service says of a request as such: who sends it, in what form, and whether there is time and room for it.

extension ServiceSentences {
    static let requests: KeyValuePairs = [
        // Who asks.
        "This needs a session: sign in first.": "Нужно войти.",
        "Only a signed-in person can do this, not a service.": "Это может только вошедший человек, но не служба.",
        "This needs the session of a service.": "Нужен сеанс службы.",
        "This needs the token of a service.": "Нужен ключ службы.",
        "The session's token has expired; refresh it or sign in again.":
            "Срок сеанса истёк; обновите его или войдите снова.",
        "The session has ended; sign in again.": "Сеанс завершён; войдите снова.",
        "The session's token is not valid; sign in again.": "Ключ сеанса недействителен; войдите снова.",
        "Only a signed-in person can do this, not the operator.":
            "Это может только вошедший человек, но не хозяин дома.",
        "The service {0} has no right to call {1}.": "Служба {0} не вправе вызывать {1}.",
        "The operator has no right to call {0}; sign in as a person.":
            "Хозяин дома не вправе вызывать {0}; войдите как человек.",
        "Only the operator may do this: gateway proves it with the operator's key, which is in the house's KOPILKA_DATA.":
            "Это может только хозяин дома: gateway доказывает это ключом из KOPILKA_DATA дома.",

        // In what form.
        "This is not JSON we take: {0}.": "Такой JSON служба не принимает: {0!}.",
        "A request must be an object.": "Запрос должен быть объектом.",
        "A batch must hold 1 to {0} requests.": "В пакете должно быть от 1 до {0 запроса|запросов|запросов}.",
        "The id must be a text, a number or null, at most {0} bytes.":
            "id должен быть текстом, числом или null, не длиннее {0 байта|байтов|байтов}.",
        "The member jsonrpc must be \"2.0\".": "jsonrpc должен быть \"2.0\".",
        "The member method must be a text.": "method должен быть текстом.",
        "The member params must be an object.": "params должен быть объектом.",
        "There are too many frames before the body.": "Перед телом сообщения слишком много кадров.",
        "params must be a JSON object.": "params должен быть объектом JSON.",
        "are missing": "не указаны",
        "must be given by name, as an object": "нужен объект с именами",
        "There is no method {0} here; rpc.discover lists those there are.":
            "Метода {0} здесь нет; rpc.discover перечисляет те, что есть.",
        "must be a whole number of milliseconds since 1970": "нужно целое число миллисекунд от 1970 года",
        "must be printable ASCII without spaces": "только видимые знаки ASCII, без пробелов",
        "must be a text of at most 126 bytes or a whole number": "нужен текст не длиннее 126 байтов или целое число",
        "must be a text of {0} to {1} bytes": "нужен текст от {0} до {1 байта|байтов|байтов}",
        "must be 32 small hexadecimal digits, not all zero":
            "нужны 32 шестнадцатеричные цифры, a–f строчными, не все нули",
        "must be 0 to {0} milliseconds": "от 0 до {0 миллисекунды|миллисекунд|миллисекунд}",

        // Sent twice.
        "must be 1 to 128 printable ASCII characters": "от 1 до 128 видимых знаков ASCII",
        "{0} was used before for a request of other content; make a new key for a new request.":
            "Этот ключ идемпотентности уже был у запроса с другим содержанием; для нового запроса возьмите новый ключ.",
        "This was done before the service was upgraded, and the answer was not kept; look at what is there.":
            "Это сделано ещё до обновления службы, и ответ не сохранился; посмотрите, что есть.",

        // Time and room.
        "{0} was not answered in time; ask again with the same idempotency key.":
            "Ответ на {0} не пришёл вовремя; повторите с тем же ключом идемпотентности.",
        "The deadline passed while the request waited; nothing was done.":
            "Время вышло, пока запрос ждал очереди; ничего не сделано.",
        "The request was taken back.": "Запрос отозван.",
        "There is too much to do just now; try again in a moment.":
            "Служба сейчас слишком занята; повторите чуть позже.",
        "There is more to do than the disk keeps up with; try again shortly.":
            "Диск не успевает за запросами; повторите чуть позже.",
        "The answers of this batch are {0} bytes together; ask for less at once.":
            "Ответы на этот пакет занимают вместе {0 байт|байта|байтов}; спрашивайте меньше за раз.",
        "Too many requests wait for {0}.": "Слишком много запросов ждут службу {0}.",
        "The service is shutting down; try again shortly.": "Служба останавливается; повторите чуть позже.",
        "The disk is full or cannot be written; nothing was changed. Try again later.":
            "Диск полон или недоступен для записи; ничего не изменилось. Повторите позже.",
        "The disk cannot be read now; try again later.": "Диск сейчас не читается; повторите позже.",
        "Something went wrong on our side; the log has it under trace {0}.":
            "В службе что-то сломалось; в журнале это с трассой {0}.",

        // Whether the service is there.
        "{0} cannot be reached: nothing was sent, because {1}.":
            "Служба {0} недоступна: ничего не отправлено, потому что {1!}.",
        "{0} cannot be reached: {1}.": "Служба {0} недоступна: {1!}.",
        "the link was closed": "связь закрыта",
        "it has not answered for a while": "она давно не отвечает",
        "the connection broke, and whether {0} was done is not known":
            "связь оборвалась, и неизвестно, выполнен ли {0}",
        "the connection broke {0} times before an answer came":
            "связь оборвалась {0 раз|раза|раз}, прежде чем пришёл ответ",
        "{0} sent a reply without result and without error.": "Служба {0} прислала ответ без результата и без ошибки.",
        "{0} gave an answer to {1} that does not fit: {2} {3}.":
            "Служба {0} ответила на {1} не по форме: {2}: {3!}.",
        "The events of {0} after {1} have a gap; its log was cut or replaced.":
            "В событиях службы {0} после {1} пропуск: её журнал обрезан или заменён.",
        "A page of events does not have the form it must have.": "Страница событий не той формы.",

        // Long files in parts.
        "must be 1 to 64 letters and digits": "от 1 до 64 букв и цифр",
        "Part {0} comes next, not {1}; 0 begins anew.": "Следующая часть — {0}, а не {1}; с 0 можно начать заново.",
        "Uploads take more than {0} MiB; import what there is first.":
            "Загрузки занимают больше {0} МиБ; сначала загрузите то, что есть.",
        "There is no such upload any more; send its parts again.": "Такой загрузки больше нет; пошлите её части снова.",
    ]
}
