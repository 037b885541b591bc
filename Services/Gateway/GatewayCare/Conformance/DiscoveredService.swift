import GatewayWords
import StrictJSON

/// A method as `rpc.discover` describes it.
struct DiscoveredMethod {
    let name: String
    /// `open`, `session` or `houseKeeper`.
    let access: String
    /// `reads` or `changes`.
    let effect: String
}

/// The answer to `rpc.discover`, with its form checked.
///
/// - Source: The OpenRPC Specification 1.2.6, spec.open-rpc.org.
struct DiscoveredService {
    private(set) var methods: [String: DiscoveredMethod] = [:]

    /// - Throws: ``Objection``: broken for a document that is not as described.
    init(_ document: JSONNode) throws {
        guard document.member("openrpc")?.string?.isEmpty == false else { throw Self.missing("openrpc") }
        for name in ["title", "version"] where document.member("info")?.member(name)?.string?.isEmpty != false {
            throw Self.missing("info.\(name)")
        }
        guard let listed = document.member("methods"), listed.kind == .array else { throw Self.missing("methods") }
        for node in listed.elements {
            let method = try Self.method(node)
            guard methods.updateValue(method, forKey: method.name) == nil else {
                throw Objection.broken(Text("\(method.name) is described twice", "\(method.name) описан дважды"))
            }
        }
    }

    private static func method(_ node: JSONNode) throws -> DiscoveredMethod {
        guard let name = node.member("name")?.string, !name.isEmpty else { throw missing("methods[].name") }
        guard let access = node.member("x-access")?.string, ["open", "session", "houseKeeper"].contains(access) else {
            throw missing("\(name): x-access")
        }
        guard let effect = node.member("x-effect")?.string, ["reads", "changes"].contains(effect) else {
            throw missing("\(name): x-effect")
        }
        guard node.member("result")?.member("name")?.string != nil, node.member("result")?.member("schema") != nil
        else { throw missing("\(name): result") }
        guard let params = node.member("params"), params.kind == .array else { throw missing("\(name): params") }
        var hasOptional = false
        for parameter in params.elements {
            guard let field = parameter.member("name")?.string, parameter.member("schema")?.kind == .object else {
                throw missing("\(name): params[].name, params[].schema")
            }
            let isRequired = parameter.member("required")?.bool == true
            guard !isRequired || !hasOptional else {
                throw Objection.broken(
                    Text(
                        "\(name): the required \(field) comes after an optional one",
                        "\(name): обязательный \(field) идёт после необязательного"))
            }
            hasOptional = hasOptional || !isRequired
        }
        return DiscoveredMethod(name: name, access: access, effect: effect)
    }

    private static func missing(_ member: String) -> Objection {
        .broken(Text("missing or wrong: \(member)", "нет или неверно: \(member)"))
    }
}
