import Reasons

extension Reason {
    // Who asks.
    public static let needsSession = Reason("needsSession", "This needs a session: sign in first.", "Нужно войти.")
    public static let servicesMayNot = Reason(
        "servicesMayNot", "Only a signed-in person can do this, not a service.",
        "Это может только вошедший человек, но не служба.")
    public static let needsServiceSession = Reason(
        "needsServiceSession", "This needs the session of a service.", "Нужен сеанс службы.")
    public static let needsServiceToken = Reason(
        "needsServiceToken", "This needs the token of a service.", "Нужен ключ службы.")
    public static let tokenExpired = Reason(
        "tokenExpired", "The session's token has expired; refresh it or sign in again.",
        "Срок сеанса истёк; обновите его или войдите снова.")
    public static let sessionEnded = Reason(
        "sessionEnded", "The session has ended; sign in again.", "Сеанс завершён; войдите снова.")
    public static let tokenInvalid = Reason(
        "tokenInvalid", "The session's token is not valid; sign in again.",
        "Ключ сеанса недействителен; войдите снова.")
    public static let operatorMayNot = Reason(
        "operatorMayNot", "Only a signed-in person can do this, not the operator.",
        "Это может только вошедший человек, но не хозяин дома.")
    public static let serviceHasNoRight = Reason(
        "serviceHasNoRight", "The service {service} has no right to call {method}.",
        "Служба {service} не вправе вызывать {method}.")
    public static let operatorHasNoRight = Reason(
        "operatorHasNoRight", "The operator has no right to call {method}; sign in as a person.",
        "Хозяин дома не вправе вызывать {method}; войдите как человек.")
    public static let operatorOnly = Reason(
        "operatorOnly",
        "Only the operator can do this: gateway proves it with the operator's key in the house's KOPILKA_DATA.",
        "Это может только хозяин дома: gateway доказывает это ключом из KOPILKA_DATA дома.")
    // In what form.
    public static let notOurJSON = Reason(
        "notOurJSON", "Invalid JSON: {cause!} at byte {offset}.", "Неверный JSON: {cause!}, байт {offset}.")
    public static let requestNotObject = Reason(
        "requestNotObject", "A request must be an object.", "Запрос должен быть объектом.")
    public static let badBatch = Reason(
        "badBatch", "A batch must hold 1 to {most request|requests}.",
        "В пакете должно быть от 1 до {most запроса|запросов|запросов}.")
    public static let badRequestID = Reason(
        "badRequestID", "The id must be a string, a number or null, at most {most byte|bytes}.",
        "id должен быть текстом, числом или null, не длиннее {most байта|байтов|байтов}.")
    public static let badVersionMember = Reason(
        "badVersionMember", "The member jsonrpc must be \"2.0\".", "jsonrpc должен быть \"2.0\".")
    public static let methodNotText = Reason(
        "methodNotText", "The member method must be a string.", "method должен быть текстом.")
    public static let paramsNotObject = Reason(
        "paramsNotObject", "The member params must be an object.", "params должен быть объектом.")
    public static let tooManyFrames = Reason(
        "tooManyFrames", "There are too many frames before the body.", "Перед телом сообщения слишком много кадров.")
    public static let paramsNotJSONObject = rule("paramsNotJSONObject", "must be a JSON object", "нужен объект JSON")
    public static let paramsMissing = rule("paramsMissing", "are missing", "не указаны")
    public static let paramsNotByName = rule(
        "paramsNotByName", "must be given by name, as an object", "нужен объект с именами")
    public static let noMethod = Reason(
        "noMethod", "There is no method {method} here; rpc.discover lists the methods.",
        "Метода {method} здесь нет; rpc.discover перечисляет методы.")
    public static let notMilliseconds = rule(
        "notMilliseconds", "must be a whole number of milliseconds since 1970",
        "нужно целое число миллисекунд от 1970 года")
    public static let badStaleness = rule(
        "badStaleness", "must be a whole number of milliseconds from 0 to {most}",
        "нужно целое число миллисекунд от 0 до {most}")
    public static let notVisibleASCII = rule(
        "notVisibleASCII", "must be printable ASCII without spaces", "только видимые знаки ASCII, без пробелов")
    public static let notAnIDOrNumber = rule(
        "notAnIDOrNumber", "must be a string of at most 126 bytes or a whole number",
        "нужен текст не длиннее 126 байтов или целое число")
    public static let badByteCount = rule(
        "badByteCount", "must be a string of {least} to {most byte|bytes}",
        "нужен текст от {least} до {most байта|байтов|байтов}")
    public static let notATraceID = rule(
        "notATraceID", "must be 32 lower-case hexadecimal digits, not all zero",
        "нужны 32 шестнадцатеричные цифры, a–f строчными, не все нули")
    public static let badWait = rule(
        "badWait", "must be 0 to {most millisecond|milliseconds}",
        "от 0 до {most миллисекунды|миллисекунд|миллисекунд}")
    // Sent twice.
    public static let notAKey = rule(
        "notAKey", "must be 1 to 128 printable ASCII characters without spaces",
        "от 1 до 128 видимых знаков ASCII без пробелов")
    public static let keyReused = rule(
        "keyReused", "was already used for a request with other content; make a new key for a new request",
        "уже был у запроса с другим содержанием; для нового запроса возьмите новый ключ")
    public static let answerNotKept = Reason(
        "answerNotKept",
        "This was done before an upgrade of the service, and the answer was not kept; check the current state.",
        "Это сделано ещё до обновления службы, и ответ не сохранился; проверьте, что получилось.")
    // Time and room.
    public static let notAnsweredInTime = Reason(
        "notAnsweredInTime", "{method} was not answered in time; retry with the same idempotency key.",
        "Ответ на {method} не пришёл вовремя; повторите с тем же ключом идемпотентности.")
    public static let waitedTooLong = Reason(
        "waitedTooLong", "The deadline passed while the request waited; nothing was done.",
        "Время вышло, пока запрос ждал очереди; ничего не сделано.")
    public static let takenBack = Reason("takenBack", "The request was cancelled.", "Запрос отменён.")
    public static let tooBusy = Reason(
        "tooBusy", "The service is too busy; try again in a moment.",
        "Служба сейчас слишком занята; повторите чуть позже.")
    public static let diskTooSlow = Reason(
        "diskTooSlow", "The disk cannot keep up with the requests; try again shortly.",
        "Диск не успевает за запросами; повторите чуть позже.")
    public static let answersTooLong = Reason(
        "answersTooLong", "The answers of this batch take {bytes byte|bytes} in total; request less at once.",
        "Ответы на этот пакет занимают вместе {bytes байт|байта|байтов}; запросите меньше за раз.")
    public static let tooManyWaiting = Reason(
        "tooManyWaiting", "Too many requests are waiting for {service}.",
        "Слишком много запросов ждут службу {service}.")
    public static let stopping = Reason(
        "stopping", "The service is shutting down; try again shortly.", "Служба останавливается; повторите чуть позже.")
    public static let diskFull = Reason(
        "diskFull", "The disk is full or cannot be written; nothing was changed. Try again later.",
        "Диск полон или недоступен для записи; ничего не изменилось. Повторите позже.")
    public static let diskUnreadable = Reason(
        "diskUnreadable", "The disk cannot be read now; try again later.", "Диск сейчас не читается; повторите позже.")
    public static let dataDamaged = Reason(
        "dataDamaged",
        "The database is damaged; nothing was changed. gateway doctor tells where, and the cure.",
        "База данных повреждена; ничего не изменилось. Где и как починить, скажет gateway doctor.")
    public static let logUnreachable = Reason(
        "logUnreachable", "The commit log cannot be reached; nothing was changed. Try again later.",
        "Журнал изменений недоступен; ничего не изменилось. Повторите позже.")
    public static let logReplaced = Reason(
        "logReplaced", "Another copy of this house has taken over the commit log; nothing was changed.",
        "Журнал изменений ведёт уже другая копия этого дома; ничего не изменилось.")
    public static let notLeading = Reason(
        "notLeading", "This copy of the house follows another one, which has not answered; nothing was changed here.",
        "Эта копия дома повторяет другую, а та не ответила; здесь ничего не изменилось.")
    public static let noLeader = Reason(
        "noLeader", "No machine of the house leads {service} now; nothing was changed. Try again in some seconds.",
        "Сейчас ни одна машина дома не ведёт {service}; ничего не изменилось. Повторите через несколько секунд.")
    public static let logDiffers = Reason(
        "logDiffers", "The commit log and the database differ; nothing was changed. See gateway doctor.",
        "Журнал изменений и база расходятся; ничего не изменилось. См. gateway doctor.")
    public static let logTooLarge = Reason(
        "logTooLarge", "The change is too large for the commit log; nothing was changed. Make it in smaller parts.",
        "Изменение слишком велико для журнала; ничего не изменилось. Сделайте его по частям.")
    public static let logOutcomeUnknown = Reason(
        "logOutcomeUnknown",
        "It is unknown whether the commit log has this change; retry with the same idempotency key.",
        "Неизвестно, попало ли изменение в журнал; повторите с тем же ключом идемпотентности.")
    public static let ourFault = Reason(
        "ourFault", "Something went wrong on our side; see trace {trace} in the log.",
        "В службе произошла ошибка; подробности в журнале, трасса {trace}.")
    // Whether the service is there.
    public static let nothingSent = Reason(
        "nothingSent", "{service} cannot be reached: nothing was sent, because {cause!}.",
        "Служба {service} недоступна: ничего не отправлено, потому что {cause!}.")
    public static let unreachable = Reason(
        "unreachable", "{service} cannot be reached: {cause!}.", "Служба {service} недоступна: {cause!}.")
    public static let linkClosed = rule("linkClosed", "the link was closed", "связь закрыта")
    public static let silentForAWhile = rule(
        "silentForAWhile", "it has not answered for a while", "она давно не отвечает")
    public static let doneIsUnknown = rule(
        "doneIsUnknown", "the connection broke, and it is unknown whether {method} was done",
        "связь оборвалась, и неизвестно, выполнен ли {method}")
    public static let connectionBroke = rule(
        "connectionBroke", "the connection broke {times time|times} before an answer came",
        "связь обрывалась {times раз|раза|раз}, прежде чем пришёл ответ")
    public static let replyWithoutResult = Reason(
        "replyWithoutResult", "{service} sent a reply without a result or an error.",
        "Служба {service} прислала ответ без результата и без ошибки.")
    public static let answerDoesNotFit = Reason(
        "answerDoesNotFit", "{service} gave an invalid answer to {method}: {member} {cause!}.",
        "Служба {service} ответила на {method} неверно: {member}: {cause!}.")
    public static let eventGap = Reason(
        "eventGap", "The events of {service} after {sequence} have a gap; its log was cut or replaced.",
        "В событиях службы {service} после {sequence} пропуск: её журнал обрезан или заменён.")
    public static let badEventPage = Reason(
        "badEventPage", "A page of events is malformed.", "Страница событий повреждена.")
    // Faults of ours.
    public static let noNewestEvent = Reason(
        "noNewestEvent", "{service} does not report its newest event.",
        "Служба {service} не сообщает своего последнего события.")
    public static let badAuthEvent = Reason(
        "badAuthEvent", "Event {sequence} of auth is malformed.", "Событие {sequence} службы auth повреждено.")
    public static let flowDidNotStop = Reason(
        "flowDidNotStop", "A part of the service did not stop in time.", "Часть службы не остановилась вовремя.")
    // Long files in parts.
    public static let notAnUpload = rule(
        "notAnUpload", "must have 1 to 64 letters and digits", "от 1 до 64 букв и цифр")
    public static let wrongPart = Reason(
        "wrongPart", "Part {next} comes next, not {part}; part 0 starts again.",
        "Следующая часть — {next}, а не {part}; часть 0 начинает заново.")
    public static let uploadsTooLarge = Reason(
        "uploadsTooLarge", "Uploads take more than {limit} MiB; import the existing ones first.",
        "Присланные файлы занимают больше {limit} МиБ; сначала загрузите те, что уже есть.")
    public static let uploadGone = Reason(
        "uploadGone", "The upload no longer exists; send its parts again.",
        "Такой загрузки больше нет; пошлите её части снова.")

