import Domain
import GatewayWords
import StrictJSON

/// A finding of the doctor: a check, its result, and a remedy if one is needed.
struct Finding: Sendable {
    enum Result: String, Sendable {
        /// Everything is in order.
        case good
        /// Worth a look; the house works.
        case warning
        /// Something does not work.
        case bad
        /// The check was skipped; the finding gives the reason.
        case skipped

        /// The result for people.
        var word: StyledText {
            switch self {
            case .good: StyledText("good", "хорошо", .green)
            case .warning: StyledText("look", "обратите внимание", .yellow)
            case .bad: StyledText("bad", "плохо", .red)
            case .skipped: StyledText("skipped", "пропущено", .dim)
            }
        }
    }

    /// The name of the check for programs: `service`, `storage`.
    let check: String
    /// The checked thing among several: `ledger`.
    let subject: String?
    let result: Result
    /// The observation.
    let seen: Text
    /// The remedy.
    let cure: Text?

    init(_ check: String, _ subject: String? = nil, _ result: Result, _ seen: Text, cure: Text? = nil) {
        self.check = check
        self.subject = subject
        self.result = result
        self.seen = seen
        self.cure = cure
    }

    /// The name of the check for people.
    var title: Text {
        let name =
            switch check {
            case "directory": Text("directory", "каталог")
            case "supervisor": Text("supervisor", "супервизор")
            case "service": Text("service", "служба")
            case "confinement": Text("confinement", "закрытость файлов")
            case "version": Text("version", "версия")
            case "clock": Text("clock", "часы")
            case "events": Text("events", "события")
            case "storage": Text("storage", "база")
            case "backups": Text("backups", "копии")
            case "log": Text("commit log", "журнал изменений")
            case "leader": Text("leader", "ведущая машина")
            case "follower": Text("follower", "ведомая машина")
            case "engine": Text("database of the log", "база журнала")
            case "doubts": Text("doubts", "сомнения")
            case "comparison": Text("content", "содержимое")
            case "keys": Text("keys", "ключи")
            case "disk": Text("disk", "диск")
            case "units": Text("units", "юниты")
            case "unit": Text("unit", "юнит")
            case "sockets": Text("sockets", "сокеты")
            case "socket": Text("socket", "сокет")
            case "certificate": Text("certificate", "сертификат")
            case "page": Text("page", "страница")
            case "room": Text("room", "место")
            case "telegram": Text("Telegram", "Telegram")
            case "books": Text("books", "книги")
            case "mail": Text("mail", "почта")
            case "outbox": Text("outbox", "исходящие")
            default: Text(verbatim: check)
            }
        return subject.map { name + Text(verbatim: " \($0)") } ?? name
    }

    /// Writes `{"check","subject"?,"result","seen","cure"?}`.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("check", check)
        writer.member("subject", ifPresent: subject)
        writer.member("result", result.rawValue)
        writer.member("seen", seen.spoken(in: .english))
        writer.member("cure", ifPresent: cure?.spoken(in: .english))
        writer.endObject()
    }
}
