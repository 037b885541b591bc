import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// `gateway backup key`: creates the key that opens encrypted backups.
struct BackupKeyCommand: Command {
    let words = ["backup", "key"]
    let part = CommandPart.house
    let summary = Text(
        "Makes the key that opens encrypted backups, and shows its recipient.",
        "Создаёт ключ, который открывает зашифрованные копии, и показывает его получателя.")
    let positional = ["file"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "file", .text, isRequired: true, placeholder: "FILE",
                Text("The file to write, not in the data directory.", "Какой файл записать, не в каталоге данных."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup key kopilka.key",
                Text("then move the file to a safe place", "затем перенесите файл в надёжное место"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The recipient is no secret: with it, backups can only be encrypted.",
                "Получатель не секрет: с ним копии можно только зашифровать."),
            Text(
                "Without the key nobody can open them. Keep it in two places, neither of them with the backups.",
                "Без ключа их не откроет никто. Храните его в двух местах, и не рядом с копиями."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let path = scene.arguments.text("file") ?? ""
        let recipient = try BackupKeyFile.create(path, outside: scene.house.dataDirectory)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", path)
        writer.member("recipient", recipient.description)
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.line(StyledText("the key is in ", "ключ записан в "), StyledText(path, .bold))
            page.facts([(Text("recipient", "получатель"), StyledText(recipient.description))])
            page.say(
                "take the file to another disk: without it no encrypted backup can be opened",
                "перенесите файл на другой диск: без него зашифрованную копию не открыть", .yellow)
            page.say(
                "gateway backup schedule --recipient \(recipient.description) encrypts each backup for it",
                "gateway backup schedule --recipient \(recipient.description) будет шифровать для него каждую копию",
                .dim)
            return page
        }
        return .done
    }
}
