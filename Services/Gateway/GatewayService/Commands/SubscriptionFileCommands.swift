import Coordination
import Domain
import Hosting
import Signals
import StrictJSON

/// `gateway subs calendar` and `gateway subs export`: subscriptions for other programs.
struct SubscriptionFileCommand: Command {
    let words: [String]
    let part = CommandPart.money

    private var isCalendar: Bool { words.last == "calendar" }

    var summary: Text {
        isCalendar ? "\(SubscriptionsSignal.CalendarFile.summary)" : "\(SubscriptionsSignal.Export.summary)"
    }
    var positional: [String] { isCalendar ? ["id"] : [] }
    var examples: [CommandExample] {
        isCalendar
            ? [CommandExample("subs calendar --output subscriptions.ics", "all that go on, for a calendar program")]
            : [
                CommandExample("subs export --output subscriptions.csv", "a table for spreadsheets"),
                CommandExample("subs export --format json", "to standard output, to be imported elsewhere"),
            ]
    }
    var notes: [Text] { ["A file is written whole or not at all."] }

    var flags: [FlagShape] {
        let own =
            isCalendar
            ? SignalFlags.shapes(
                of: SubscriptionsSignal.CalendarFile.self,
                fields: ["id": "One subscription; all that go on unless said."])
            : SignalFlags.shapes(
                of: SubscriptionsSignal.Export.self,
                fields: ["format": "How it is written; by the end of the file's name, or csv, unless said."],
                found: ["format"])
        return own + [FlagShape("output", .text, placeholder: "FILE", "Write into this file, not to standard output.")]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        let path = arguments.text("output")
        let bytes: [UInt8]
        if isCalendar {
            bytes = try await scene.desk.ask(
                SubscriptionsSignal.CalendarFile.self,
                parameters: SignalFlags.parameters(of: SubscriptionsSignal.CalendarFile.self, arguments))
        } else {
            if arguments["format"] == nil {
                arguments["format"] = .text(path?.hasSuffix(".json") == true ? "json" : "csv")
            }
            bytes = try await scene.desk.ask(
                SubscriptionsSignal.Export.self,
                parameters: SignalFlags.parameters(of: SubscriptionsSignal.Export.self, arguments))
        }
        let answer = try scene.desk.decode(SubscriptionsSignal.FileAnswer.self, from: bytes)
        guard let path else {
            scene.console.output.write(scene.isJSON ? bytes + [UInt8(ascii: "\n")] : Array(answer.content.utf8))
            return .done
        }
        do {
            try replaceFile(path, with: Array(answer.content.utf8))
        } catch {
            throw Fault(.unavailable, "\(path) cannot be written, and is as it was: \(error).")
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", path)
        writer.member("mediaType", answer.mediaType)
        writer.member("bytes", answer.content.utf8.count)
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.line("wrote ", StyledText(path, .bold))
            return page
        }
        return .done
    }
}

/// `gateway subs import`: subscriptions out of a file.
struct SubscriptionImportCommand: Command {
    /// The longest file that is sent, in bytes.
    private static let longest = 2_000_000

    let words = ["subs", "import"]
    let part = CommandPart.money
    let summary: Text = "\(SubscriptionsSignal.Import.summary)"
    let positional = ["file"]
    let examples = [
        CommandExample("subs import subscriptions.csv --preview", "tells what it would add"),
        CommandExample("subs import subscriptions.json", "adds those that are not there yet"),
    ]
    let notes: [Text] = [
        "Payments of what is imported are only recorded; gateway subs edit ID --pay-from says what pays."
    ]

    var flags: [FlagShape] {
        [FlagShape("file", .text, isRequired: true, placeholder: "FILE", "A file as gateway subs export writes it.")]
            + SignalFlags.shapes(
                of: SubscriptionsSignal.Import.self,
                fields: [
                    "format": "How it is written; by the end of the file's name unless said.",
                    "preview": "Change nothing, only tell what would be added.",
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
            throw UsageError("\(path) cannot be read: \(error).", field: "file")
        }
        guard let content else { throw UsageError("\(path) is longer than \(Self.longest) bytes.", field: "file") }
        arguments["content"] = .text(String(decoding: content, as: UTF8.self))
        let bytes = try await scene.desk.ask(
            SubscriptionsSignal.Import.self,
            parameters: SignalFlags.parameters(of: SubscriptionsSignal.Import.self, arguments))
        let answer = try scene.desk.decode(SubscriptionsSignal.ImportAnswer.self, from: bytes)
        scene.show(bytes) {
            var page = Page()
            let verb = scene.arguments.isOn("preview") ? "would add" : "added"
            page.line(
                StyledText("\(verb) "), StyledText(ValueText.count(answer.added.count, "subscription"), .bold), ", ",
                StyledText("\(answer.known)"), " were there already")
            for subscription in answer.added { page.line("  ", StyledText(subscription.title.en)) }
            return page
        }
        return .done
    }
}
