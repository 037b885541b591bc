import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Signals
import StrictJSON

/// `gateway schema`: the methods and events of the services, for machines and for people.
struct SchemaCommand: Command {
    let words = ["schema"]
    let part = CommandPart.tools
    let summary = Text(
        "Describes methods and events: OpenRPC, AsyncAPI, Markdown, or a typed client for Python or TypeScript.",
        "Описывает методы и события: OpenRPC, AsyncAPI, Markdown или клиент с типами для Python или TypeScript.")
    let positional = ["format", "service"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "format", .choice(["openrpc", "asyncapi", "markdown", "python", "typescript"]), isRequired: true,
                placeholder: "openrpc|asyncapi|markdown|python|typescript", Text("The format.", "В каком виде.")),
            FlagShape(
                "service", .text, placeholder: "SERVICE[,SERVICE]",
                Text(
                    "Some services; the eight of the house by default. Those of your own are asked, and must run.",
                    "Какие службы; по умолчанию восемь служб дома. Ваши собственные спросят: они должны работать.")),
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "schema openrpc > kopilka.json", Text("every method of every service", "все методы всех служб")),
            CommandExample("schema asyncapi ledger", Text("every event of ledger", "все события ledger")),
            CommandExample(
                "schema python > kopilka.py",
                Text("a client in one file, with types for mypy", "клиент в одном файле, с типами для mypy")),
            CommandExample(
                "schema python auth,weather > weather.py",
                Text("for a service of your own, with signing in", "для вашей службы, вместе с входом")),
            CommandExample(
                "schema typescript > kopilka.ts",
                Text("the same for TypeScript, with zeromq", "то же для TypeScript, с zeromq")),
            CommandExample(
                "schema markdown", Text("methods and events, as the project's reference", "справочник проекта")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "It is made from the types of the signals, so no service of the house has to run.",
                "Всё делается из типов сигналов: службам дома работать не нужно.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let services = scene.arguments.text("service")?.split(separator: ",").map(String.init) ?? House.services
        for service in services { try ServiceList.checkForm(of: service) }
        let output = scene.console.output
        switch scene.arguments.text("format") {
        case "asyncapi": output.write(json: AsyncAPIDocument.json(of: try await documents(services, scene)))
        case "markdown": output.write(document: try ReferenceText.markdown(of: try await documents(services, scene)))
        case "python": output.write(document: try PythonClient.text(of: try await documents(services, scene)))
        case "typescript":
            output.write(document: try TypeScriptClient.text(of: try await documents(services, scene)))
        default:
            let documents = try await documents(services, scene)
            let only = documents.count == 1 ? documents.first : nil
            output.write(json: try only.map { Array($0.document.rawBytes) } ?? Self.merged(documents))
        }
        return .done
    }

    private func documents(_ services: [String], _ scene: CommandScene) async throws -> [(
        service: String, document: JSONNode
    )] {
        var documents: [(service: String, document: JSONNode)] = []
        for service in services {
            let bytes =
                House.services.contains(service)
                ? try ContractDocument.openRPC(of: service)
                : try await scene.client.askOpenly(service: service, method: "rpc.discover")
            documents.append((service, try JSONDocument(bytes, limits: JSONDocument.answerLimits).root))
        }
        return documents
    }

    /// Merges the OpenRPC documents of all services into one.
    private static func merged(_ documents: [(service: String, document: JSONNode)]) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("openrpc", "1.2.6")
        writer.key("info")
        writer.beginObject()
        writer.member("title", "Kopilka")
        writer.member("version", Version.current)
        writer.endObject()
        writer.key("methods")
        writer.beginArray()
        for (_, document) in documents {
            for method in document.member("methods")?.elements.map({ $0 }) ?? [] { writer.raw(Array(method.rawBytes)) }
        }
        writer.endArray()
        // The reasons are those of the whole house at each service.
        if let reasons = documents.first?.document.member("x-reasons") {
            writer.key("x-reasons")
            writer.raw(reasons.rawBytes)
        }
        writer.endObject()
        return writer.finish()
    }
}
