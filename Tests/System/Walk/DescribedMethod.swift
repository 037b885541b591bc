import StrictJSON
import TestSupport
import Testing

/// A method as described by `rpc.discover`.
struct DescribedMethod: Sendable {
    let name: String
    /// `open`, `session` or `houseKeeper`.
    let access: String
    /// `reads` or `changes`.
    let effect: String
    let parameters: [Parameter]

    struct Parameter: Sendable {
        let name: String
        let isRequired: Bool
        let schema: JSONNode
    }

    /// Returns every method of a service.
    static func all(of service: String, _ bank: Bank) async throws -> [DescribedMethod] {
        try all(in: try #require(try await bank.ask("rpc.discover", of: service).result))
    }

    /// Returns every method of a document of OpenRPC.
    static func all(in document: JSONNode) throws -> [DescribedMethod] {
        try #require(document.member("methods")).elements.map { method in
            DescribedMethod(
                name: try #require(method.member("name")?.string),
                access: try #require(method.member("x-access")?.string),
                effect: try #require(method.member("x-effect")?.string),
                parameters: (method.member("params")?.elements.map { $0 } ?? []).compactMap { parameter in
                    guard let name = parameter.member("name")?.string, let schema = parameter.member("schema") else {
                        return nil
                    }
                    return Parameter(
                        name: name, isRequired: parameter.member("required")?.bool ?? false, schema: schema)
                })
        }
    }
}

/// Generates valid parameters of a method from its schema.
struct ParameterMaker {
    /// The value for ids.
    let id: String
    /// An account of the caller.
    let ownAccount: String
    /// True to use examples for free texts, too, so that a method accepts them.
    var usesExamples = false

    /// Returns the content of the JSON object: all required members and, if requested, every optional text.
    func params(of method: DescribedMethod, withOptionalTexts: Bool) -> String {
        method.parameters.filter { parameter in
            parameter.isRequired || (withOptionalTexts && parameter.schema.member("type")?.string == "string")
        }.map { #""\#($0.name)":\#(value($0.name, $0.schema))"# }.joined(separator: ",")
    }

    /// Returns a parameter in JSON that its schema allows.
    func value(_ name: String, _ schema: JSONNode) -> String {
        if let first = schema.member("enum")?.elements.first(where: { _ in true }) {
            return String(decoding: first.rawBytes, as: UTF8.self)
        }
        // The money goes to the caller, wherever a method allows a choice.
        if name == "to" && schema.member("format") == nil { return #""\#(ownAccount)""# }
        if name == "limit" && schema.member("type")?.string == "integer" { return "1000" }
        switch schema.member("type")?.string {
        case "string": return text(schema)
        case "integer", "number": return "1"
        case "boolean": return "true"
        case "array":
            return schema.member("items").map { "[\(value(name, $0))]" } ?? "[]"
        case "object":
            let required = schema.member("required")?.elements.compactMap(\.string) ?? []
            let members = (schema.member("properties")?.members.map { $0 } ?? []).filter { required.contains($0.name) }
            return "{" + members.map { #""\#($0.name)":\#(value($0.name, $0.node))"# }.joined(separator: ",") + "}"
        default: return #""\#(id)""#
        }
    }

    private func text(_ schema: JSONNode) -> String {
        guard usesExamples || schema.member("format") != nil || schema.member("pattern") != nil,
            let example = schema.member("examples")?.elements.first(where: { _ in true })
        else { return #""\#(id)""# }
        return String(decoding: example.rawBytes, as: UTF8.self)
    }
}
