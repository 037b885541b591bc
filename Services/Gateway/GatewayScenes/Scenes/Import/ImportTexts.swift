import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

enum ImportTexts {
    static let title = Text("Import a file", "Импорт выписки")
    static let key = Text("import a file", "импорт выписки")
    static let short = Text("import", "импорт")
    static let chooseFile = Text("Choose the bank's file.", "Выберите файл банка.")
    static let file = Text("File", "Файл")
    static let fileNote = Text(
        "A bank's statement: OFX, QIF, camt, MT940 or CSV.", "Выписка банка: OFX, QIF, camt, MT940 или CSV.")
    static let pathNote = Text(
        "A bank's statement: OFX, QIF, camt, MT940 or CSV. Tab writes the path on.",
        "Выписка банка: OFX, QIF, camt, MT940 или CSV. Tab допишет путь.")
    static let isFolder = Text(
        "That is a folder: add the name of the file.", "Это папка: допишите имя файла.")
    static let noFile = Text("There is no such file.", "Такого файла нет.")
    static let account = Text("Into account", "На счёт")
    static let opening = Text("Balance before", "Остаток до")
    static let openingNote = Text(
        "What was in the account before the first row; may be empty.",
        "Что было на счёте до первой строки; можно не писать.")
    static let order = Text("Dates", "Даты")
    static let orderNote = Text("Where the file leaves a choice.", "Если по файлу не понять.")
    static let signs = Text("Amounts", "Суммы")
    static let signsKept = Text("a minus is money that went", "минус — деньги ушли")
    static let signsTurned = Text("a minus is money that came", "минус — деньги пришли")
    static let signsNote = Text("Some cards write it the other way round.", "У некоторых карт наоборот.")
    static let look = Text("look into it", "посмотреть")
    static let reading = Text("Reading the file…", "Файл читается…")
    static let nothingYet = TransferTexts.nothingYet
    static let sending = Text("Importing…", "Принимается…")
    static let done = Text("Imported.", "Принято.")
    static let nothingNew = Text("Nothing is new: there is nothing to import.", "Нового нет: принимать нечего.")
    static let undoNote = Text(
        "The list of imports takes it back as a whole.", "Список импортов отменит его целиком.")
    static let days = Text("Days", "Дни")
    static let rows = Text("Rows", "Строки")
    static let leftOut = Text("Left out", "Пропущено")
    static let money = Text("In and out", "Приход, расход")
    static let balance = Text("Balance then", "Остаток тогда")
    static let inFile = Text("In the file", "В файле")
    static let line = Text("line", "строка")
    static let date = Text("date", "дата")
    static let amount = Text("amount", "сумма")
    static let status = Text("is", "какая")
    static let description = Text("description", "за что")
    static let importIt = Text("import", "принять")
    static let decide = Text("decide", "решить")
    static let turned = Text(
        "Every row brings money. If these are charges of a card, choose “\(signsTurned)” in the fields.",
        "Все строки приносят деньги. Если это траты по карте, выберите в полях «\(signsTurned)».")
    private static let dontImport = Text("do not import", "не принимать")
    private static let leaveOut = Text("leave them out", "пропустить")

    static func name(_ order: HistorySignal.DateOrder?) -> Text {
        switch order {
        case nil: Text("as the file tells", "как понятно по файлу")
        case .dmy: Text("day, month, year", "день, месяц, год")
        case .mdy: Text("month, day, year", "месяц, день, год")
        case .ymd: Text("year, month, day", "год, месяц, день")
        }
    }

    static func files(_ found: TypedPath.Completion) -> Text {
        let names = Text(verbatim: found.names.joined(separator: " · "))
        return found.others == 0
            ? names : names + Text(" and \(found.others) more", " и ещё \(found.others)")
    }

    /// Returns `12 new, 3 known`.
    static func counts(_ outcome: ImportOutcome) -> [Span] {
        var spans = [Span(Text("\(outcome.new) new", "новых \(outcome.new)"), .strong)]
        if outcome.known > 0 { spans.append(Span(Text(", \(outcome.known) known", ", известных \(outcome.known)"))) }
        if outcome.similar > 0 {
            let text = Text(", \(outcome.similar) perhaps known", ", возможно, известных \(outcome.similar)")
            spans.append(Span(text, .waits))
        }
        if outcome.conflict > 0 {
            let text = Text(", \(outcome.conflict) in conflict", ", противоречащих \(outcome.conflict)")
            spans.append(Span(text, .bad))
        }
        return spans
    }

    static func importing(_ outcome: ImportOutcome, into account: String) -> Question {
        let rows = outcome.new
        return Question(
            Text(
                "Import \(rows, "row", "rows") into \(account)?",
                "Принять \(rows, "строку", "строки", "строк") на счёт «\(account)»?"), yes: importIt, no: dontImport)
    }

    static func unreadable(_ problem: Text) -> Question {
        Question(
            problem + Text(" Leave out what cannot be read?", " Пропустить то, что не читается?"),
            [Answer("no", dontImport, .no), Answer("leave-out", leaveOut, .other)])
    }

    /// Returns the obstacle, with advice where there is nothing to choose.
    static func sentence(_ obstacle: ImportObstacle, _ outcome: ImportOutcome) -> Text {
        let sentence = obstacle.sentence(outcome)
        switch obstacle {
        case .conflict, .similar: return sentence
        case .openingBeforeNothing: return sentence + Text(verbatim: ".")
        case .otherOpening:
            return sentence
                + Text(": go back and empty the field of the balance.", ": вернитесь и очистите поле остатка.")
        case .shortfall(let shortfall, _):
            let needed = shortfall.openingBalance
            return sentence
                + Text(
                    " Go back and give a balance of \(needed) or more before the first row, or set an overdraft.",
                    " Вернитесь и укажите остаток до первой строки от \(needed) или дайте счёту овердрафт.")
        }
    }

    /// Returns the question about an obstacle; nil where there is nothing to choose.
    static func question(about obstacle: ImportObstacle, _ outcome: ImportOutcome) -> Question? {
        let no = Answer("no", dontImport, .no)
        let keep = Answer("keep-similar", Text("add them", "добавить"), .other)
        let sentence = sentence(obstacle, outcome)
        switch obstacle {
        case .conflict:
            return Question(
                sentence + Text(" Leave such rows out?", " Пропустить такие строки?"),
                [no, Answer("leave-out", leaveOut, .other)])
        case .similar:
            return Question(
                sentence + Text(" What with such rows?", " Как быть с такими строками?"),
                [no, Answer("skip-similar", leaveOut, .other), keep])
        case .openingBeforeNothing: return Question(sentence, [no, keep])
        case .otherOpening, .shortfall: return nil
        }
    }

    /// The reason for requiring a proof.
    static let takesOut = Text(
        "More goes out of an account with limits than comes in. ", "Со счёта с лимитами уйдёт больше, чем придёт. ")
}
