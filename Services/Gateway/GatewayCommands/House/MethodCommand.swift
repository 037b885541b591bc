import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import StrictJSON

/// A method of an extra service as a command, `gateway weather report --city Kazan`, made from its OpenRPC.
package struct MethodCommand: Command {
    package let words: [String]
    package let part = CommandPart.tools
    package let summary: Text
    package let flags: [FlagShape]
    package let positional: [String] = []
    package var examples: [CommandExample] { [] }
    private let service: String
    private let method: String
    /// The types of the parameters in JSON Schema, by name.
    private let types: [String: String]

    /// Asks a service for its methods.
    ///
    /// - Throws: ``Fault``: the service does not run, or its answer is not OpenRPC.
    package static func all(of service: String, _ client: ServiceClient) async throws -> [any Command] {
        let answer = try await client.askOpenly(service: service, method: "rpc.discover")
        let methods = try JSONDocument(answer, limits: JSONDocument.answerLimits).root.member("methods")
        return methods?.elements.compactMap { MethodCommand($0, of: service) } ?? []
    }

    private init?(_ node: JSONNode, of service: String) {
        guard let name = node.member("name")?.string, name.hasPrefix(service + ".") else { return nil }
        self.service = service
        method = name
        words = [service, FlagShape.flagName(ofField: String(name.dropFirst(service.count + 1)))]
        summary = Text(verbatim: node.member("summary")?.string ?? name)
        var (flags, types): ([FlagShape], [String: String]) = ([], [:])
        for parameter in node.member("params")?.elements.map({ $0 }) ?? [] {
            guard let field = parameter.member("name")?.string, field != "_meta" else { continue }
            let schema = parameter.member("schema")
            types[field] = schema?.member("type")?.string ?? "object"
            flags.append(Self.flag(field, schema, isRequired: parameter.member("required")?.bool == true))
        }
        (self.flags, self.types) = (flags, types)
    }

    private static func flag(_ field: String, _ schema: JSONNode?, isRequired: Bool) -> FlagShape {
        let name = FlagShape.flagName(ofField: field)
        let summary = Text(verbatim: schema?.member("description")?.string ?? "")
        let choices = schema?.member("enum")?.elements.compactMap(\.string) ?? []
        guard choices.isEmpty else {
            return FlagShape(name, field: field, .choice(choices), isRequired: isRequired, summary)
        }
        return switch schema?.member("type")?.string {
        case "boolean": FlagShape(name, field: field, .toggle, summary)
        case "string": FlagShape(name, field: field, .text, isRequired: isRequired, summary)
        case "integer", "number":
            FlagShape(name, field: field, .text, isRequired: isRequired, placeholder: "N", summary)
        default: FlagShape(name, field: field, .text, isRequired: isRequired, placeholder: "JSON", summary)
        }
    }

    package func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var writer = JSONWriter()
        writer.beginObject()
        for flag in flags {
            switch types[flag.field] {
            case "boolean": if scene.arguments.isOn(flag.field) { writer.member(flag.field, true) }
            case "string": if let text = scene.arguments.text(flag.field) { writer.member(flag.field, text) }
            default:
                guard let text = scene.arguments.text(flag.field) else { continue }
                writer.key(flag.field)
                writer.raw(try Self.json(text, flag))
            }
        }
        writer.endObject()
        let answer = try await scene.client.ask(service: service, method: method, parameters: writer.finish())
        try scene.show(answer) { try Self.page(of: JSONDocument(answer, limits: JSONDocument.answerLimits).root) }
        return .done
    }

    private static func json(_ text: String, _ flag: FlagShape) throws(UsageError) -> [UInt8] {
        do {
            return Array(try JSONDocument(text: text).root.rawBytes)
        } catch {
            throw UsageError(
                Text("--\(flag.name) is no number and no JSON.", "--\(flag.name) — не число и не JSON."),
                field: flag.field)
        }
    }

    /// A line for each member of the answer; what is nested stays JSON.
    private static func page(of answer: JSONNode) -> Page {
        var page = Page()
        page.facts(
            answer.members.map { member in
                let value = member.node.string ?? String(decoding: member.node.rawBytes, as: UTF8.self)
                return (Text(verbatim: member.name), StyledText(value))
            })
        return page
    }
}
