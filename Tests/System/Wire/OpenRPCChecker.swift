import StrictJSON

/// Checks a document against the OpenRPC Specification 1.2.6, and its schemas against JSON Schema draft 7.
struct OpenRPCChecker {
    private(set) var problems: [String] = []

    mutating func check(_ document: JSONNode) {
        require(document, "document", ["openrpc": .string, "info": .object, "methods": .array], allowed: ["servers"])
        if document.member("openrpc")?.string != "1.2.6" { problems.append("openrpc is not 1.2.6") }
        if let info = document.member("info") {
            require(info, "info", ["title": .string, "version": .string], allowed: ["description", "license"])
        }
        for method in document.member("methods")?.elements.map({ $0 }) ?? [] { checkMethod(method) }
    }

    private mutating func checkMethod(_ method: JSONNode) {
        let name = method.member("name")?.string ?? "a method"
        require(
            method, name, ["name": .string, "params": .array, "result": .object],
            allowed: ["summary", "description", "paramStructure", "errors", "tags", "examples", "deprecated"])
        if let structure = method.member("paramStructure")?.string,
            !["by-name", "by-position", "either"].contains(structure)
        {
            problems.append("\(name): paramStructure \(structure)")
        }
        var (names, mayBeRequired) = (Set<String>(), true)
        for parameter in method.member("params")?.elements.map({ $0 }) ?? [] {
            checkContent(parameter, name)
            if !names.insert(parameter.member("name")?.string ?? "").inserted {
                problems.append("\(name): a parameter twice")
            }
            // "Required parameters must come before optional ones" applies to both structures.
            let isRequired = parameter.member("required")?.bool ?? false
            if isRequired, !mayBeRequired { problems.append("\(name): a required parameter after an optional one") }
            mayBeRequired = isRequired
        }
        if let result = method.member("result") { checkContent(result, name) }
        for error in method.member("errors")?.elements.map({ $0 }) ?? [] {
            require(error, "\(name) error", ["code": .number, "message": .string], allowed: ["data"])
        }
    }

    private mutating func checkContent(_ content: JSONNode, _ place: String) {
        let place = "\(place).\(content.member("name")?.string ?? "?")"
        require(
            content, place, ["name": .string, "schema": .object],
            allowed: ["summary", "description", "required", "deprecated"])
        if let schema = content.member("schema") { checkSchema(schema, place) }
    }

    private static let types: Set<String> = ["object", "array", "string", "integer", "number", "boolean", "null"]

    private mutating func checkSchema(_ schema: JSONNode, _ place: String) {
        guard schema.kind == .object else {
            // `true` is the schema that accepts anything.
            if schema.bool == nil { problems.append("\(place): a schema is neither an object nor a truth value") }
            return
        }
        if let type = schema.member("type") {
            let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
            if names.isEmpty || !Self.types.isSuperset(of: names) { problems.append("\(place): a type that is none") }
        }
        let properties = schema.member("properties")?.members.map { ($0.name, $0.node) } ?? []
        for (name, node) in properties { checkSchema(node, "\(place).\(name)") }
        for required in schema.member("required")?.elements.map({ $0 }) ?? []
        where !properties.contains(where: { $0.0 == required.string }) {
            problems.append("\(place): requires a property that it does not have")
        }
        if schema.member("type")?.string == "array" {
            if let items = schema.member("items") {
                checkSchema(items, "\(place)[]")
            } else {
                problems.append("\(place): an array of nobody knows what")
            }
        }
        if let more = schema.member("additionalProperties") { checkSchema(more, "\(place).*") }
        for combination in ["oneOf", "anyOf", "allOf"] {
            for part in schema.member(combination)?.elements.map({ $0 }) ?? [] { checkSchema(part, place) }
        }
        if let values = schema.member("enum"), values.kind != .array || values.count == 0 {
            problems.append("\(place): an enumeration of nothing")
        }
        if let pattern = schema.member("pattern")?.string, (try? Regex(pattern)) == nil {
            problems.append("\(place): a pattern that is none")
        }
        if schema.member("$ref") != nil { problems.append("\(place): refers to what the document does not hold") }
    }

    /// Checks for required members and unknown ones; `x-` names are free.
    private mutating func require(
        _ node: JSONNode, _ place: String, _ members: [String: JSONKind], allowed: Set<String>
    ) {
        for (name, kind) in members {
            if node.member(name)?.kind != kind { problems.append("\(place): no \(name) that is a \(kind)") }
        }
        for member in node.members
        where members[member.name] == nil && !allowed.contains(member.name) && !member.name.hasPrefix("x-") {
            problems.append("\(place): \(member.name) is not in the specification")
        }
    }
}
