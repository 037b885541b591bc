import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// `gateway doctor`: checks everything that a house needs, and suggests remedies.
struct DoctorCommand: Command {
    let words = ["doctor"]
    let part = CommandPart.house
    let summary = Text(
        "Examines the house, and suggests remedies.", "Осматривает дом и подсказывает, что исправить.")
    let usualLimit = Duration.seconds(5)
    var flags: [FlagShape] {
        [
            FlagShape(
                "quick", .toggle,
                Text(
                    "Leave out checks that read all data or leave the house: databases, books, the mail server.",
                    "Без того, что читает все данные или выходит наружу: без баз, книг и почтового сервера.")),
            FlagShape(
                "data", .text, placeholder: "DIR",
                Text("The directory of databases and keys (KOPILKA_DATA).", "Где базы и ключи (KOPILKA_DATA).")),
            GlobalFlags.watch,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("doctor", Text("looks at everything", "осматривает всё")),
            CommandExample(
                "doctor --quick", Text("takes a moment, whatever the size", "за мгновение, сколько бы данных ни было")),
            CommandExample("doctor --json", Text("for monitoring", "для наблюдения")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Exit code 1 when something is bad; warnings do not count.",
                "Код 1, если что-то плохо; то, на что стоит взглянуть, не в счёт."),
            Text(
                "The books are checked for the signed-in user.", "Книги проверяются для того, кто вошёл."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let isQuick = scene.arguments.isOn("quick")
        var findings = HouseExamination(house: scene.house).findings()
        findings += UnitExamination(house: scene.house).findings()
        findings += SocketExamination(house: scene.house).findings()
        let services = await ServiceExamination(house: scene.house, client: scene.client).findings()
        findings += services
        findings += await ReplicaExamination(client: scene.client).findings()
        let running = Set(services.filter { $0.check == "service" && $0.result == .good }.compactMap(\.subject))
        findings += await EventExamination(house: scene.house, client: scene.client, isQuick: isQuick).findings()
        findings += BackupExamination(house: scene.house).findings()
        findings += StorageExamination(house: scene.house, running: running, isQuick: isQuick).findings()
        findings += LogExamination(house: scene.house, isQuick: isQuick, limit: scene.client.limit).findings()
        findings += await MoneyExamination(client: scene.client, isQuick: isQuick).findings()
        findings += await MessageExamination(house: scene.house, client: scene.client, isQuick: isQuick).findings()
        findings += CertificateExamination(house: scene.house).findings()
        let isWell = findings.allSatisfy { $0.result != .bad }
        scene.show(Self.json(findings, isWell)) { Self.page(findings, isWell) }
        return isWell ? .done : .failed
    }

    private static func json(_ findings: [Finding], _ isWell: Bool) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("well", isWell)
        writer.key("checks")
        writer.beginArray()
        for finding in findings { finding.write(to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    private static func page(_ findings: [Finding], _ isWell: Bool) -> Page {
        var page = Page()
        var table = Table([
            .words(Text("check", "что")), .words(Text("result", "как")), .text(Text("seen", "что видно")),
        ])
        let groups = FindingGroup.of(findings)
        for group in groups where group.first.result != .skipped {
            table.add([StyledText(group.title), group.first.result.word, StyledText(group.first.seen)])
        }
        page.table(table)
        let cures = groups.filter { $0.first.cure != nil }
        if !cures.isEmpty { page.line() }
        for group in cures {
            guard let cure = group.cure else { continue }
            page.line(
                StyledText(group.title, group.first.result == .bad ? .red : .yellow), StyledText(": "),
                StyledText(cure))
        }
        let skipped = groups.filter { $0.first.result == .skipped }
        if !skipped.isEmpty { page.line() }
        for group in skipped {
            page.line(
                StyledText(Text("not examined: ", "не осмотрено: "), .dim), StyledText(group.title, .dim),
                StyledText(": ", .dim), StyledText(group.first.seen, .dim))
        }
        page.line()
        if isWell {
            page.say("the house is well", "дом в порядке", .green)
        } else {
            let bad = findings.filter { $0.result == .bad }.count
            page.say("\(bad, "thing is", "things are") bad", "плохо: \(bad, "место", "места", "мест")", .red)
        }
        return page
    }
}
