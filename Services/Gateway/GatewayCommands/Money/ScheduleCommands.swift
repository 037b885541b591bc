import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import Hosting
import Reasons
import Signals

/// Schedules of transfers.
enum ScheduleCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.MakeSchedule.self, "schedule add", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": Text(
                    "The payer, your account: its id, your name for it, or the first letters of its id.",
                    "Ваш счёт списания: его id, имя или начало id."),
                "to": MoneyCommands.receiver,
                "amount": Text(
                    "How much, each time: 500, or 500 RUB.", "Сколько каждый раз и в чём: 500 RUB."),
                "description": Text(
                    "The description, at most 500 characters; both sides see it.",
                    "За что, не больше 500 знаков; видят обе стороны."),
                "start": Text(
                    "The first day: 2026-12-01, 01.12, tomorrow, monday or next-month.",
                    "Первый день: 2026-12-01, 01.12, завтра, понедельник или следующий-месяц."),
                "times": Text("How many times in all.", "Сколько раз всего."),
                "until": Text("The last day on which it may be made.", "Последний возможный день."),
                "code": Text(
                    "A one-time code, if one is needed and nobody can be asked.",
                    "Одноразовый код, если он нужен, а спросить некого."),
            ],
            accounts: ["from"], payees: ["to"],
            extraFlags: [
                FlagShape(
                    "every", field: "rhythm", .text, placeholder: "RHYTHM",
                    Text(
                        "How often: month, \"2 weeks\", \"28 days\", year; once by default.",
                        "Как часто: месяц, \"2 недели\", \"28 дней\", год; по умолчанию один раз."))
            ],
            examples: [
                CommandExample(
                    "schedule add main 5kqj7x9w2m4p 30000 RUB --start 2026-12-31 --every month --description rent",
                    Text("on the last day of each month", "в последний день каждого месяца")),
                CommandExample(
                    "schedule add main savings 500 RUB --start 2026-12-01 --every \"2 weeks\" --times 10",
                    Text("ten times", "десять раз")),
            ],
            notes: [
                Text(
                    "It is made when its day begins in your time zone. The 31st is the last day of a shorter month.",
                    "Делается, когда день начнётся по вашим часам. 31-е — последний день месяца, если он короче."),
                Text(
                    "A refused transfer is retried after 1 and after 3 days; gateway schedule runs ID shows it.",
                    "Отвергнутое повторяется через 1 и через 3 дня; gateway schedule runs ID расскажет."),
            ],
            complete: { arguments, _ in
                guard let text = arguments.text("rhythm") else { return }
                let (count, unit) = try rhythm(text)
                arguments["every"] = .members(["count": .number(count), "unit": .text(unit)])
            },
            present: { answer, page in
                page.line(StyledText("scheduled ", "назначено "), StyledText(answer.schedule.id, .bold))
                present([answer.schedule], &page)
            }),
        SignalCommand(
            LedgerSignal.Schedules.self, "schedule list", part: .money,
            examples: [
                CommandExample(
                    "schedule list",
                    Text(
                        "lists your scheduled transfers, the next one first",
                        "перечислит регулярные переводы, ближайший сначала"))
            ],
            present: { answer, page in
                if answer.schedules.isEmpty {
                    page.say(
                        "nothing is scheduled; gateway schedule add schedules a transfer",
                        "ничего не назначено; gateway schedule add назначает")
                }
                present(answer.schedules, &page)
            }),
        SignalCommand(
            LedgerSignal.CancelSchedule.self, "schedule cancel", part: .money, positional: ["id"],
            fields: ["id": id],
            examples: [
                CommandExample(
                    "schedule cancel 7q4m2k9x1c3z", Text("no more transfers are made", "больше он не делается"))
            ],
            present: { answer, page in
                page.line(StyledText("cancelled ", "прекращено "), StyledText(answer.schedule.id, .bold))
                present([answer.schedule], &page)
            }),
        SignalCommand(
            LedgerSignal.PauseSchedule.self, "schedule pause", part: .money, positional: ["id"],
            fields: ["id": id],
            examples: [
                CommandExample(
                    "schedule pause rent", Text("no transfers are made for now", "пока он не делается"))
            ],
            notes: [skipping],
            present: { answer, page in
                page.line(StyledText("paused ", "приостановлено "), StyledText(answer.schedule.id, .bold))
                page.say(
                    "days that pass until gateway schedule resume are skipped, not made up for",
                    "дни до gateway schedule resume пропускаются и не навёрстываются")
                present([answer.schedule], &page)
            }),
        SignalCommand(
            LedgerSignal.ResumeSchedule.self, "schedule resume", part: .money, positional: ["id"],
            fields: ["id": id],
            examples: [
                CommandExample(
                    "schedule resume rent", Text("goes on with its next day", "продолжится со следующего дня"))
            ],
            notes: [skipping],
            present: { answer, page in
                if answer.schedule.status == .active {
                    page.line(StyledText("resumed ", "возобновлено "), StyledText(answer.schedule.id, .bold))
                } else {
                    page.say(
                        "its last day has passed during the pause: it has ended",
                        "последний его день прошёл за время паузы: он закончился", .yellow)
                }
                present([answer.schedule], &page)
            }),
        SignalCommand(
            LedgerSignal.ScheduleRuns.self, "schedule runs", part: .money, positional: ["id"],
            fields: [
                "id": id,
                "limit": Text(
                    "How many, 1 to 1000; 50 by default.", "Сколько, от 1 до 1000; по умолчанию 50."),
                "cursor": Text(
                    "The nextCursor of the previous page.", "nextCursor прежней страницы."),
            ],
            examples: [
                CommandExample(
                    "schedule runs 7q4m2k9x1c3z",
                    Text("shows the outcome of each occurrence", "скажет, что было каждый раз"))
            ],
            present: presentRuns),
    ]

    private static let id = Text(
        "The schedule: its id or what it is for.", "Регулярный перевод: его id или за что он.")
    private static let skipping = Text(
        "Days that pass during a pause are skipped, and count among --times.",
        "Дни, что прошли за время паузы, пропускаются и считаются в --times.")

    /// Reads `month`, `2 weeks`, `28 дней`.
    static func rhythm(_ text: String) throws(UsageError) -> (count: Int, unit: String) {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let count = words.count == 2 ? Int.parse(words[0]) : words.count == 1 ? 1 : nil
        guard let count, let unit = words.last.flatMap({ RhythmText.unit(of: $0) }) else {
            throw UsageError(
                Text("\(text.debugDescription) is not how often.", "\(text.debugDescription) — это не «как часто»."),
                hint: Text(
                    "write month, \"2 weeks\" or \"28 days\"", "напишите месяц, \"2 недели\" или \"28 дней\""),
                field: "every")
        }
        return (count, unit.rawValue)
    }

    private static func present(_ schedules: [LedgerSignal.Schedule], _ page: inout Page) {
        var table = Table([
            .ids(Text("schedule", "назначено")).short(Text(verbatim: "id")).ranked(5),
            .numbers(Text("amount", "сумма")).ranked(1), .words(Text("from", "откуда")).ranked(3),
            .words(Text("to", "куда")).ranked(4), .words(Text("every", "раз в")).ranked(6),
            .words(Text("next", "следующий")).ranked(2), .words(Text("ends", "кончается")).ranked(10),
            .numbers(Text("done", "сделано")).ranked(9), .numbers(Text("failed", "не вышло")).ranked(8),
            .words(Text("status", "состояние")).silent(StatusText.of(LedgerSignal.ScheduleStatus.active)).ranked(7),
            .text(Text("for", "за что")).below(),
        ])
        for schedule in schedules {
            let every = schedule.every.map { RhythmText.of($0.count, $0.unit) } ?? Text("once", "один раз")
            table.add([
                StyledText(schedule.id), StyledText(ValueText.money(schedule.amount), .bold),
                StyledText(AccountName.of(schedule.from)),
                StyledText(AccountName.of(schedule.to)), StyledText(every),
                StyledText(schedule.next.map { ValueText.day($0) } ?? ""), StyledText(end(of: schedule)),
                StyledText("\(schedule.done)"),
                schedule.failed == 0 ? .blank : StyledText("\(schedule.failed)", .red),
                StyledText(StatusText.of(schedule.status), schedule.status == .active ? .plain : .yellow),
                StyledText(schedule.description),
            ])
        }
        page.table(table)
    }

    /// Returns the end of a schedule, as a number of times or a day; blank without one.
    private static func end(of schedule: LedgerSignal.Schedule) -> Text {
        let times = schedule.times.map {
            Text("after \($0, "time", "times")", "через \($0, "раз", "раза", "раз")")
        }
        let until = schedule.until.map { Text("after \($0)", "после \($0)") }
        return [times, until].compactMap { $0 }.joined(separator: ", ")
    }

    @Sendable private static func presentRuns(_ answer: LedgerSignal.ScheduleRunList, _ page: inout Page) {
        if answer.runs.isEmpty { page.say("nothing has happened yet", "ещё ничего не было") }
        var table = Table([
            .words(Text("due", "срок")), .numbers(Text("occurrence", "раз")), .numbers(Text("attempt", "попытка")),
            .words(Text.byClock("at", "когда")),
            .words(Text("transfer", "перевод")),
            .text(Text("why not", "почему нет")), .words(Text("again", "повтор")),
        ])
        for run in answer.runs {
            table.add([
                StyledText(.day(run.due)), StyledText("\(run.occurrence)"), StyledText("\(run.attempt)"),
                StyledText(ValueText.time(run.at)), StyledText(run.transfer ?? "", .green),
                StyledText(FaultSentence.reason(run.fault, run.reason), .red),
                StyledText(run.nextTry.map { ValueText.day($0) } ?? ""),
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor {
            page.line(StyledText("there is more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
        }
    }
}
