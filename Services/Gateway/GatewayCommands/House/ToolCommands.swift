import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Glibc
import StrictJSON

/// `gateway call`: calls any method of any service by its name.
struct CallCommand: Command {
    private static let mostBytes = 4 << 20

    let words = ["call"]
    let part = CommandPart.tools
    let summary = Text("Calls any method with parameters in JSON.", "Вызывает любой метод с параметрами в JSON.")
    let positional = ["method", "parameters"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "method", .text, isRequired: true,
                Text("The full name: ledger.balance.", "Полное имя: ledger.balance.")),
            FlagShape(
                "parameters", .text, placeholder: "JSON|-",
                Text(
                    "A JSON object; - reads it from standard input; {} by default.",
                    "Объект JSON; - читает его со стандартного ввода; по умолчанию {}.")),
            FlagShape(
                "service", .text,
                Text(
                    "The service to call; by default the part before the point.",
                    "Кого спросить; по умолчанию то, что до точки.")),
            GlobalFlags.idempotencyKey,
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("call ledger.accounts", Text("lists accounts as JSON", "счета в виде JSON")),
            CommandExample(
                "call ledger.balance '{\"account\":\"5kqj7x9w2m4p\"}'", Text("with parameters", "с параметрами")),
            CommandExample(
                "call rpc.discover --service ledger",
                Text("a method that every service has", "метод, который есть у каждой службы")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The session is sent along if you are signed in. The answer is JSON, with or without --json.",
                "Если кто-то вошёл, сеанс прилагается. Ответ — JSON, с --json и без него.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let method = scene.arguments.text("method") ?? ""
        let parameters = try Self.parameters(scene.arguments.text("parameters") ?? "{}")
        let service = scene.arguments.text("service") ?? String(method.prefix { $0 != "." })
        let services = scene.house.allServices
        if scene.arguments.text("service") == nil, !services.contains(service) {
            let names = services.joined(separator: ", ")
            throw UsageError(
                Text(
                    "\(method.debugDescription) does not begin with a service: \(names).",
                    "\(method.debugDescription) не начинается со службы: \(names)."),
                hint: Text(
                    "write it like ledger.balance, or say who is asked with --service",
                    "пишите как ledger.balance или укажите службу: --service"), field: "method")
        }
        try ServiceList.check(service, of: scene.house)
        let answer = try await scene.client.ask(service: service, method: method, parameters: parameters)
        scene.console.output.write(json: answer)
        return .done
    }

    private static func parameters(_ text: String) throws(UsageError) -> [UInt8] {
        let bytes = text == "-" ? standardInput() : Array(text.utf8)
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, limits: JSONLimits(maximumBytes: mostBytes))
        } catch {
            throw UsageError(
                Text("The parameters are not JSON: \(error).", "Параметры — не JSON: \(error)."), field: "parameters")
        }
        guard document.root.kind == .object else {
            throw UsageError(
                Text("The parameters must be a JSON object.", "Параметры должны быть объектом JSON."),
                hint: Text(verbatim: "'{\"account\":\"…\"}'"), field: "parameters")
        }
        // The gateway writes one itself, and JSON with two is refused as unreadable.
        guard document.root.member("_meta") == nil else {
            throw UsageError(
                Text("The gateway fills _meta from its flags.", "_meta заполняет gateway — по своим флагам."),
                hint: Text(verbatim: "--timeout, --fresh, --idempotency-key"), field: "parameters")
        }
        return Array(document.root.rawBytes)
    }

    /// Reads standard input, up to one byte more than permitted: read(2).
    private static func standardInput() -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while content.count <= mostBytes {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            content += chunk[..<count]
        }
        return content
    }
}

