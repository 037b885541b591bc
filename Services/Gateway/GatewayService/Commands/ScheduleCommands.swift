import Coordination
import Domain
import Hosting
import Signals

/// Transfers of days to come.
enum ScheduleCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.MakeSchedule.self, "schedule add", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": "Your account that gives: its id, your name for it, or the first letters of its id.",
                "to": "The account that gets it: an id, or one of your own by name.",
                "amount": "How much, each time, with its currency: 500 RUB.",
                "description": "What for, at most 500 characters; both sides see it.",
                "start": "The first day, such as 2026-12-01.",
                "times": "How many times in all.",
                "until": "The last day it may happen on.",
                "code": "A one-time code, where one is needed and nobody can be asked.",
            ],
            accounts: ["from", "to"],
            extraFlags: [
                FlagShape(
                    "every", field: "rhythm", .text, placeholder: "RHYTHM",
                    "How often: month, \"2 weeks\", \"28 days\", year; once unless said otherwise.")
            ],
            examples: [
                CommandExample(
                    "schedule add main 5kqj7x9w2m4p 30000 RUB --start 2026-12-31 --every month --description rent",
                    "on the last of each month"),
                CommandExample(
                    "schedule add main savings 500 RUB --start 2026-12-01 --every \"2 weeks\" --times 10", "ten times"),
            ],
            notes: [
                "It is made at 00:00 UTC of its day. The 31st is the last day of a shorter month.",
                "What is refused is tried again after 1 and after 3 days; gateway schedule runs ID tells of it.",
            ],
            complete: { arguments, _ in
                guard let text = arguments.text("rhythm") else { return }
                let (count, unit) = try rhythm(text)
                arguments["every"] = .members(["count": .number(count), "unit": .text(unit)])
            },
            present: { answer, page in
                page.line("scheduled ", StyledText(answer.schedule.id, .bold))
                present([answer.schedule], &page)
            }),
        SignalCommand(
            LedgerSignal.Schedules.self, "schedule list", part: .money,
            examples: [CommandExample("schedule list", "lists your scheduled transfers, the next one first")],
            present: { answer, page in
                if answer.schedules.isEmpty { page.line("nothing is scheduled; gateway schedule add does that") }
                present(answer.schedules, &page)
            }),
        SignalCommand(
            LedgerSignal.CancelSchedule.self, "schedule cancel", part: .money, positional: ["id"],
            fields: ["id": "The schedule, as gateway schedule list shows it."],
            examples: [CommandExample("schedule cancel 7q4m2k9x1c3z", "nothing more is made of it")],
            present: { answer, page in
                page.line("cancelled ", StyledText(answer.schedule.id, .bold))
                present([answer.schedule], &page)
            }),
        SignalCommand(
            LedgerSignal.ScheduleRuns.self, "schedule runs", part: .money, positional: ["id"],
            fields: [
                "id": "The schedule, as gateway schedule list shows it.",
                "limit": "How many, 1 to 1000; 50 unless said otherwise.",
                "cursor": "Where the page before ended: its nextCursor.",
            ],
            examples: [CommandExample("schedule runs 7q4m2k9x1c3z", "tells what happened at each occurrence")],
            present: presentRuns),
    ]

    /// `month`, `2 weeks`, `28 days`.
    static func rhythm(_ text: String) throws(UsageError) -> (count: Int, unit: String) {
        let words = text.lowercased().split(separator: " ")
        let count = words.count == 2 ? Int.parse(String(words[0])) : words.count == 1 ? 1 : nil
        let unit = Recurrence.Unit.allCases.map(\.rawValue).first {
            $0 == words.last ?? "" || $0 + "s" == words.last ?? ""
        }
        guard let count, let unit else {
            throw UsageError(
                "\(text.debugDescription) is not how often.", hint: "write month, \"2 weeks\" or \"28 days\"",
                field: "every")
        }
        return (count, unit)
    }

    private static func present(_ schedules: [LedgerSignal.Schedule], _ page: inout Page) {
        var table = Table([
            .words("schedule"), .numbers("amount"), .words("from"), .words("to"), .words("every"), .words("next"),
            .numbers("done"), .numbers("failed"), .words("status"), .text("for"),
        ])
        for schedule in schedules {
            let every = schedule.every.map { every in
                every.count == 1 ? every.unit.rawValue : ValueText.count(every.count, every.unit.rawValue)
            }
            table.add([
                StyledText(schedule.id), StyledText(ValueText.money(schedule.amount), .bold), StyledText(schedule.from),
                StyledText(schedule.to), StyledText(every ?? "once"),
                StyledText(schedule.next.map { "\($0)" } ?? ""), StyledText("\(schedule.done)"),
                schedule.failed == 0 ? "" : StyledText("\(schedule.failed)", .red),
                StyledText(schedule.status.rawValue, schedule.status == .active ? .plain : .yellow),
                StyledText(schedule.description),
            ])
        }
        page.table(table)
    }

    @Sendable private static func presentRuns(_ answer: LedgerSignal.ScheduleRunList, _ page: inout Page) {
        if answer.runs.isEmpty { page.line("nothing has happened yet") }
        var table = Table([
            .words("due"), .numbers("occurrence"), .numbers("attempt"), .words("at (UTC)"), .words("transfer"),
            .text("why not"), .words("again"),
        ])
        for run in answer.runs {
            table.add([
                StyledText("\(run.due)"), StyledText("\(run.occurrence)"), StyledText("\(run.attempt)"),
                StyledText(ValueText.time(run.at)), StyledText(run.transfer ?? "", .green),
                StyledText(run.reason ?? "", .red), StyledText(run.nextTry.map { "\($0)" } ?? ""),
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor { page.line(StyledText("there is more: --cursor \(cursor)", .dim)) }
    }
}
