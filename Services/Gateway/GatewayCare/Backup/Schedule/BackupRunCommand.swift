import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// `gateway backup run`: one run of scheduled backups, for the schedule itself and for timers.
struct BackupRunCommand: Command {
    let words = ["backup", "run"]
    let part = CommandPart.house
    let summary = Text(
        "Makes a backup by the schedule's settings, verifies it, and removes old ones.",
        "Делает копию по настройкам расписания, проверяет её и удаляет старые.")
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] { [BackupCommands.data] }
    var examples: [CommandExample] {
        [CommandExample("backup run", Text("one now; the schedule goes on", "одна сейчас; расписание идёт дальше"))]
    }
    var notes: [Text] {
        [
            Text(
                "Old backups are removed only after the new one was verified.",
                "Старые копии удаляются только после проверки новой."),
            Text(
                "Exit code 7 while another run makes one; any other but 0 when it failed.",
                "Код 7, если копию уже делает другой; любой другой, кроме 0, если не вышло."),
        ]
    }

    func hint(for fault: Fault) -> Text? { BackupRun.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let run = BackupRun(
            data: try BackupCommands.dataDirectory(scene), settings: try BackupSettings.read(scene.house.variables),
            variables: scene.house.variables, clock: scene.house.clock, limit: scene.client.limit,
            tell: BackupCommands.teller(scene))
        let outcome = try await run.run()
        scene.show(try Self.json(outcome)) { Self.page(outcome) }
        for name in outcome.left {
            scene.console.tell("\(Text("\(name) could not be removed", "\(name) не удалить"))")
        }
        return .done
    }

    static func json(_ outcome: BackupRun.Outcome) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("made")
        try JSONEncoding.encode(outcome.good, into: &writer)
        writer.key("removed")
        writer.beginArray()
        for name in outcome.removed { writer.value(name) }
        writer.endArray()
        writer.key("backup")
        try JSONEncoding.encode(outcome.manifest, into: &writer)
        writer.endObject()
        return writer.finish()
    }

    static func page(_ outcome: BackupRun.Outcome) -> Page {
        var page = Page()
        page.line(
            StyledText("made and verified: ", "сделана и проверена: ", .green), StyledText(outcome.good.file, .bold))
        page.facts([
            (Text("size", "размер"), StyledText(SizeText.bytes(outcome.good.bytes))),
            (
                Text("removed", "удалены"),
                outcome.removed.isEmpty ? nil : StyledText(outcome.removed.joined(separator: ", "))
            ),
        ])
        return page
    }
}
