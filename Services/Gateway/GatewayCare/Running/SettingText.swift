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
        "body-tolerance": "Насколько могут различаться тела свечей.",
        "candle-days": "Через сколько свечей после отрезка свечей определяют исход.",
        "candle-longest": "Самый длинный отрезок свечей.",
        "candle-shortest": "Самый короткий отрезок свечей.",
        "chart-band": "Насколько можно растягивать время.",
        "chart-days": "Через сколько свечей после линии определяют исход.",
        "chart-longest": "Самая длинная линия.",
        "chart-scale-least": "Самое короткое окно, с которым сравнивают линию.",
        "chart-scale-most": "Самое длинное окно, с которым сравнивают линию.",
        "chart-shortest": "Самая короткая линия.",
        "chart-tolerance": "Наибольшее расстояние между двумя линиями.",
        "clock": "Время, с которого начинают идти часы процесса; если не указано — часы машины.",
        "config": "Файл настроек; если не указан — kopilka.json в $XDG_CONFIG_HOME/kopilka.",
        "confine":
            "Ограничивает ли ядро службу её собственными файлами (Landlock); required: без этого она не запустится.",
        "currency": "Валюта итогов для тех, кто своей не выбрал.",
        "data": "Каталог баз и журналов, права 0700, владелец — этот пользователь.",
        "drain-limit": "Сколько времени есть у останавливаемой службы, чтобы завершить начатое.",
        "event-readers":
            "Каким из служб с этим правом видны события всех пользователей; остальным не видны никакие.",
        "hash-memory": "Память на один хеш пароля; если увеличить, пароли перехешируются при следующем входе.",
        "hash-passes": "Проходы хеша пароля по памяти; если увеличить, пароли перехешируются так же.",
        "hash-threads": "Сколько паролей хешируется одновременно.",
        "keep-patterns": "Сколько паттерн остаётся действующим, если новых свечей нет.",
        "late-after": "Через какое время уведомление сообщает, что оно опоздало.",
        "least-matches": "Наименьшее число совпадений, при котором это паттерн.",
        "log": "Наименьший уровень строк, которые пишутся в журнал.",
        "longest-scan": "Сколько может длиться поиск, прежде чем его прервут.",
        "max-message-bytes": "Самое большое сообщение, которое принимает служба.",
        "moex-url": "Адрес открытой службы Московской биржи для scanner.fetch и bonds.fetch.",
        "old-after": "События старше этого срока собираются в одно уведомление.",
        "quiet-after": "Если свечи бумаги кончились настолько раньше, чем у других, она не просматривается.",
        "refresh-every": "Как часто просматриваются бумаги, за которыми следят; изменившиеся — сразу.",
        "registrations": "Сколько регистраций возможно за десять минут; от одного процесса — половина.",
        "requests-in-all": "Сколько всего запросов выполняется одновременно; на остальные отвечают overloaded.",
        "requests-per-peer":
            "Сколько запросов одного клиента выполняется одновременно; на остальные отвечают overloaded.",
        "rows-in-memory":
            "Сколько операций держать в памяти для недавних пользователей; около 50 байт на каждую.",
        "run": "Каталог сокетов и замков, права 0700, владелец — этот пользователь.",
        "scan-limit": "Сколько может длиться один поиск, прежде чем scanner считается слишком медленным.",
        "scan-threads": "Сколько потоков ищет; 0 — по числу процессоров.",
        "scans-at-once": "Сколько поисков идёт одновременно; остальные ждут.",
        "shadow-tolerance": "Насколько могут различаться тени свечей.",
        "smtp-ca-file": "Файл с удостоверяющими центрами для почты вместо системных.",
        "smtp-from": "Адрес, с которого приходит почта.",
        "smtp-password-file": "Файл с паролем почтового сервера, 0600; если не указан — smtp-password рядом с базами.",
        "smtp-url":
            "Почтовый сервер: smtp://user@host:587 (STARTTLS) или smtps://user@host:465; пароль — в своём файле.",
        "tail-longest": "Сколько первых свечей самое большее сравнивают только по направлению; всегда не все.",
        "tail-shortest": "Сколько первых свечей самое меньшее сравнивают только по направлению.",
        "telegram-registration": "Могут ли новые люди регистрироваться в Telegram.",
        "snapshot-every": "Как часто снимок базы идёт в журнал изменений, если он есть и что-то изменилось.",
        "restorable-for":
            "Насколько назад можно восстановить по журналу изменений. Более старое, и ушедшие в нём, удаляется.",
        "telegram-token-file": "Файл с токеном бота, 0600; если не указан — telegram-token рядом с базами.",
        "telegram-url": "Адрес Bot API Telegram или своего сервера, например http://127.0.0.1:8081.",
        "telegram-webhook-secret-file":
            "Файл с секретом вебхука, 0600; тогда обновления приходят сами, а не запрашиваются.",
        "tell-session-uses-every":
            """
        Как часто auth узнаёт, какими сеансами пользовались: настолько может отставать «последний раз» в их \
        списке.
        """,
        "time-zone": "Часовой пояс тех, кто своего не выбрал.",
        "watch-limit": "За сколькими бумагами может следить один человек.",
        "webhook-allow": "Частные адреса, доступные вебхукам: 192.168.1.0/24,127.0.0.1; по умолчанию никакие.",
    ]

    private static let types = [
        "a whole number": "целое число", "a path": "путь", "text": "текст", "true or false": "true или false",
        "a duration like 250ms, 5s, 2m or 1h": "время, например 250ms, 5s, 2m или 1h",
        "names of services, separated by commas, or none": "имена служб через запятую или none",
        "the name of a time zone, such as Europe/Moscow": "имя часового пояса, например Europe/Moscow",
        "an ISO 4217 currency code, such as RUB": "валюта ISO 4217, например RUB",
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
