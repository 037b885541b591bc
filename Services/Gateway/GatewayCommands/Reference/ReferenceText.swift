import Reasons
import Signals
import StrictJSON

/// The reference of all methods and events in Markdown: `Shared/Docs/REFERENCE.md`.
enum ReferenceText {
    static func markdown(of documents: [(service: String, document: JSONNode)]) throws -> String {
        var text = """
            # Reference

            Every method, event and reason. `gateway schema markdown` generates this page from the contract; do not \
            edit it.
            [PROTOCOL](PROTOCOL.md) says how methods are called and which faults they answer. `?` marks optional \
            members.

            """
        for (service, document) in documents {
            text +=
                "\n## \(service)\n\n| method | access | effect | params | answer |\n| --- | --- | --- | --- | --- |\n"
            for method in document.member("methods")?.elements.map({ $0 }) ?? [] { text += row(method) }
        }
        text += "\n## Events\n\n| event | meaning | data |\n| --- | --- | --- |\n"
        for event in documents.flatMap({ ClientContract.events(in: $0.document) }) {
            let fields = members(of: event.data).joined(separator: ", ")
            text += "| `\(event.type)` | \(event.summary) | \(fields) |\n"
        }
        text += "\n## Reasons\n\nThe `reason` of a fault refines its `code`. Braces name its `details`.\n\n"
        text += "| reason | sentence |\n| --- | --- |\n"
        for reason in ReasonCatalogue.house.all.sorted(by: { $0.name < $1.name }) {
            text += "| `\(reason.name)` | \(sentence(of: reason)) |\n"
        }
        return text
    }

    /// Returns the sentence of a reason with its placeholders: `must have at most {most} characters`.
    private static func sentence(of reason: Reason) -> String {
        ReasonTemplate(reason.english).pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .value(let name), .phrase(let name), .field(let name): "{\(name)}"
            case .count(let name, let forms): "{\(name)} \(forms[forms.count - 1])"
            case .money(let amount, let currency): "{\(amount)} {\(currency)}"
            }
        }.joined()
    }

    /// Returns the members of an object by its schema; `?` marks optional ones.
    private static func members(of schema: JSONNode) -> [String] {
        let required = schema.member("required")?.elements.compactMap(\.string) ?? []
        return schema.member("properties")?.members.map { member in
            "`\(member.name)\(required.contains(member.name) ? "" : "?")`"
        } ?? []
    }

    private static func row(_ method: JSONNode) -> String {
        let name = method.member("name")?.string ?? ""
        let parameters = method.member("params")?.elements.map { parameter in
            let isRequired = parameter.member("required")?.bool == true
            return "`\(parameter.member("name")?.string ?? "")\(isRequired ? "" : "?")`"
        }
        let answer = method.member("result")?.member("schema").map(members)
        let access = method.member("x-access")?.string ?? ""
        let effect = method.member("x-effect")?.string ?? ""
        let summary = method.member("summary")?.string ?? ""
        return "| `\(name)`: \(summary) | \(access) | \(effect) | \((parameters ?? []).joined(separator: ", ")) | "
            + "\((answer ?? []).joined(separator: ", ")) |\n"
    }
}
