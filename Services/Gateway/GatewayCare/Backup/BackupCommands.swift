import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import StrictJSON

/// Backups of the whole house in one file.
enum BackupCommands {
    static let all: [any Command] = [
        BackupScheduleCommand(), BackupRunCommand(), BackupCreateCommand(), BackupVerifyCommand(),
        BackupRestoreCommand(), BackupKeyCommand(), BackupFollowCommand(), BackupFetchCommand(),
    ]

    /// The data directory: `--data` takes precedence.
    static let data = FlagShape(
        "data", .text, placeholder: "DIR",
        Text("The directory of databases and keys (KOPILKA_DATA).", "Где базы и ключи (KOPILKA_DATA)."))
    /// The file of the backup.
    static let archive = FlagShape(
        "archive", .text, isRequired: true, placeholder: "FILE",
        Text("The file that backup create has made.", "Файл, который сделала backup create."))
    /// The recipients for whom a backup is encrypted.
    static let recipients = FlagShape(
        "recipient", .text, placeholder: "RECIPIENT[,RECIPIENT]",
        Text(
            "Encrypt it for whom backup key has made a key; none for nobody.",
            "Зашифровать для того, чей ключ сделала backup key; none — ни для кого."))
    /// The key of an encrypted backup.
    static let key = FlagShape(
        "key", .text, placeholder: "FILE",
        Text("The key of an encrypted backup: the file of backup key.", "Ключ зашифрованной копии: файл от backup key.")
    )

    /// Reads the key of an encrypted backup, if one was given.
    static func key(_ scene: CommandScene) throws -> BackupKey? {
        try scene.arguments.text(key.name).map { .recipient(try BackupKeyFile.read($0)) }
    }

    /// Returns a function that tells a user at a terminal the current step.
    static func teller(_ scene: CommandScene) -> (Text) -> Void {
        { text in if scene.console.errors.isTerminal { scene.console.tell("\(text)") } }
    }

    static func dataDirectory(_ scene: CommandScene) throws(UsageError) -> AbsolutePath {
        guard let directory = scene.house.dataDirectory else {
            throw UsageError(
                Text("There is no HOME to keep data in.", "Нет HOME, где лежали бы данные."),
                hint: Text("say where with --data DIR", "укажите место: --data DIR"), field: "data")
        }
        return directory
    }

    /// Returns the facts about a backup.
    static func facts(_ manifest: BackupManifest) -> [(Text, StyledText?)] {
        [
            (Text("made", "сделана"), StyledText(ValueText.time(manifest.createdAt) + WallClocks.suffix)),
            (Text("version", "версия"), StyledText(manifest.version)),
            (
                Text("databases", "базы"),
                StyledText(manifest.databases.map(\.service).joined(separator: ", "))
            ),
            (Text("size", "размер"), StyledText(SizeText.bytes(manifest.bytes))),
        ] + books(manifest.books)
    }

    private static func books(_ books: BackupManifest.Books?) -> [(Text, StyledText?)] {
        guard let books else {
            return [(Text("books", "книги"), StyledText("not checked", "не проверены", .yellow))]
        }
        return [
            (Text("accounts", "счета"), StyledText(AmountText.grouped(String(books.accounts), in: .current))),
            (Text("transfers", "переводы"), StyledText(AmountText.grouped(String(books.transfers), in: .current))),
            (Text("books", "книги"), StyledText("balance", "сходятся", .green)),
            (Text("newest record", "последняя запись"), StyledText(String(books.head.prefix(16)))),
        ]
    }
}

