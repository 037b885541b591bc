import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// `gateway account-data export`: everything that the services know about the caller, in one JSON document.
///
/// The methods are not listed here: the export calls every method in `rpc.discover` that only reads and needs no
/// parameters, so that it includes new data without a change. Only methods that describe one account or schedule at a
/// time are listed.
struct ExportCommand: Command {
    let words = ["account-data", "export"]
    let part = CommandPart.people
    let summary = Text(
        "Writes everything the services know about you into one JSON file.",
        "Пишет всё, что службы знают о вас, в один файл JSON.")
    var flags: [FlagShape] { FileDraft.flags }
    let positional = ["output"]
    let usualLimit = Duration.seconds(60)
    var examples: [CommandExample] {
        [
            CommandExample(
                "account-data export me.json",
                Text("your account, sessions, money and history", "ваши данные, сеансы, деньги и история")),
            CommandExample(
                "account-data export > me.json",
                Text("the same on standard output", "то же через стандартный вывод")
            ),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Only you can read the file (mode 0600). It is written completely or not at all, and contains no \
                secrets.
                """,
                "Файл только ваш (0600) и пишется целиком или никак. Секретов в нём нет."),
            Text(
                "Answers are listed by method, long ones as several pages; events are as the services sent them.",
                "Ответы стоят под своими методами, длинные — страницами; события — как их сообщили службы."),
        ]
    }

    /// Methods about the service itself, methods with the same answer for everybody, and `events`, which is exported
    /// separately.
    private static let others: Set<String> = ["health", "stats", "events", "check", "keys", "discover"]
    private static let page = 1000
    /// Methods about one thing, each with the method that lists the things.
    private static let ofEach = [
        ExportOfEach(LedgerSignal.GetLimits.method, of: "account", in: LedgerSignal.Accounts.method, "accounts"),
        ExportOfEach(LedgerSignal.ScheduleRuns.method, of: "id", in: LedgerSignal.Schedules.method, "schedules"),
    ]

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        guard let path = scene.arguments.text("output") else {
            try await write(scene) { scene.console.output.write(json: Array($0.utf8), isPart: true) }
            return .done
        }
        let name = Text("export", "выгрузка")
        let (count, _) = try await FileDraft.write(to: path, name: name, replaces: scene.replacesFiles) { take in
            try await write(scene, take)
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("file", path)
        writer.member("bytes", count)
        writer.endObject()
        scene.show(writer.finish()) {
            var page = Page()
            page.line(
                StyledText("wrote ", "записано "), StyledText(path, .bold),
                StyledText("  \(count, "byte", "bytes")", "  \(count, "байт", "байта", "байт")", .dim))
            return page
        }
        return .done
    }

    private func write(_ scene: CommandScene, _ take: (String) throws -> Void) async throws {
        try take("{\"exportedAt\":\"\(scene.house.clock.now())\"")
        for service in scene.house.allServices {
            var things: [(ExportOfEach, id: String)] = []
            for method in try await methods(of: service, scene) {
                guard let answer = try await firstPage(service, method, scene) else { continue }
                try take(",\n\"\(method)\":[")
                var separator = "\n"
                try await writePages(answer, service, method, scene) { page in
                    for each in Self.ofEach where each.list.name == method {
                        things += try each.ids(in: page).map { (each, $0) }
                    }
                    try take(separator + String(decoding: page, as: UTF8.self))
                    separator = ",\n"
                }
                try take("\n]")
            }
            for each in Self.ofEach where things.contains(where: { $0.0 == each }) {
                try take(",\n\"\(each.method.name)\":[")
                var separator = "\n"
                for thing in things where thing.0 == each {
                    let method = each.method.name
                    let one = (each.field, thing.id)
                    let answer = try await ask(service, method, about: one, cursor: nil, scene)
                    try await writePages(answer, service, method, about: one, scene) { page in
                        try take(separator + String(decoding: page, as: UTF8.self))
                        separator = ",\n"
                    }
                }
                try take("\n]")
            }
            try await writeEvents(of: service, scene, take)
        }
        try take("\n}\n")
    }

    /// Hands a first page and the following ones to `take`.
    private func writePages(
        _ first: [UInt8], _ service: String, _ method: String, about one: (field: String, id: String)? = nil,
        _ scene: CommandScene, _ take: ([UInt8]) throws -> Void
    ) async throws {
        var answer = first
        try take(answer)
        while let cursor = try JSONDocument(answer, limits: JSONDocument.answerLimits).root.member("nextCursor")?.string
        {
            answer = try await ask(service, method, about: one, cursor: cursor, scene)
            try take(answer)
        }
    }

    /// Returns the methods that only read and need no parameters.
    private func methods(of service: String, _ scene: CommandScene) async throws -> [String] {
        let document = try await scene.client.askOpenly(service: service, method: "rpc.discover")
        let methods = try JSONDocument(document, limits: JSONDocument.answerLimits).root.member("methods")
        return (methods?.elements.map { $0 } ?? []).compactMap { method in
            guard let name = method.member("name")?.string, method.member("x-access")?.string == "session",
                method.member("x-effect")?.string == "reads",
                !Self.others.contains(String(name.split(separator: ".").last ?? ""))
            else { return nil }
            let parameters = method.member("params")?.elements.map { $0 } ?? []
            return parameters.contains { $0.member("required")?.bool == true } ? nil : name
        }
    }

    /// Returns the first answer. Nil for a method that requires one of several parameters, which its schema does not
    /// express, and for one without a result, such as the best of no patterns.
    private func firstPage(_ service: String, _ method: String, _ scene: CommandScene) async throws -> [UInt8]? {
        do {
            return try await ask(service, method, cursor: nil, scene)
        } catch let fault as Fault where [.invalidArgument, .notFound].contains(fault.code) {
            return nil
        }
    }

    private func ask(
        _ service: String, _ method: String, about one: (field: String, id: String)? = nil, cursor: String?,
        _ scene: CommandScene
    ) async throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        if let one { writer.member(one.field, one.id) }
        if let cursor { writer.member("cursor", cursor) }
        writer.endObject()
        return try await scene.client.ask(service: service, method: method, parameters: writer.finish())
    }

    private func writeEvents(
        of service: String, _ scene: CommandScene, _ take: (String) throws -> Void
    ) async throws {
        try take(",\n\"\(service).events\":[")
        var after: Int64 = 0
        var separator = "\n"
        while true {
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("after", after)
            writer.member("limit", Self.page)
            writer.endObject()
            let answer = try await scene.client.ask(
                service: service, method: "\(service).events", parameters: writer.finish())
            let root = try JSONDocument(answer, limits: JSONDocument.answerLimits).root
            for event in root.member("events")?.elements.map({ $0 }) ?? [] {
                try take(separator + String(decoding: event.rawBytes, as: UTF8.self))
                separator = ",\n"
            }
            guard let last = root.member("last")?.int64, last > after else { break }
            after = last
        }
        try take("\n]")
    }
}
