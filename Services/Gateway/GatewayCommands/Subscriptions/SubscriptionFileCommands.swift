import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// `gateway subs calendar` and `gateway subs export`: subscriptions for other programs.
struct SubscriptionFileCommand: Command {
    let words: [String]
    let part = CommandPart.money

    private var isCalendar: Bool { words.last == "calendar" }

    var summary: Text {
        isCalendar
            ? SignalSummary.text(of: SubscriptionsSignal.CalendarFile.self)
            : SignalSummary.text(of: SubscriptionsSignal.Export.self)
    }
    var positional: [String] { isCalendar ? ["id"] : [] }
    var examples: [CommandExample] {
        isCalendar
            ? [
                CommandExample(
                    "subs calendar --output subscriptions.ics",
                    Text("all active ones, for a calendar program", "все действующие, для программы-календаря"))
            ]
            : [
                CommandExample(
                    "subs export --output subscriptions.csv",
                    Text("a table for spreadsheets", "таблица для электронных таблиц")),
                CommandExample(
                    "subs export --format json",
                    Text(
                        "to standard output, to be imported elsewhere",
                        "на стандартный вывод, чтобы принять в другом месте")),
            ]
    }
    var notes: [Text] { [Text("A file is written completely or not at all.", "Файл пишется целиком или никак.")] }

    var flags: [FlagShape] {
        let own =
            isCalendar
            ? SignalFlags.shapes(
                of: SubscriptionsSignal.CalendarFile.self,
                fields: [
                    "id": Text(
                        "One subscription; by default all active ones.", "Одна подписка; по умолчанию все действующие.")
                ])
            : SignalFlags.shapes(
                of: SubscriptionsSignal.Export.self,
                fields: [
                    "format": Text(
                        "The format; by default that of the file's extension, or csv.",
                        "Как записать; по умолчанию по концу имени файла или csv.")
                ],
                found: ["format"])
        return own + FileDraft.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        let path = arguments.text("output")
        let bytes: [UInt8]
        if isCalendar {
            bytes = try await scene.client.ask(
                SubscriptionsSignal.CalendarFile.self,
                parameters: SignalFlags.parameters(of: SubscriptionsSignal.CalendarFile.self, arguments))
        } else {
            if arguments["format"] == nil {
                arguments["format"] = .text(path?.hasSuffix(".json") == true ? "json" : "csv")
            }
            bytes = try await scene.client.ask(
                SubscriptionsSignal.Export.self,
                parameters: SignalFlags.parameters(of: SubscriptionsSignal.Export.self, arguments))
        }
        let answer = try scene.client.decode(SubscriptionsSignal.FileAnswer.self, from: bytes)
        guard let path else {
            if scene.isJSON {
                scene.console.output.write(json: bytes)
            } else {
                scene.console.output.write(document: answer.content)
            }
            return .done
        }
        try FileDraft.write(
            Array(answer.content.utf8), to: path,
            name: isCalendar ? Text("calendar", "календарь") : Text("file", "файл"),
            replaces: scene.replacesFiles)
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", path)
        writer.member("mediaType", answer.mediaType)
        writer.member("bytes", answer.content.utf8.count)
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.line(StyledText("wrote ", "записано "), StyledText(path, .bold))
            return page
        }
        return .done
    }
}

/// `gateway subs import`: imports subscriptions from a file.
struct SubscriptionImportCommand: Command {
    /// The maximum size of a file, in bytes.
    private static let longest = 2_000_000

    let words = ["subs", "import"]
    let part = CommandPart.money
    let summary = SignalSummary.text(of: SubscriptionsSignal.Import.self)
    let positional = ["file"]
    var examples: [CommandExample] {
        [
            CommandExample(
                "subs import subscriptions.csv --preview",
                Text("shows what it would add", "скажет, что добавилось бы")),
            CommandExample(
                "subs import subscriptions.json",
                Text("adds those that are new", "добавит те, которых ещё нет")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Payments of imported subscriptions are only recorded; gateway subs edit ID --pay-from sets the paying \
                account.
                """,
                "Оплаты принятого только записываются; gateway subs edit ID --pay-from скажет, с чего платить.")
        ]
    }

    var flags: [FlagShape] {
        [
            FlagShape(
                "file", .text, isRequired: true, placeholder: "FILE",
                Text("A file as gateway subs export writes it.", "Файл, какой пишет gateway subs export."))
        ]
            + SignalFlags.shapes(
                of: SubscriptionsSignal.Import.self,
                fields: [
                    "format": Text(
                        "The format; by default that of the file's extension.",
                        "Как он записан; по умолчанию по концу имени файла."),
                    "preview": Text(
                        "Change nothing, only show what would be added.",
                        "Ничего не менять, только сказать, что добавилось бы."),
                ], found: ["format"]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        let path = arguments.text("file") ?? ""
        if arguments["format"] == nil { arguments["format"] = .text(path.hasSuffix(".json") ? "json" : "csv") }
        let content: [UInt8]?
        do {
            content = try readFile(path, limit: Self.longest)
        } catch {
            throw UsageError(
                Text("\(path) cannot be read: \(error).", "\(path) не прочесть: \(error)."), field: "file")
        }
        guard let content else {
            throw UsageError(
                Text("\(path) is longer than \(Self.longest) bytes.", "\(path) длиннее \(Self.longest) байт."),
                field: "file")
        }
        arguments["content"] = .text(String(decoding: content, as: UTF8.self))
        let bytes = try await scene.client.ask(
            SubscriptionsSignal.Import.self,
            parameters: SignalFlags.parameters(of: SubscriptionsSignal.Import.self, arguments))
        let answer = try scene.client.decode(SubscriptionsSignal.ImportAnswer.self, from: bytes)
        scene.show(bytes) {
            var page = Page()
            let verb =
                scene.arguments.isOn("preview") ? Text("would add", "добавилось бы:") : Text("added", "добавлено:")
            let added = answer.added.count
            page.say(
                "\(verb) \(added, "subscription", "subscriptions"), \(answer.known) were there already",
                "\(verb) \(added, "подписка", "подписки", "подписок"), уже были: \(answer.known)")
            for subscription in answer.added { page.say(Text(verbatim: "  ") + subscription.title.text) }
            return page
        }
        return .done
    }
}
