import Domain
import GatewayWords
import Signals

enum SchedulesTexts {
    static let title = Text("Scheduled transfers", "Регулярные переводы")
    static let key = Text("scheduled transfers", "регулярные переводы")
    static let new = Text("New scheduled transfer", "Новый регулярный перевод")
    static let empty = Text("Nothing is scheduled.", "Ничего не назначено.")
    static let next = Text("next", "следующий")
    static let amount = Text("amount", "сумма")
    static let from = Text("from", "откуда")
    static let to = Text("to", "куда")
    static let every = Text("every", "раз в")
    static let what = Text("what for", "за что")
    static let once = Text("once", "один раз")
    static let add = Text("add", "назначить")
    static let end = Text("end it", "прекратить")
    static let ended = Text("It has ended: no more transfers are made.", "Прекращено: больше он не делается.")
    static let pause = Text("pause", "пауза")
    static let resume = Text("resume", "возобновить")
    static let paused = Text(
        "It is paused: days that pass meanwhile are skipped, not made up for.",
        "Он на паузе: дни, что пройдут тем временем, пропускаются и не навёрстываются.")
    static func resumed(next day: CalendarDay) -> Text {
        Text("It goes on: the next one is on \(day).", "Он продолжается: следующий \(day).")
    }
    static let over = Text(
        "Its last day passed during the pause: it has ended.",
        "Последний его день прошёл за время паузы: он закончился.")
    static let start = Text("First day", "Первый день")
    static let startNote = Text(
        "Today or later: 2026-12-01, 01.12, monday; ← → a day earlier or later.",
        "Сегодня или позже: 01.12.2026, 01.12, понедельник; ← → на день раньше или позже.")
    static let often = Text("How often", "Как часто")
    static let sending = Text("Setting it up…", "Назначается…")
    static let save = Text("set it up", "назначить")

    /// Returns the text after "how often".
    static func rhythm(_ every: LedgerSignal.Every?) -> Text {
        every.map { Text("every ", "раз в ") + RhythmText.of($0.count, $0.unit) } ?? once
    }

    static func ending(_ schedule: LedgerSignal.Schedule, to name: String) -> Question {
        Question(
            Text(
                "End the transfers of \(schedule.amount) to \(name)?",
                "Прекратить переводы \(schedule.amount) на \(name)?"), yes: end, no: Text("let it go on", "оставить"))
    }

    static func adding(_ order: LedgerSignal.MakeSchedule, _ from: String, _ to: String) -> Question {
        Question(
            Text(
                "Transfer \(order.amount) from \(from) to \(to), from \(order.start) on, ",
                "Переводить \(order.amount) со счёта \(from) на \(to), начиная с \(order.start), ")
                + rhythm(order.every) + Text(verbatim: "?"), yes: save, no: TransferTexts.change)
    }
}
