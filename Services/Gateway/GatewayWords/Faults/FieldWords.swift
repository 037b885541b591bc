/// The names of request fields for people, who know neither parameters nor lists that begin with 0:
/// `rows[3].amount.currency` is "the currency of the amount of row 4".
enum FieldWords {
    /// Returns a path in words; nil for a plain word, which needs no translation, and for a text that is no path of a
    /// request.
    static func of(_ path: Substring) -> (english: String, russian: String)? {
        guard path.contains(where: { $0 == "." || $0 == "[" || $0 == "_" || $0.isUppercase }) else { return nil }
        var parts: [(name: Substring, index: Int?)] = []
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            let name = part.prefix { $0 != "[" }
            let rest = part[name.endIndex...]
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
                return nil
            }
            if rest.isEmpty {
                parts.append((name, nil))
            } else {
                guard rest.hasPrefix("["), rest.hasSuffix("]"), let index = Int(rest.dropFirst().dropLast()) else {
                    return nil
                }
                parts.append((name, index))
            }
        }
        // `_meta` stands for the whole request and needs no name.
        if parts.count > 1, parts[0].name == "_meta" { parts.removeFirst() }
        guard let first = parts.first, nouns[String(first.name)] != nil else { return nil }
        return (
            parts.reversed().map { english($0.name, $0.index) }.joined(separator: " of "),
            parts.map { russian($0.name, $0.index) }.joined(separator: ", ")
        )
    }

    /// Returns the name of a field for use inside a sentence.
    static func name(of field: String) -> Text {
        if let words = of(field[...]) { return Text("\(words.english)", "\(words.russian)") }
        guard let noun = nouns[field] else { return Text(verbatim: field) }
        return Text("the \(noun.english)", "\(noun.russian)")
    }

    private static func english(_ name: Substring, _ index: Int?) -> String {
        let known = nouns[String(name)]
        if let index { return "\(known?.one?.english ?? apart(name)) \(index + 1)" }
        return "the \(known?.english ?? apart(name))"
    }

    private static func russian(_ name: Substring, _ index: Int?) -> String {
        let known = nouns[String(name)]
        if let index { return "\(known?.one?.russian ?? known?.russian ?? apart(name)) \(index + 1)" }
        return known?.russian ?? apart(name)
    }

    /// Returns a name as words: `max age days` for `maxAgeDays`.
    static func apart(_ name: some StringProtocol) -> String {
        name.reduce(into: "") { words, character in
            words += character.isUppercase ? " " + character.lowercased() : String(character)
        }
    }

    /// A noun; for a list, also the noun of one element.
    struct Noun {
        let english: String
        let russian: String
        var one: (english: String, russian: String)?
    }

    /// The nouns by parameter name.
    static let nouns: [String: Noun] = Dictionary(
        uniqueKeysWithValues: single.map { ($0.key, Noun(english: $0.value.0, russian: $0.value.1)) }
            + lists.map { name, words in
                (name, Noun(english: words.0, russian: words.1, one: (words.2, words.3)))
            })

    /// The names of lists in both languages, then the names of an element.
    private static let lists: KeyValuePairs<String, (String, String, String, String)> = [
        "activities": ("bonds", "облигации", "bond", "облигация"),
        "candles": ("candles", "свечи", "candle", "свеча"),
        "columns": ("columns", "столбцы", "column", "столбец"),
        "coupons": ("coupons", "купоны", "coupon", "купон"),
        "debits": ("debits", "списания", "debit", "списание"),
        "header": ("header", "заголовок", "heading", "заголовок столбца"),
        "ids": ("ids", "id", "id", "id"),
        "items": ("quotes", "котировки", "quote", "котировка"),
        "own": ("own doings", "сделанное вами", "kind", "вид"),
        "patterns": ("patterns", "паттерны", "pattern", "паттерн"),
        "principal": ("repayments", "погашения", "repayment", "погашение"),
        "remindDaysBefore": ("reminders", "напоминания", "reminder", "напоминание"),
        "remove": ("limits to remove", "снимаемые лимиты", "limit", "лимит"),
        "rows": ("rows", "строки", "row", "строка"),
        "rules": ("rules", "правила", "rule", "правило"),
        "shares": ("shares", "доли", "share", "доля"),
        "taken": ("transfers taken", "учтённые переводы", "transfer", "перевод"),
        "thresholds": ("thresholds", "пороги", "threshold", "порог"),
        "tickers": ("securities", "бумаги", "security", "бумага"),
        "transfers": ("transfers", "переводы", "transfer", "перевод"),
        "uses": ("uses", "использования", "use", "использование"),
    ]

    private static let single: KeyValuePairs<String, (String, String)> = [
        "_meta": ("request", "запрос"),
        "account": ("account", "счёт"),
        "amount": ("amount", "сумма"),
        "amountFrom": ("day of the new amount", "день новой суммы"),
        "asOf": ("date of reckoning", "дата отсчёта"),
        "at": ("time", "время"),
        "authDate": ("time of signing in", "время входа"),
        "bodyTolerance": ("tolerance of bodies", "допуск тела свечи"),
        "buffer": ("reserve", "запас"),
        "cancelDaysBefore": ("days to cancel in", "срок отмены"),
        "carrying": ("time of delivery", "срок доставки"),
        "category": ("category", "категория"),
        "channel": ("channel", "канал"),
        "checkMail": ("check of the mail server", "проверка почты"),
        "cleanPricePercent": ("clean price", "чистая цена"),
        "close": ("closing price", "цена закрытия"),
        "closes": ("choice to close the account", "закрытие счёта"),
        "color": ("colour", "цвет"),
        "column": ("column", "столбец"),
        "confirmAbove": ("amount that needs a code", "сумма, для которой нужен код"),
        "contains": ("words", "слова"),
        "count": ("number", "число"),
        "currency": ("currency", "валюта"),
        "daily": ("daily limit", "дневной лимит"),
        "date": ("date", "дата"),
        "dateOrder": ("order of day and month", "порядок дня и месяца"),
        "daysToWatch": ("days to watch", "срок наблюдения"),
        "deadline": ("deadline", "срок ответа"),
        "decimal": ("decimal separator", "знак перед копейками"),
        "description": ("description", "описание"),
        "deviationFromAvg": ("deviation from the average", "отклонение от среднего"),
        "digest": ("digest", "сводка"),
        "dryRun": ("dry run", "пробный запуск"),
        "effectiveYield": ("effective yield", "эффективная доходность"),
        "en": ("English name", "название по-английски"),
        "endOtherSessions": ("end of other sessions", "завершение других сеансов"),
        "every": ("rhythm", "периодичность"),
        "expiresAt": ("expiry", "срок действия"),
        "face": ("face value", "номинал"),
        "field": ("content", "содержимое"),
        "fileAccount": ("account in the file", "счёт в файле"),
        "fileName": ("name of the file", "имя файла"),
        "firstName": ("first name", "имя"),
        "frequency": ("number of coupons in a year", "число купонов в год"),
        "from": ("beginning", "начало"),
        "high": ("highest price", "наибольшая цена"),
        "id": ("id", "id"),
        "idempotencyKey": ("idempotency key", "ключ идемпотентности"),
        "import": ("import", "импорт"),
        "invertSigns": ("choice to invert signs", "смена знаков"),
        "isin": ("ISIN", "ISIN"),
        "issued": ("day of issue", "день выпуска"),
        "lastName": ("last name", "фамилия"),
        "layout": ("layout", "разметка"),
        "limit": ("limit", "предел"),
        "linked": ("link to the next transfer", "связь со следующим переводом"),
        "low": ("lowest price", "наименьшая цена"),
        "maxStaleMilliseconds": ("bound on the age of the answer", "предел давности ответа"),
        "maturity": ("day of maturity", "день погашения"),
        "maxAgeDays": ("greatest age of a rate", "наибольший возраст курса"),
        "maxAmount": ("greatest amount", "наибольшая сумма"),
        "maxScale": ("greatest scale", "наибольший масштаб"),
        "minAmount": ("least amount", "наименьшая сумма"),
        "minMatches": ("least number of matches", "наименьшее число совпадений"),
        "minScale": ("least scale", "наименьший масштаб"),
        "name": ("name", "название"),
        "open": ("opening price", "цена открытия"),
        "openingBalance": ("opening balance", "начальный остаток"),
        "paidOn": ("day of the payment", "день оплаты"),
        "payFrom": ("account to pay from", "счёт для оплаты"),
        "perTransfer": ("limit of one transfer", "лимит одного перевода"),
        "photoURL": ("picture", "фотография"),
        "outgoing": ("what all parts take", "сумма списаний всех частей"),
        "precedingChange": ("change by earlier parts", "изменение прежних частей"),
        "price": ("price", "цена"),
        "progressToken": ("token of progress", "метка хода работы"),
        "query": ("query", "запрос"),
        "quietHours": ("quiet hours", "тихие часы"),
        "rate": ("rate", "курс"),
        "ratePercent": ("coupon rate", "ставка купона"),
        "recoveryCode": ("recovery code", "запасной код"),
        "reference": ("reference", "ссылка на строку банка"),
        "refreshToken": ("refresh token", "токен обновления"),
        "removePayments": ("removal of payments", "удаление платежей"),
        "resetCode": ("reset code", "код сброса"),
        "ru": ("Russian name", "название по-русски"),
        "searchFrom": ("beginning of the search", "начало поиска"),
        "searchTo": ("end of the search", "конец поиска"),
        "secretToken": ("secret of the webhook", "секрет вебхука"),
        "segment": ("segment", "отрезок"),
        "separator": ("separator", "разделитель"),
        "service": ("service", "служба"),
        "shadowTolerance": ("tolerance of shadows", "допуск теней свечи"),
        "skipBad": ("choice to leave out bad rows", "пропуск негодных строк"),
        "skipConflicts": ("choice to leave out conflicts", "пропуск противоречий"),
        "sortBy": ("order of the list", "порядок списка"),
        "source": ("source", "источник"),
        "start": ("start", "начало"),
        "sumsToHundred": ("choice of percents that sum to 100", "округление до 100 %"),
        "tailLength": ("number of candles", "число свечей"),
        "terms": ("terms of the bond", "условия облигации"),
        "ticker": ("security", "бумага"),
        "timeZone": ("time zone", "часовой пояс"),
        "title": ("title", "название"),
        "to": ("end", "конец"),
        "trialUntil": ("end of the trial", "конец пробного периода"),
        "unfinished": ("mark of an unfinished candle", "пометка незаконченной свечи"),
        "unit": ("unit", "единица"),
        "unknownCoupons": ("mark of unknown coupons", "пометка неизвестных купонов"),
        "upTo": ("choice to move what there is", "перевод того, что есть"),
        "userId": ("user", "пользователь"),
        "value": ("value", "сумма выплаты"),
        "volume": ("volume", "объём"),
        "warnDays": ("days to warn before", "срок предупреждения"),
        "weekday": ("day of the week", "день недели"),
        "yield": ("yield", "доходность"),
    ]
}
