import GatewayWords

/// The Russian descriptions of settings; the English ones come from the services' executables.
enum SettingText {
    /// Returns the summary of a setting in both languages.
    static func summary(_ english: String, of setting: String) -> Text {
        Text("\(english)", "\(summaries[setting] ?? english)")
    }

    /// Returns the permitted values in both languages: the type, the range and the unit, if given.
    static func limits(type: String, range: String?, unit: String?) -> Text {
        let english = [type, range, unit].compactMap { $0 }.joined(separator: ", ")
        let russian = [types[type] ?? type, range, unit.map { units[$0] ?? $0 }].compactMap { $0 }
        return Text("\(english)", "\(russian.joined(separator: ", "))")
    }

    /// Returns a value as it is set; in words where it is not set.
    static func value(_ value: String) -> Text { value == "none" ? Text("none", "нет") : Text(verbatim: value) }

    private static let summaries = [
        "body-tolerance": "Насколько могут расходиться тела свечей.",
        "candle-days": "Через сколько свечей после отрезка свечей смотрят исход.",
        "candle-longest": "Самый длинный отрезок свечей.",
        "candle-shortest": "Самый короткий отрезок свечей.",
        "chart-band": "Насколько можно растягивать время.",
        "chart-days": "Через сколько свечей после линии смотрят исход.",
        "chart-longest": "Самая длинная линия.",
        "chart-scale-least": "Самое короткое окно, с которым сравнивают линию.",
        "chart-scale-most": "Самое длинное окно, с которым сравнивают линию.",
        "chart-shortest": "Самая короткая линия.",
        "chart-tolerance": "Наибольшее расстояние между двумя линиями.",
        "clock": "Время, с которого начинают идти часы процесса; без него — часы машины.",
        "config": "Файл настроек; если не указан — kopilka.json в $XDG_CONFIG_HOME/kopilka.",
        "confine":
            "Держит ли ядро службу при её собственных файлах (Landlock); required: без этого она не запускается.",
        "currency": "Валюта итогов для тех, кто своей не выбрал.",
        "data": "Каталог баз и журналов, 0700 и только наш.",
        "drain-limit": "Сколько служба может доделывать начатое, когда её останавливают.",
        "event-readers":
            "Службы, которые видят события всех людей, из тех, кому это разрешено; остальные не видят ничьих.",
        "hash-memory": "Память на один хеш пароля; если увеличить, пароли перехешируются при следующем входе.",
        "hash-passes": "Проходы хеша пароля по памяти; если увеличить, пароли перехешируются так же.",
        "hash-threads": "Сколько паролей хешируется одновременно.",
        "keep-patterns": "Сколько паттерн считается действующим, если новых свечей нет.",
        "late-after": "О том, что сообщено позже этого срока, говорится, что с опозданием.",
        "least-matches": "Если совпадений меньше, это не паттерн.",
        "log": "Наименее важные строки, которые ещё пишутся в журнал.",
        "longest-scan": "Сколько может длиться поиск, прежде чем от него откажутся.",
        "max-message-bytes": "Самое большое сообщение, которое принимает служба.",
        "moex-url": "Где спрашивать биржу (scanner.fetch, bonds.fetch): открытая служба Московской биржи.",
        "old-after": "О том, что прочитано позже этого срока, сообщается одним уведомлением.",
        "quiet-after": "Бумага, чьи свечи кончились настолько раньше других, не просматривается.",
        "refresh-every": "Как часто просматривается всё, за чем следят; изменившееся — сразу.",
        "registrations": "Сколько людей может зарегистрироваться за десять минут; один процесс — половину.",
        "requests-in-all": "Запросов в работе всего; на остальные отвечают overloaded.",
        "requests-per-peer": "Запросов одного собеседника в работе; на остальные отвечают overloaded.",
        "rows-in-memory":
            "Сколько операций держать в памяти для тех, кто спрашивал последними; около 50 байт на каждую.",
        "run": "Каталог сокетов и замков, 0700 и только наш.",
        "scan-limit": "Сколько может длиться один поиск, прежде чем scanner считается слишком медленным.",
        "scan-threads": "Сколько потоков ищет; 0 — по числу процессоров.",
        "scans-at-once": "Сколько поисков идёт одновременно; остальные ждут.",
        "shadow-tolerance": "Насколько могут расходиться тени свечей.",
        "smtp-ca-file": "Файл с удостоверяющими центрами для почты вместо системных.",
        "smtp-from": "Адрес, с которого приходит почта.",
        "smtp-password-file": "Файл с паролем почтового сервера, 0600; если не указан — smtp-password рядом с базами.",
        "smtp-url":
            "Почтовый сервер: smtp://user@host:587 (STARTTLS) или smtps://user@host:465; пароль — в своём файле.",
        "tail-longest": "Сколько свечей спереди самое большее считаются только по направлению; всегда меньше, чем все.",
        "tail-shortest": "Сколько свечей спереди самое меньшее считаются только по направлению.",
        "telegram-registration": "Может ли человек без счёта завести его в Telegram.",
        "telegram-token-file": "Файл с токеном бота, 0600; если не указан — telegram-token рядом с базами.",
        "telegram-url": "Где Bot API Telegram; свой сервер — http://127.0.0.1:8081.",
        "telegram-webhook-secret-file":
            "Файл с секретом вебхука, 0600; тогда обновления приносят сами, и их не спрашивают.",
        "tell-session-uses-every":
            """
        Как часто auth узнаёт, какими сеансами пользовались: настолько может отставать «последний раз» в их \
        списке.
        """,
        "time-zone": "Часовой пояс тех, кто своего не выбрал.",
        "watch-limit": "За сколькими бумагами может следить один человек.",
        "webhook-allow": "Частные адреса, куда могут вести вебхуки: 192.168.1.0/24,127.0.0.1; без указания — никакие.",
    ]

    private static let types = [
        "a whole number": "целое число", "a path": "путь", "text": "текст", "true or false": "true или false",
        "a duration like 250ms, 5s, 2m or 1h": "время, например 250ms, 5s, 2m или 1h",
        "names of services with commas between them, or none": "имена служб через запятую или пусто",
        "the name of a time zone, such as Europe/Moscow": "имя часового пояса, например Europe/Moscow",
        "a currency of ISO 4217, such as RUB": "валюта ISO 4217, например RUB",
        "an RFC 3339 instant like 2026-11-21T08:51:48Z": "время RFC 3339, например 2026-11-21T08:51:48Z",
        "one of off, auto, required": "одно из off, auto, required",
        "one of trace, debug, info, notice, warning, error, critical":
            "одно из trace, debug, info, notice, warning, error, critical",
    ]

    private static let units = [
        "candles": "свечи", "matches": "совпадения", "threads": "потоки", "securities": "бумаги", "days": "дни",
        "per cent of the line": "проценты от линии", "per cent of the window's range": "проценты от размаха окна",
        "hundredths": "сотые", "transactions": "операции", "passes": "проходы", "requests": "запросы", "bytes": "байты",
        "people": "люди",
    ]
}
