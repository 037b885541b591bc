import Domain
import GatewayWords
import Signals

enum PreferencesTexts {
    static let title = Text("Notifications and time", "Уведомления и время")
    static let key = Text("notifications and time zone", "уведомления и часовой пояс")
    static let news = Text("What you are told", "О чём сообщать")
    static let settings = Text("When and how", "Когда и как")
    static let change = Text("change", "изменить")
    static let save = Text("save", "сохранить")
    static let saving = Text("Saving…", "Сохраняется…")
    static let saved = Text("It holds from now on.", "Действует с этой минуты.")
    static let always = Text("always", "всегда")
    static let noZone = Text("There is no such time zone.", "Такого часового пояса нет.")
    static let byUTC = Text("none: days are in UTC", "нет: дни по UTC")
    static let zoneNote = Text(
        "Type a city in Latin letters: moscow. One zone for months, limits, schedules and quiet hours.",
        "Наберите город латиницей: moscow. Один пояс на месяцы, лимиты, расписания и тихие часы.")
    static let quietNote = Text(
        "As 23:00; both empty for no quiet hours. Security gets through.",
        "Как 23:00; оба пустые — без тихих часов. Безопасность пройдёт всегда.")
    static let from = Text("From", "С")
    static let to = Text("To", "До")
    static let every = Text("How often", "Как часто")
    static let weekday = Text("Day of the week", "День недели")
    static let weekdayNote = Text("For a weekly digest.", "Для недельной сводки.")
    static let at = Text("At", "Во сколько")
    static let atNote = Text("As 09:00.", "Как 09:00.")
    static let amountsNote = Text(
        "Money below this is not told, one amount for a currency: 500 RUB; 10 EUR. Empty for any.",
        "О меньшем не сообщать, по сумме на валюту: 500 RUB; 10 EUR. Пусто — о любых.")
    static let ownNote = Text("What you do yourself is told where you say so.", "О сделанном вами сообщать, если «да».")
    static let languageNote = Text("Of what is sent to you.", "На нём будут письма и сообщения.")
    static let (yes, no) = (Text("yes", "да"), Text("no", "нет"))

    static func name(_ setting: PreferencesState.Setting) -> Text {
        switch setting {
        case .zone: Text("Time zone", "Часовой пояс")
        case .quiet: Text("Quiet hours", "Тихие часы")
        case .digest: Text("Digest", "Сводка")
        case .amounts: Text("Money from", "Деньги от")
        case .own: Text("Your own doings", "Сделанное вами")
        case .language: Text("Language", "Язык")
        }
    }

    static func channel(_ channel: NotificationsSignal.ChannelKind) -> Text {
        switch channel {
        case .telegram: Text("Telegram", "Телеграм")
        case .email: Text("email", "почта")
        case .webhook: Text("webhook", "вебхук")
        case .ntfy: Text(verbatim: "ntfy")
        case .gotify: Text(verbatim: "Gotify")
        }
    }

    static func every(_ every: NotificationsSignal.DigestEvery) -> Text {
        switch every {
        case .day: Text("each day", "каждый день")
        case .week: Text("each week", "каждую неделю")
        }
    }

    /// Returns the name of a weekday.
    ///
    /// - Parameter day: 1 is Monday.
    static func weekday(_ day: Int) -> Text {
        switch day {
        case 2: Text("Tuesday", "вторник")
        case 3: Text("Wednesday", "среда")
        case 4: Text("Thursday", "четверг")
        case 5: Text("Friday", "пятница")
        case 6: Text("Saturday", "суббота")
        case 7: Text("Sunday", "воскресенье")
        default: Text("Monday", "понедельник")
        }
    }

    static func kind(_ kind: NotificationsSignal.Kind) -> Text {
        switch kind {
        case .moneyIn: Text("money in", "поступления")
        case .moneyOut: Text("money out", "списания")
        case .paymentDone: Text("payments", "оплаты")
        case .priceChanged: Text("prices", "цены")
        default: Text(verbatim: kind.rawValue)
        }
    }

    /// Returns the name of a language in that language.
    static func language(_ language: NotificationsSignal.Language) -> Text {
        switch language {
        case .ru: Text(verbatim: "русский")
        case .en: Text(verbatim: "English")
        }
    }

    /// Returns `New York  America/New_York`, so that both the city and the zone are found by their beginnings.
    static func zone(_ name: String) -> Text {
        let city = (name.split(separator: "/").last ?? "").replacing("_", with: " ")
        return Text(verbatim: city == name ? name : "\(city)  \(name)")
    }

    static func proposals(_ found: some Sequence<Text>) -> Text {
        Text("Arrows choose among ", "Стрелки выберут: ") + Array(found).joined(separator: "; ")
    }

    // MARK: Values

    static func digest(_ digest: NotificationsSignal.Digest) -> Text {
        let day = digest.every == .week ? Text(verbatim: ", ") + weekday(digest.weekday ?? 1) : .blank
        return every(digest.every) + day + Text(verbatim: ", \(digest.at)")
    }

    static func amounts(_ thresholds: [Money]) -> Text {
        thresholds.isEmpty
            ? Text("any amount", "любой суммы") : thresholds.map { Text.money($0) }.joined(separator: "; ")
    }

    static func own(_ kinds: [NotificationsSignal.Kind]) -> Text {
        kinds.isEmpty ? Text("not told", "не сообщать") : kinds.map(kind).joined(separator: ", ")
    }
}
