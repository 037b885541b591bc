import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// `gateway zone`: the user's time zone.
struct ZoneCommand: Command {
    let words = ["zone"]
    let part = CommandPart.people
    let summary = Text("Shows or sets your time zone.", "Показывает или меняет ваш часовой пояс.")
    let positional = ["zone"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "zone", .text, placeholder: "NAME",
                Text("The time zone: Europe/Moscow.", "Часовой пояс: Europe/Moscow.")),
            GlobalFlags.idempotencyKey,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("zone", Text("your time zone, and the time there", "ваш пояс и который там час")),
            CommandExample(
                "zone Asia/Yekaterinburg", Text("days begin in that zone from now on", "дни теперь по тем часам")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "One zone for everything: months, limits, schedules, subscriptions, quiet hours. JSON stays in UTC.",
                "Один пояс на всё: месяцы, лимиты, расписания, подписки, тихие часы. В JSON время остаётся в UTC."),
            Text(
                "It is taken from this machine when you first sign in; after a move set it yourself.",
                "Берётся с этой машины при первом входе; после переезда задайте сами."),
            Text(
                "A day that has begun is not cut short: what was spent of its limit stays spent until it ends.",
                "Начатый день не обрывается: потраченное из его лимита остаётся потраченным, пока он не кончится."),
        ]
    }

    /// The output.
    private struct View: Encodable {
        let zone: String?
        let time: Instant
        let offsetMinutes: Int
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let set = try await answer(scene)
        try await scene.client.sessions.note(zone: set, within: scene.client.limit)
        let (now, zone) = (scene.house.clock.now(), WallClocks.zone)
        let minutes = zone.secondsFromUTC(at: now) / 60
        scene.show(try JSONEncoding.encode(View(zone: set, time: now, offsetMinutes: minutes))) {
            var page = Page()
            page.facts([
                (
                    Text("time zone", "часовой пояс"),
                    set.map { StyledText($0, .bold) } ?? StyledText("none: days are in UTC", "нет: дни по UTC")
                ),
                (Text("now", "сейчас"), StyledText("\(ValueText.time(now)) (\(Self.offset(minutes)))")),
            ])
            if set == nil {
                page.say("gateway zone NAME sets one: Europe/Moscow", "gateway zone NAME задаст его: Europe/Moscow")
            }
            return page
        }
        return .done
    }

    /// Returns the present zone; nil without one.
    private func answer(_ scene: CommandScene) async throws -> String? {
        guard let name = scene.arguments.text("zone") else {
            return try await scene.client.ask(AuthSignal.Me()).user.zone
        }
        guard let known = ZoneNames.named(name) else {
            let hint = ZoneNames.like(name)
            throw UsageError(
                Text("There is no time zone \(name.debugDescription).", "Нет часового пояса \(name.debugDescription)."),
                hint: hint.isEmpty
                    ? Text("write it as Europe/Moscow", "пишите так: Europe/Moscow")
                    : Text(
                        "did you mean \(hint.joined(separator: ", "))?",
                        "может быть, \(hint.joined(separator: ", "))?"),
                field: "zone")
        }
        return try await scene.client.ask(AuthSignal.SetZone(zone: known)).zone
    }

    /// Formats an offset: `UTC+05:30`.
    private static func offset(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let size = abs(minutes)
        return "UTC\(minutes < 0 ? "-" : "+")\(two(size / 60)):\(two(size % 60))"
    }
}
