import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import Hosting
import PostgreSQL
import Replication
import StrictJSON

/// `gateway backup follow`: each commit of the services goes into a log in PostgreSQL before it is acknowledged.
struct BackupFollowCommand: Command {
    let words = ["backup", "follow"]
    let part = CommandPart.house
    let summary = Text(
        "Copies every change into PostgreSQL before it is acknowledged.",
        "Каждое изменение попадает в PostgreSQL раньше, чем подтверждается.")
    let positional = ["url"]
    let usualLimit = Duration.seconds(30)
    var flags: [FlagShape] {
        [
            FlagShape(
                "url", .text, placeholder: "URL",
                Text(
                    "The database, without a password: postgresql://user@host/database. Absent: shows the state.",
                    "База, без пароля: postgresql://пользователь@хост/база. Без неё показано состояние.")),
            FlagShape(
                "recovery", .text, placeholder: "FILE",
                Text(
                    "The file to write with what a restore needs. Keep it away from this machine.",
                    "Файл со всем, что нужно для восстановления. Храните его не на этой машине.")),
            FlagShape("off", .toggle, Text("Follow no more.", "Больше не вести.")),
            FileDraft.replacing, BackupCommands.data,
        ] + PasswordSource.flags
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup follow postgresql://kopilka@db.example/kopilka --recovery kopilka.recovery",
                Text("from the next start on", "со следующего запуска")),
            CommandExample("backup follow", Text("how far the log is", "до чего дошёл журнал")),
            CommandExample("backup follow --off", Text("without the log again", "снова без журнала")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Nothing is acknowledged that the database has not. While it is out of reach, nothing can be changed.",
                "Не подтверждается ничего, чего нет в базе. Пока она недоступна, ничего изменить нельзя."),
            Text(
                "The database's owner can neither read nor forge the log. To restore, the recovery file is needed.",
                "Владелец базы не может ни прочесть, ни подделать журнал. Без файла восстановления его не прочесть."),
        ]
    }

    func hint(for fault: Fault) -> Text? {
        fault.field == "url"
            ? Text(
                "try the same with psql; the database must let this machine in",
                "попробуйте то же с psql; база должна впускать эту машину")
            : nil
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let files = FollowFiles(data: try BackupCommands.dataDirectory(scene).description)
        if scene.arguments.isOn("off") { return try stop(files, scene) }
        guard let url = scene.arguments.text("url") else { return try show(files, scene) }
        guard let recovery = scene.arguments.text("recovery") else {
            throw UsageError(
                Text(
                    "Without a recovery file nobody can restore from the log.",
                    "Без файла восстановления по журналу не восстановиться."),
                hint: Text(
                    "say where to write it: --recovery FILE", "укажите, куда его записать: --recovery FILE"),
                field: "recovery")
        }
        guard !files.isFollowing else {
            throw Fault(
                .conflict,
                """
                \(Text(
                "This house follows a log already; --off ends it.", "Этот дом уже ведёт журнал; --off прекратит."))
                """, field: "url")
        }
        try FileDraft.check(recovery, field: "recovery", replaces: scene.replacesFiles)
        let complete = try LogURL.usable(url, scene)
        do { try LogStatus.prepare(try PostgreSQLURL(complete), within: scene.client.limit) } catch {
            throw Fault(.unavailable, "\(error)", field: "url")
        }
        let fresh = RecoveryFile.fresh(url: complete)
        try FileDraft.write(
            fresh.content, to: recovery, field: "recovery", name: Text("recovery file", "файл восстановления"),
            replaces: scene.replacesFiles)
        try files.write(fresh)
        scene.show(Self.json(isFollowing: true)) {
            var page = Page()
            page.say("the log is prepared", "журнал готов", .green)
            page.say(
                "\(recovery) has the key: take it to another place",
                "в \(recovery) лежит ключ: перенесите его в другое место", .yellow)
            page.say(
                "it can restore once gateway backup follow says since when",
                "восстановить по нему можно, когда gateway backup follow скажет, с какого времени")
            page.say(Self.next(scene), .dim)
            return page
        }
        return .done
    }

    private func stop(_ files: FollowFiles, _ scene: CommandScene) throws -> GatewayExitCode {
        guard files.isFollowing else {
            throw Fault(.notFound, "\(Text("This house follows no log.", "Этот дом не ведёт журнала."))")
        }
        if let machine = try files.machine() {
            throw Fault(
                .conflict,
                """
                \(Text(
                "This is host \(machine.name) of a house of several machines; first gateway house leave.",
                "Это машина \(machine.name) дома на нескольких машинах; сначала gateway house leave."))
                """)
        }
        try files.remove()
        scene.show(Self.json(isFollowing: false)) {
            var page = Page()
            page.say("no log from the next start on", "со следующего запуска без журнала", .green)
            page.say(Self.next(scene), .dim)
            return page
        }
        return .done
    }

    private func show(_ files: FollowFiles, _ scene: CommandScene) throws -> GatewayExitCode {
        guard let recovery = try files.recovery() else {
            scene.show(Self.json(isFollowing: false)) {
                var page = Page()
                page.say("this house follows no log", "этот дом не ведёт журнала")
                return page
            }
            return .done
        }
        let lines: [FollowedService]
        do {
            lines = try House.services.map { service in
                FollowedService(
                    service: service,
                    status: try LogStatus.read(try recovery.access(of: service), within: scene.client.limit),
                    local: try files.head(of: service))
            }
        } catch {
            throw Fault(.unavailable, "\(error)")
        }
        scene.show(try FollowedService.json(lines)) { FollowedService.page(lines) }
        return .done
    }

    private static func next(_ scene: CommandScene) -> Text {
        scene.house.supervisorPID == nil
            ? Text("gateway up --detach starts the services", "gateway up --detach запускает службы")
            : Text("gateway restart makes it so", "gateway restart применит это")
    }

    private static func json(isFollowing: Bool) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("following", isFollowing)
        writer.endObject()
        return writer.finish()
    }
}