/// `gateway discover`: the methods of a service.
package struct DiscoverCommand: Command {
    package let words = ["discover"]
    package let part = CommandPart.tools
    package let summary = Text("Lists the methods of a service.", "Перечисляет методы службы.")
    package let positional = ["service"]

    package init() {}

    package var flags: [FlagShape] {
        [
            FlagShape(
                "service", .text, isRequired: true, placeholder: "SERVICE",
                Text("Which service.", "Какая служба."))
        ]
    }
    package var examples: [CommandExample] {
        [
            CommandExample("discover ledger", Text("lists its methods", "перечислит её методы")),
            CommandExample(
                "discover ledger --json",
                Text(
                    "the whole OpenRPC document, made from the types of the signals",
                    "весь документ OpenRPC, сделанный из типов сигналов")),
        ]
    }

    package func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let service = scene.arguments.text("service") ?? ""
        try ServiceList.check(service, of: scene.house)
        let answer = try await scene.client.askOpenly(service: service, method: "rpc.discover")
        try scene.show(answer) {
            var table = Table([
                .words(Text("method", "метод")), .words(Text("parameters", "параметры")),
                .words(Text("access", "доступ")), .text(Text("what it does", "что делает")),
            ])
            let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
            for method in root.member("methods")?.elements.map({ $0 }) ?? [] {
                let parameters = method.member("params")?.elements.map { parameter in
                    (parameter.member("name")?.string ?? "") + (parameter.member("required")?.bool == true ? "" : "?")
                }
                table.add([
                    StyledText(method.member("name")?.string ?? "", .bold),
                    StyledText((parameters ?? []).joined(separator: ", ")),
                    StyledText(method.member("x-access")?.string ?? ""),
                    StyledText(method.member("summary")?.string ?? ""),
                ])
            }
            var page = Page()
            page.table(table)
            return page
        }
        return .done
    }
}

/// `gateway events`: a service's event feed, as far as it concerns the user.
struct EventsCommand: Command {
    private static let page = 500
    private static let longestWait = Duration.seconds(25)

    let words = ["events"]
    let part = CommandPart.tools
    let summary = Text(
        "Reads what a service has told: one CloudEvent a line.",
        "Читает, что сообщила служба: по одному CloudEvent в строке.")
    let positional = ["service"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "service", .text, isRequired: true, placeholder: "SERVICE",
                Text("Which service.", "Какая служба.")),
            FlagShape(
                "after", .number,
                Text(
                    "Only events after this sequence; 0 by default.",
                    "Только события после этого номера; по умолчанию 0.")),
            FlagShape(
                "limit", .number,
                Text("At most this many; all by default.", "Не больше стольких; по умолчанию все.")),
            FlagShape(
                "follow", .toggle, short: "f",
                Text("Show new lines until Ctrl-C.", "Показывать новые строки до Ctrl-C.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample("events ledger", Text("all that concerns you", "всё, что касается вас")),
            CommandExample(
                "events ledger --after 100 --follow",
                Text("what comes after sequence 100, as it happens", "что приходит после номера 100, по мере событий")),
        ]
    }
    var notes: [Text] {
        [Text("The lines are JSON with or without --json.", "Строки — JSON, с --json и без него.")]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let service = scene.arguments.text("service") ?? ""
        try ServiceList.check(service, of: scene.house)
        var after = scene.arguments.number("after") ?? 0
        var left = scene.arguments.number("limit") ?? .max
        guard after >= 0 else {
            throw UsageError(Text("--after must be 0 or more.", "--after — 0 или больше."), field: "after")
        }
        guard left > 0 else {
            throw UsageError(Text("--limit must be 1 or more.", "--limit — 1 или больше."), field: "limit")
        }
        let isFollowing = scene.arguments.isOn("follow")
        // The service must answer before the gateway's own time limit ends.
        let wait = isFollowing ? max(.zero, min(Self.longestWait, scene.client.limit - .seconds(1))) : .zero
        while left > 0 {
            let asked = min(left, Self.page)
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("after", after)
            writer.member("limit", asked)
            if wait > .zero { writer.member("wait", wait.components.seconds * 1000) }
            writer.endObject()
            let answer = try await scene.client.ask(
                service: service, method: "\(service).events", parameters: writer.finish())
            let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
            let events = root.member("events")?.elements.map { Array($0.rawBytes) } ?? []
            for event in events { scene.console.output.write(json: event) }
            left -= events.count
            let last = root.member("last")?.integer(as: Int.self) ?? after
            guard isFollowing || last > after else { break }
            after = max(after, last)
        }
        return .done
    }
}
