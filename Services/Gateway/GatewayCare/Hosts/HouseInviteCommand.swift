import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import PostgreSQL
import Replication
import StrictJSON

/// `gateway house invite`: makes a one-time code with which another machine joins the house.
struct HouseInviteCommand: Command {
    let words = ["house", "invite"]
    let part = CommandPart.house
    let summary = Text(
        "Makes a code with which one machine joins the house.", "Даёт код, с которым одна машина войдёт в дом.")
    let usualLimit = Duration.seconds(30)
    var flags: [FlagShape] { [BackupCommands.data] }
    var examples: [CommandExample] {
        [CommandExample("house invite", Text("for one machine, within an hour", "для одной машины, на час"))]
    }
    var notes: [Text] {
        [
            Text(
                """
                With the code and the database comes everything: keys, people, accounts. Give it to the operator of \
                the new machine over a way that nobody else reads.
                """,
                """
                С кодом и базой получают всё: ключи, людей, счета. Передайте его хозяину новой машины так, чтобы \
                никто не прочёл.
                """)
        ]
    }

    func hint(for fault: Fault) -> Text? { MembershipError.hint(for: fault) }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let (files, recovery, machine) = try HouseCommands.replicated(scene)
        let luggage = try Luggage(files.layout).pack()
        let made = try HouseCommands.reporting {
            let invitations = Invitations(
                try PostgreSQLURL(recovery.url), patience: HouseCommands.patience(scene))
            defer { invitations.close() }
            return try invitations.create(
                Invitation(
                    house: recovery.house, houseKey: recovery.key, engineReplicates: machine.engineReplicates,
                    files: luggage))
        }
        scene.show(Self.json(made.code, made.expires)) {
            var page = Page()
            page.line(StyledText(made.code.text, .bold))
            page.say(
                "works once, until \(ValueText.time(made.expires))",
                "годится один раз, до \(ValueText.time(made.expires))")
            page.say(
                "on the new machine: gateway house join CODE URL NAME ADDRESS",
                "на новой машине: gateway house join КОД URL ИМЯ АДРЕС", .dim)
            return page
        }
        return .done
    }

    private static func json(_ code: InvitationCode, _ expires: Instant) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("code", code.text)
        writer.member("expiresAt", expires.description)
        writer.endObject()
        return writer.finish()
    }
}
