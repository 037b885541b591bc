import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// `gateway backup restore`.
struct BackupRestoreCommand: Command {
    let words = ["backup", "restore"]
    let part = CommandPart.house
    let summary = Text("Puts a backup in the place of the data.", "Ставит копию на место данных.")
    let positional = ["archive"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            BackupCommands.archive, BackupCommands.key, BackupCommands.data,
            FlagShape(
                "replace", .toggle,
                Text(
                    "Move the data that is there aside; without it only an empty place is filled.",
                    "Отодвинуть данные, которые там есть; без этого годится только пустое место.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("backup restore kopilka.tar.zst", Text("into an empty house", "в пустой дом")),
            CommandExample(
                "backup restore kopilka.tar.zst --replace",
                Text("in place of what is there, which is kept", "вместо того, что есть; оно сохранится")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The services must not run. The backup is checked as backup verify does, before anything is moved.",
                "Службы не должны работать. Копия проверяется, как в backup verify, прежде чем что-либо сдвинется."),
            Text(
                "What was there lies in before-restore-… in the same directory.",
                "Прежнее лежит в before-restore-… там же."
            ),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let data = try BackupCommands.dataDirectory(scene)
        let tell = BackupCommands.teller(scene)
        if let pid = scene.house.supervisorPID {
            throw Fault(
                .conflict,
                """
                \(Text(
                "The services run here (supervisor \(pid)); stop them first: gateway down.",
                "Службы здесь работают (супервизор \(pid)); остановите их: gateway down."))
                """
            )
        }
        let key = try BackupCommands.key(scene)
        try PrivateDirectory.prepare(data)
        let placing = BackupPlacing(data: data, now: scene.house.clock.now())
        let (manifest, aside) = try await placing.whileNothingRuns {
            guard !placing.isTaken || scene.arguments.isOn("replace") else {
                throw Fault(
                    .conflict,
                    """
                    \(Text(
                    "There is already data in \(data.description); --replace moves it aside.",
                    "В \(data.description) уже есть данные; --replace отодвинет их."))
                    """
                )
            }
            let corner = try Corner(in: data.description)
            let manifest = try BackupReading(tell: tell, key: key).extract(
                scene.arguments.text("archive") ?? "", to: corner.path)
            let outcome = try await BackupCheck(
                variables: scene.house.variables, limit: scene.client.limit, tell: tell
            ).look(at: corner.path, manifest)
            guard outcome.problems.isEmpty else {
                throw Fault.badBackup(
                    Text(
                        "Nothing was changed. The backup is not good: \(outcome.problems.joined(separator: "; ")).",
                        "Ничего не изменено. Копия неисправна: \(outcome.problems.joined(separator: "; "))."))
            }
            return (manifest, try placing.place(manifest, from: corner.path))
        }
        scene.show(try Self.json(manifest, aside)) {
            var page = Page()
            page.say("restored", "восстановлено", .green)
            page.facts(
                BackupCommands.facts(manifest) + [
                    (Text("what was there", "прежнее лежит в"), aside.map { StyledText($0) })
                ])
            page.say("gateway up --detach starts the services", "gateway up --detach запускает службы", .dim)
            return page
        }
        return .done
    }

    private static func json(_ manifest: BackupManifest, _ aside: String?) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("restored", true)
        writer.member("before", ifPresent: aside)
        writer.key("backup")
        try JSONEncoding.encode(manifest, into: &writer)
        writer.endObject()
        return writer.finish()
    }
}
