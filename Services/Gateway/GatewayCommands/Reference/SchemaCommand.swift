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
        "Describes all methods and events: OpenRPC, AsyncAPI or Markdown.",
        "Описывает все методы и события: OpenRPC, AsyncAPI или Markdown.")
    let positional = ["format"]
    var flags: [FlagShape] {
        [
            FlagShape(
                "format", .choice(["openrpc", "asyncapi", "markdown"]), isRequired: true,
                placeholder: "openrpc|asyncapi|markdown",
                Text("The format; asyncapi needs no running service.", "В каком виде; asyncapi не требует служб."))
        ]
    }
    var examples: [CommandExample] {
        [
            CommandExample(
                "schema openrpc > kopilka.json", Text("every method of every service", "все методы всех служб")),
            CommandExample("schema asyncapi", Text("every event", "все события")),
            CommandExample(
                "schema markdown", Text("both, as the project's reference", "то и другое, как справочник проекта")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "It is made from the types of the signals; OpenRPC and Markdown ask the running services.",
                "Всё делается из типов сигналов; для OpenRPC и Markdown опрашиваются работающие службы.")
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        switch scene.arguments.text("format") {
        case "asyncapi": scene.console.output.write(json: try AsyncAPIDocument.json())
        case "markdown":
            scene.console.output.write(document: try ReferenceText.markdown(of: try await documents(scene)))
        default: scene.console.output.write(json: try Self.merged(try await documents(scene)))
        }
        return .done
    }

    private func documents(_ scene: CommandScene) async throws -> [(service: String, document: JSONNode)] {
        var documents: [(service: String, document: JSONNode)] = []
        for service in House.services {
            let answer = try await scene.client.askOpenly(service: service, method: "rpc.discover")
            documents.append((service, try JSONDocument(answer, limits: JSONDocument.answerLimits).root))
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
        writer.endObject()
        return writer.finish()
    }
}