/// `gateway backup create`.
struct BackupCreateCommand: Command {
    let words = ["backup", "create"]
    let part = CommandPart.house
    let summary = Text(
        "Makes one file of all data, while the services run.", "Делает один файл из всех данных, не останавливая служб."
    )
    let positional = ["output"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            FlagShape(
                "output", .text, isRequired: true, placeholder: "FILE",
                Text(
                    "The file to write, whole or not at all.", "Какой файл записать, целиком или никак.")),
            FileDraft.replacing, BackupCommands.recipients, BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup create kopilka.tar.zst",
                Text("databases and keys, checked, in one file", "базы и ключи, проверенные, в одном файле")),
            CommandExample(
                "backup create kopilka.tar.zst.sealed --recipient kopilka-recipient-…",
                Text("encrypted: gateway backup key makes the key", "зашифровано: ключ делает gateway backup key")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                The file contains password hashes, keys and all accounts: protect it accordingly, or encrypt it for a \
                recipient. Only you can read it (mode 0600).
                """,
                """
                В файле хеши паролей, ключи и все счета: берегите его или зашифруйте для получателя. Он доступен \
                только вам (0600).
                """),
            Text("Settings and logs are not in it.", "Настроек и журналов в нём нет."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let data = try BackupCommands.dataDirectory(scene)
        let output = scene.arguments.text("output") ?? ""
        let recipients = try scene.arguments.text("recipient").map(Self.recipients) ?? []
        let manifest = try await BackupMaking(
            data: data.description, variables: scene.house.variables, now: scene.house.clock.now(),
            version: Version.current, checkLimit: scene.client.limit, tell: BackupCommands.teller(scene),
            recipients: recipients,
            // Nothing in the clear may touch the disk of an encrypted backup, not even for a moment.
            work: recipients.isEmpty ? nil : data.description
        ).make(output, replaces: scene.replacesFiles)
        scene.show(try JSONEncoding.encode(manifest)) {
            var page = Page()
            page.line(StyledText("backed up into ", "копия записана в "), StyledText(output, .bold))
            page.facts(BackupCommands.facts(manifest))
            let key = recipients.isEmpty ? "" : " --key FILE"
            page.say(
                "gateway backup verify \(output)\(key) tries it out",
                "gateway backup verify \(output)\(key) проверит её на деле", .dim)
            return page
        }
        return .done
    }

    private static func recipients(_ text: String) throws(UsageError) -> [BackupRecipient] {
        guard let list = RecipientList.parse(text) else {
            throw UsageError(
                Text(
                    "--recipient must be \(RecipientList.settingType).",
                    "--recipient — до восьми получателей вида kopilka-recipient-…, через запятую."),
                hint: Text(
                    "copy it from the file of gateway backup key, whole",
                    "скопируйте его из файла от gateway backup key, целиком"), field: "recipient")
        }
        return list.recipients
    }
}

/// `gateway backup verify`.
struct BackupVerifyCommand: Command {
    let words = ["backup", "verify"]
    let part = CommandPart.house
    let summary = Text(
        "Restores a backup elsewhere and compares it with what it says of itself.",
        "Восстанавливает копию в стороне и сравнивает с её описью.")
    let positional = ["archive"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            BackupCommands.archive,
            FlagShape(
                "scratch", .text, placeholder: "DIR",
                Text(
                    "A directory with enough space; /var/tmp by default.",
                    "Где для неё есть место; по умолчанию /var/tmp.")),
            BackupCommands.key,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup verify kopilka.tar.zst",
                Text("hashes, every row, every index, the books", "хеши, каждая строка, индексы, книги"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Nothing of the house is touched. Exit code 1 when something differs.",
                "Дом не затрагивается. Код 1, если что-то не сходится.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let tell = BackupCommands.teller(scene)
        let corner = try Corner(in: scene.arguments.text("scratch") ?? "/var/tmp")
        let manifest = try BackupReading(tell: tell, key: try BackupCommands.key(scene)).extract(
            scene.arguments.text("archive") ?? "", to: corner.path)
        let outcome = try await BackupCheck(
            variables: scene.house.variables, limit: scene.client.limit, tell: tell
        ).look(at: corner.path, manifest)
        scene.show(try Self.json(manifest, outcome)) {
            var page = Page()
            if outcome.problems.isEmpty {
                page.say("the backup is good", "копия исправна", .green)
            } else {
                page.say("the backup is not good", "копия неисправна", .red)
            }
            for problem in outcome.problems { page.line(StyledText("  "), StyledText(problem, .red)) }
            page.facts(
                BackupCommands.facts(manifest) + [
                    (
                        Text("rows compared", "строк сверено"),
                        StyledText(AmountText.grouped(String(outcome.rows), in: .current))
                    )
                ])
            return page
        }
        return outcome.problems.isEmpty ? .done : .failed
    }

    private static func json(_ manifest: BackupManifest, _ outcome: BackupCheck.Outcome) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("good", outcome.problems.isEmpty)
        writer.key("problems")
        writer.beginArray()
        for problem in outcome.problems { writer.value(problem.spoken(in: .english)) }
        writer.endArray()
        writer.member("rows", outcome.rows)
        writer.member("booksChecked", outcome.books != nil)
        writer.key("backup")
        try JSONEncoding.encode(manifest, into: &writer)
        writer.endObject()
        return writer.finish()
    }
}
