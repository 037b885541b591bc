import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// `gateway import watch`: imports the files that appear in a folder.
struct ImportWatchCommand: Command {
    private static let usualPause = Duration.seconds(2)
    private static let longestPause = Duration.seconds(60)

    let words = ["import", "watch"]
    let part = CommandPart.history
    let summary = Text(
        "Imports the files that appear in a folder, each once.",
        "Принимает файлы, которые появляются в папке, по разу.")
    let positional = ["dir"]
    let usualLimit = Duration.seconds(60)
    let isTraced = false
    let tellsWaiting = false
    var examples: [CommandExample] {
        [
            CommandExample(
                "import watch ~/statements --account main",
                Text("until Ctrl-C", "пока не нажать Ctrl-C")),
            CommandExample(
                "import watch ~/statements --rule 'sber*=main,tbank*=card' --skip-similar",
                Text("the name of the file tells the account", "счёт виден по имени файла")),
            CommandExample(
                "import watch ~/statements --account main --once",
                Text("takes what is there and ends, for cron", "примет, что есть, и закончит: для cron")),
            CommandExample(
                "import watch ~/statements --account main --preview-only --once",
                Text("tells what would be new", "скажет, что было бы нового")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Files go to done, or to failed with a note of why beside them; nothing is overwritten.",
                "Файлы уходят в done или в failed с запиской о причине; ничего не затирается."),
            Text(
                "The account: by --rule, else the one with the number from the file in its name, else --account.",
                "Счёт: по --rule, иначе тот, в чьём имени номер из файла, иначе --account."),
            Text(
                "A file is taken once its size and time stay the same for a pause. Better move finished files there.",
                "Файл принимается, когда его размер и время не меняются от взгляда до взгляда. Лучше класть готовые."),
            Text(
                "Hidden files, links, and unfinished downloads such as *.part are left alone.",
                "Скрытые файлы, ссылки и недокачанное, например *.part, остаются как есть."),
        ]
    }

    /// How to read the files; the rest depends on the account.
    private static let reading: Set<String> = ["dateOrder", "decimal", "encoding", "invertSigns"]

    var flags: [FlagShape] {
        [
            FlagShape("dir", .text, isRequired: true, placeholder: "DIR", Text("The folder.", "Папка.")),
            FlagShape(
                "account", .text, placeholder: "ACCOUNT",
                Text("The account of files that no other rule knows.", "Счёт для файлов, о которых не сказано иначе.")),
            FlagShape(
                "rule", .words, placeholder: "GLOB=ACCOUNT",
                Text(
                    "The account of files with such a name, or of such an account; several are separated by commas.",
                    "Счёт для файлов с таким именем или с таким счётом внутри; несколько правил — через запятую.")),
        ] + ImportFlags.reading.filter { Self.reading.contains($0.field) } + ImportFlags.choosing
            + [
                FlagShape(
                    "preview-only", .toggle,
                    Text(
                        "Tell what would be new; import and move nothing.",
                        "Сказать, что было бы нового; ничего не принимать и не перемещать.")),
                FlagShape(
                    "once", .toggle,
                    Text(
                        "Take what is there and end; the exit code is 1 when a file failed.",
                        "Принять, что есть, и закончить; код 1, если с файлом не вышло.")),
                FlagShape(
                    "every", .duration,
                    Text("The pause between two looks; 2s by default.", "Пауза между взглядами; по умолчанию 2s.")),
            ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let arguments = scene.arguments
        let choices = try ImportFlags.choices(arguments)
        let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
        let folder = try WatchedFolder(arguments.text("dir") ?? ".")
        let parameters = SignalFlags.parameters(of: HistorySignal.ReadStatement.self, arguments)
        let work = WatchedImport(
            folder: folder, rules: try Self.rules(arguments, accounts),
            options: try scene.client.decode(HistorySignal.ReadStatement.self, from: parameters),
            choices: choices,
            onlyPreviews: arguments.isOn("preview-only"),
            language: Language.chosen(
                arguments: ["--lang", arguments.text("lang") ?? ""], variables: scene.house.variables))
        let names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        var rounds = WatchRounds(folder: folder, work: work, report: WatchReport(scene: scene, accounts: names))
        let pause = arguments.duration("every") ?? Self.usualPause
        let stop = StopRequest()
        if arguments.isOn("once") { return try await rounds.once(pause: pause) }
        stop.listen(to: try UnixSignals.stream(of: [.interrupt, .terminate]))
        var rest = pause
        while !stop.isStopping {
            // A service that is down is asked less and less often.
            rest = try await rounds.next(until: { stop.isStopping }) == nil ? pause : min(rest * 2, Self.longestPause)
            await stop.pause(for: rest)
        }
        return .done
    }

    /// Reads the rules: `sber*=main,tbank*=card`.
    private static func rules(
        _ arguments: ParsedArguments, _ accounts: [LedgerSignal.Account]
    ) throws(UsageError) -> AccountRules {
        var rules: [AccountRules.Rule] = []
        for rule in (arguments.text("rule") ?? "").split(separator: ",") {
            guard let equals = rule.lastIndex(of: "="), equals > rule.startIndex else {
                throw UsageError(
                    Text(
                        "\(String(rule).debugDescription) is no rule.", "\(String(rule).debugDescription) — не правило."
                    ),
                    hint: Text("for example --rule 'sber*=main'", "например --rule 'sber*=main'"), field: "rule")
            }
            rules.append(
                AccountRules.Rule(
                    pattern: String(rule[..<equals]),
                    account: try account(String(rule[rule.index(after: equals)...]), accounts, flag: "rule")))
        }
        return AccountRules(
            rules,
            usual: try arguments.text("account").map { text throws(UsageError) in
                try account(text, accounts, flag: "account")
            })
    }

    private static func account(
        _ reference: String, _ accounts: [LedgerSignal.Account], flag: String
    ) throws(UsageError) -> String {
        let id = try AccountReference.id(of: reference, among: accounts, flag: flag)
        guard accounts.contains(where: { $0.id == id && $0.status != .closed }) else {
            throw UsageError(
                Text("You have no such account: \(reference).", "У вас нет такого счёта: \(reference)."),
                field: flag, isUnknownName: true)
        }
        return id
    }
}
