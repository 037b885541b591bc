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
        for event in EventCatalogue.all where documents.contains(where: { $0.service == event.service }) {
            let fields = try event.schema().fields.map { "`\($0.name)\($0.isRequired ? "" : "?")`" }
            text += "| `\(event.type)` | \(event.summary) | \(fields.joined(separator: ", ")) |\n"
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

    private static func row(_ method: JSONNode) -> String {
        let name = method.member("name")?.string ?? ""
        let parameters = method.member("params")?.elements.map { parameter in
            let isRequired = parameter.member("required")?.bool == true
            return "`\(parameter.member("name")?.string ?? "")\(isRequired ? "" : "?")`"
        }
        let schema = method.member("result")?.member("schema")
        let required = schema?.member("required")?.elements.compactMap(\.string) ?? []
        let answer = schema?.member("properties")?.members.map { member in
            "`\(member.name)\(required.contains(member.name) ? "" : "?")`"
        }
        let access = method.member("x-access")?.string ?? ""
        let effect = method.member("x-effect")?.string ?? ""
        let summary = method.member("summary")?.string ?? ""
        return "| `\(name)`: \(summary) | \(access) | \(effect) | \((parameters ?? []).joined(separator: ", ")) | "
            + "\((answer ?? []).joined(separator: ", ")) |\n"
    }
}
