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
        BackupCreateCommand(), BackupVerifyCommand(), BackupRestoreCommand(), BackupFollowCommand(),
        BackupFetchCommand(),
    ]

    /// The data directory: `--data` takes precedence.
    static let data = FlagShape(
        "data", .text, placeholder: "DIR",
        Text("The directory of databases and keys (KOPILKA_DATA).", "Где базы и ключи (KOPILKA_DATA)."))
    /// The file of the backup.
    static let archive = FlagShape(
        "archive", .text, isRequired: true, placeholder: "FILE",
        Text("The file that backup create has made.", "Файл, который сделала backup create."))
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
            FileDraft.replacing, BackupCommands.data,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "backup create kopilka.tar.zst",
                Text("databases and keys, checked, in one file", "базы и ключи, проверенные, в одном файле"))
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                The file contains password hashes, keys and all accounts: protect it accordingly. Only you can read it \
                (mode 0600).
                """,
                "В файле хеши паролей, ключи и все счета: берегите его. Он доступен только вам (0600)."),
            Text("Settings and logs are not in it.", "Настроек и журналов в нём нет."),
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let data = try BackupCommands.dataDirectory(scene)
        let output = scene.arguments.text("output") ?? ""
        let manifest = try await BackupMaking(
            data: data.description, variables: scene.house.variables, now: scene.house.clock.now(),
            version: Version.current, checkLimit: scene.client.limit, tell: BackupCommands.teller(scene)
        ).make(output, replaces: scene.replacesFiles)
        scene.show(try JSONEncoding.encode(manifest)) {
            var page = Page()
            page.line(StyledText("backed up into ", "копия записана в "), StyledText(output, .bold))
            page.facts(BackupCommands.facts(manifest))
            page.say(
                "gateway backup verify \(output) tries it out", "gateway backup verify \(output) проверит её на деле",
                .dim)
            return page
        }
        return .done
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
        let manifest = try BackupReading(tell: tell).extract(scene.arguments.text("archive") ?? "", to: corner.path)
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

/// `gateway backup restore`.
struct BackupRestoreCommand: Command {
    let words = ["backup", "restore"]
    let part = CommandPart.house
    let summary = Text("Puts a backup in the place of the data.", "Ставит копию на место данных.")
    let positional = ["archive"]
    let usualLimit = Duration.seconds(600)
    var flags: [FlagShape] {
        [
            BackupCommands.archive, BackupCommands.data,
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
            let manifest = try BackupReading(tell: tell).extract(scene.arguments.text("archive") ?? "", to: corner.path)
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
