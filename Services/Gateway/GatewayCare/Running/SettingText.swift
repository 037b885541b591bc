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

    /// Returns the rule that a value breaks in both languages, `must be a whole number in 1...8 threads`; a rule of
    /// another form stays English.
    static func rule(_ english: String) -> Text {
        let words = english.trimmingPrefix("must be ")
        // A type may contain " in ", and one may begin like another: the longest counts.
        guard words.count < english.count,
            let type = types.keys.filter({ words == $0 || words.hasPrefix($0 + " ") }).max(by: { $0.count < $1.count })
        else { return Text(verbatim: english) }
        let limits = words.dropFirst(type.count).trimmingPrefix(" in").split(separator: " ", maxSplits: 1)
        let permitted = limits.first.map { [types[type] ?? type, String($0)] } ?? [types[type] ?? type]
        let unit = limits.dropFirst().map { units[String($0)] ?? String($0) }
        return Text("\(english)", "допустимо: \((permitted + unit).joined(separator: ", "))")
    }

    /// Returns a value as it is set; in words where it is not set.
    static func value(_ value: String) -> Text { value == "none" ? Text("none", "нет") : Text(verbatim: value) }

    private static let summaries = [
        "backup-at": "Когда каждый день делается копия, по часам этой машины; none — не делается.",
        "backup-directory": "Где хранятся копии по расписанию; по умолчанию backups в каталоге данных.",
        "backup-keep-daily": "За сколько дней хранится последняя копия.",
        "backup-keep-monthly": "За сколько месяцев тоже хранится последняя копия.",
        "backup-keep-weekly": "За сколько недель тоже хранится последняя копия.",
        "backup-recipients": "Для кого шифруются копии по расписанию: то, что печатает gateway backup key.",
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
        "checkpoint-pages":
            "До какого размера растёт журнал базы, прежде чем его переносят в файл; в страницах по 4 КиБ.",
        "clock": "Время, с которого начинают идти часы процесса; если не указано — часы машины.",
        "config": "Файл настроек; если не указан — kopilka.json в $XDG_CONFIG_HOME/kopilka.",
        "confine":
            "Ограничивает ли ядро службу её собственными файлами (Landlock); required: без этого она не запустится.",
        "currency": "Валюта итогов для тех, кто своей не выбрал.",
        "data": "Каталог баз и журналов, права 0700, владелец — этот пользователь.",
        "drain-limit": "Сколько времени есть у останавливаемой службы, чтобы завершить начатое.",
        "event-readers":
            "Каким из служб с этим правом видны события всех пользователей; остальным не видны никакие.",
        "extra-memory": "Сколько памяти может занять каждая дополнительная служба.",
        "extra-rights":
            """
        Какие события читают дополнительные службы, какие методы вызывают для того, кто их спросил, какие каталоги \
        им видны, и network — сеть.
        """,
        "extra-services": "Посторонние программы, которые работают как службы дома.",
        "hash-memory": "Память на один хеш пароля; если увеличить, пароли перехешируются при следующем входе.",
        "hash-passes": "Проходы хеша пароля по памяти; если увеличить, пароли перехешируются так же.",
        "hash-threads": "Сколько паролей хешируется одновременно.",
        "keep-patterns": "Сколько паттерн остаётся действующим, если новых свечей нет.",
        "keys-in-memory":
            "Сколько ключей идемпотентности копится в памяти, прежде чем их вносят в указатель на диске.",
        "late-after": "Через какое время уведомление сообщает, что оно опоздало.",
        "least-matches": "Наименьшее число совпадений, при котором это паттерн.",
        "log": "Наименьший уровень строк, которые пишутся в журнал.",
        "longest-scan": "Сколько может длиться поиск, прежде чем его прервут.",
        "max-message-bytes": "Самое большое сообщение, которое принимает служба.",
        "moex-url": "Адрес открытой службы Московской биржи для scanner.fetch и bonds.fetch.",
        "old-after": "События старше этого срока собираются в одно уведомление.",
        "quiet-after": "Если свечи бумаги кончились настолько раньше, чем у других, она не просматривается.",
        "otlp-endpoint": "Коллектор, которому по OTLP/HTTP уходят трассы и журналы; без него не уходит ничего.",
        "otlp-headers-file": "Файл с заголовками для него, в виде имя=значение,имя=значение; 0600.",
        "otlp-logs": "Наименьший уровень строк журнала, которые уходят.",
        "otlp-sample": "Доля трасс, которые уходят.",
        "refresh-every": "Как часто просматриваются бумаги, за которыми следят; изменившиеся — сразу.",
        "passkey-id": "Домен страницы дома, которому принадлежат ключи доступа; с другим доменом прежние не работают.",
        "passkey-origins":
            "Страницы, где действуют ключи доступа; по умолчанию https://<passkey-id> или http://localhost:*.",
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
        "compare-at": "Когда машины дома каждый день сверяют базы целиком, по UTC.",
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
        "web-behind-proxy": "Делает ли https прокси и говорит ли, за кого спрашивает (Forwarded, X-Forwarded-*).",
        "web-certificate": "Файл с сертификатом для https (PEM), за ним — выдавшие его; SIGHUP перечитывает.",
        "web-host": "Имена, по которым люди открывают страницу; запросы с другими именами отвергаются.",
        "web-key": "Файл с закрытым ключом сертификата (PEM).",
        "web-listen": "Где слушает gateway web; с портом 0 его выбирает система.",
        "web-proxies": "Адреса этого прокси; по умолчанию адреса этой машины.",
        "web-socket": "Сокет Unix для прокси вместо адреса; права 0600.",
        "web-socket-group": "Группа прокси, которой тоже можно к этому сокету; права 0660.",
        "webhook-allow":
            "Частные адреса, доступные вебхукам, ntfy и Gotify: 192.168.1.0/24,127.0.0.1; по умолчанию никакие.",
    ]

    private static let types = [
        "a whole number": "целое число", "a path": "путь", "text": "текст", "true or false": "true или false",
        "a duration like 250ms, 5s, 2m or 1h": "время, например 250ms, 5s, 2m или 1h",
        "a domain in lower case, such as money.example.org, or localhost":
            "домен строчными буквами, например money.example.org, или localhost",
        "origins, separated by commas, such as https://money.example.org or http://localhost:*":
            "адреса страниц через запятую, например https://money.example.org или http://localhost:*",
        "events and methods by extra service, such as weather:ledger.transferPosted, separated by commas":
            "события и методы по службам, например weather:ledger.transferPosted, через запятую",
        "names with the paths of their executables, such as weather=/opt/weather/weather, separated by commas":
            "имена с полными путями исполняемых файлов, например weather=/opt/weather/weather, через запятую",
        "names of services, separated by commas, or none": "имена служб через запятую или none",
        "the name of a time zone, such as Europe/Moscow": "имя часового пояса, например Europe/Moscow",
        "an ISO 4217 currency code, such as RUB": "валюта ISO 4217, например RUB",
        "an RFC 3339 instant like 2026-11-21T08:51:48Z": "время RFC 3339, например 2026-11-21T08:51:48Z",
        "an address and a port like 127.0.0.1:8417 or [::1]:8417":
            "адрес и порт, например 127.0.0.1:8417 или [::1]:8417",
        "host names like bank.example.org, separated by commas":
            "имена машины, например bank.example.org, через запятую",
        "IP addresses, separated by commas": "адреса IP через запятую",
        "a URL like http://127.0.0.1:4318, without a password and without ? or #":
            "адрес, например http://127.0.0.1:4318, без пароля и без ? и #",
        "a number from 0 to 1": "число от 0 до 1",
        "off, or one of trace, debug, info, notice, warning, error, critical":
            "off или одно из trace, debug, info, notice, warning, error, critical",
        "a time of day like 03:30": "время суток, например 03:30",
        "up to eight recipients like kopilka-recipient-…, separated by commas":
            "до восьми получателей вида kopilka-recipient-…, через запятую",
        "a time of day in UTC like 00:30": "время суток по UTC, например 00:30",
        "one of off, auto, required": "одно из off, auto, required",
        "one of trace, debug, info, notice, warning, error, critical":
            "одно из trace, debug, info, notice, warning, error, critical",
    ]

    private static let units = [
        "candles": "свечи", "matches": "совпадения", "threads": "потоки", "securities": "бумаги", "days": "дни",
        "weeks": "недели", "months": "месяцы",
        "per cent of the line": "проценты от линии", "per cent of the window's range": "проценты от размаха окна",
        "hundredths": "сотые", "transactions": "операции", "passes": "проходы", "requests": "запросы", "bytes": "байты",
        "MiB": "МиБ",
        "people": "люди",
    ]
}
