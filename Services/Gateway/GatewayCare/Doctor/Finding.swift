import Domain
import GatewayWords
import StrictJSON

/// What the doctor saw in one place: a check, its result, and the cure where one is needed.
struct Finding: Sendable {
    /// How it is.
    enum Result: String, Sendable {
        /// As it should be.
        case good
        /// Worth a look; the house works.
        case warning
        /// Something does not work.
        case bad
        /// Not looked at, and why.
        case skipped

        /// For people.
        var word: StyledText {
            switch self {
            case .good: StyledText("good", "хорошо", .green)
            case .warning: StyledText("look", "обратите внимание", .yellow)
            case .bad: StyledText("bad", "плохо", .red)
            case .skipped: StyledText("skipped", "пропущено", .dim)
            }
        }
    }

    /// What was looked at, for programs: `service`, `storage`.
    let check: String
    /// Which one of several: `ledger`.
    let subject: String?
    /// How it is.
    let result: Result
    /// What was seen.
    let seen: Text
    /// What to do about it.
    let cure: Text?

    init(_ check: String, _ subject: String? = nil, _ result: Result, _ seen: Text, cure: Text? = nil) {
        self.check = check
        self.subject = subject
        self.result = result
        self.seen = seen
        self.cure = cure
    }

    /// What was looked at, for people.
    var title: Text {
        let name =
            switch check {
            case "directory": Text("directory", "каталог")
            case "supervisor": Text("supervisor", "супервизор")
            case "service": Text("service", "служба")
            case "version": Text("version", "версия")
            case "clock": Text("clock", "часы")
            case "storage": Text("storage", "база")
            case "keys": Text("keys", "ключи")
            case "room": Text("room", "место")
            case "telegram": Text("Telegram", "Telegram")
            case "books": Text("books", "книги")
            case "mail": Text("mail", "почта")
            case "outbox": Text("outbox", "исходящие")
            default: Text(verbatim: check)
            }
        return subject.map { name + Text(verbatim: " \($0)") } ?? name
    }

    /// `{"check","subject"?,"result","seen","cure"?}`.
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