    /// The reasons that concern a request as such: its sender, its form, time and room.
    public static let requests: [Reason] = [
        needsSession, servicesMayNot, needsServiceSession, needsServiceToken, tokenExpired, sessionEnded,
        tokenInvalid, operatorMayNot, serviceHasNoRight, operatorHasNoRight, operatorOnly, notOurJSON,
        requestNotObject, badBatch, badRequestID, badVersionMember, methodNotText, paramsNotObject, tooManyFrames,
        paramsNotJSONObject, paramsMissing, paramsNotByName, noMethod, notMilliseconds, badStaleness, notVisibleASCII,
        notAnIDOrNumber, badByteCount, notATraceID, badWait, notAKey, keyReused, answerNotKept, notAnsweredInTime,
        waitedTooLong, takenBack, tooBusy, diskTooSlow, answersTooLong, tooManyWaiting, stopping, diskFull,
        diskUnreadable, dataDamaged, logUnreachable, logReplaced, notLeading, noLeader, logDiffers, logTooLarge,
        logOutcomeUnknown, ourFault, nothingSent,
        unreachable, linkClosed, silentForAWhile, doneIsUnknown, connectionBroke, replyWithoutResult,
        answerDoesNotFit, eventGap, badEventPage, noNewestEvent, badAuthEvent, flowDidNotStop, notAnUpload, wrongPart,
        uploadsTooLarge, uploadGone,
    ]
}
