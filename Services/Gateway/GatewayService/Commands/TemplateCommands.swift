import Coordination
import Domain
import Signals

/// Transfers that are made often, under names.
enum TemplateCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.SaveTemplate.self, "template save", part: .money,
            positional: ["name", "from", "to", "amount"],
            fields: [
                "name": "What to call it.",
                "from": "Your account that gives: its id, your name for it, or the first letters of its id.",
                "to": "The account that gets it: an id, or one of your own by name.",
                "amount": "How much, with its currency: 500 RUB; left out when you say it each time.",
                "description": "What for, at most 500 characters; both sides see it.",
            ],
            accounts: ["from", "to"],
            examples: [
                CommandExample("template save rent main 5kqj7x9w2m4p 30000 RUB --description rent", "keeps a transfer"),
                CommandExample("template save lunch main 5kqj7x9w2m4p", "one whose amount you say each time"),
            ],
            notes: ["gateway transfer --template NAME makes the transfer."],
            present: { answer, page in
                page.line("saved ", StyledText(answer.template.name, .bold))
                present([answer.template], &page)
            }),
        SignalCommand(
            LedgerSignal.Templates.self, "template list", part: .money,
            examples: [CommandExample("template list", "lists your templates")],
            present: { answer, page in
                if answer.templates.isEmpty { page.line("no templates yet; gateway template save keeps one") }
                present(answer.templates, &page)
            }),
        SignalCommand(
            LedgerSignal.RemoveTemplate.self, "template remove", part: .money, positional: ["name"],
            fields: ["name": "The template, as gateway template list shows it."],
            examples: [CommandExample("template remove rent", "forgets it; transfers that were made stay")],
            present: { answer, page in page.line("removed ", StyledText(answer.template.name, .bold)) }),
    ]

    /// Fills a transfer from the template that `--template` names; what is said besides counts more.
    ///
    /// With a template the words of the command line are an amount, not accounts.
    static func fill(_ arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        guard let name = arguments.text("template") else {
            for field in ["from", "to", "amount"] where arguments[field] == nil {
                throw UsageError(
                    "transfer needs \(field.uppercased()), or --template NAME.", hint: "gateway help transfer",
                    field: field)
            }
            return
        }
        let templates = try await scene.desk.ask(LedgerSignal.Templates()).templates
        guard let template = templates.first(where: { $0.name == name }) else {
            let near = Suggestion.question(for: name, among: templates.map(\.name))
            throw UsageError(
                "There is no template \(name.debugDescription).", hint: near ?? "gateway template list",
                field: "template")
        }
        if let word = arguments.text("from"), arguments["amount"] == nil {
            let text = word + (arguments.text("to").map { " " + $0 } ?? "")
            let money = try MoneyArgument.money(
                text, currency: template.amount?.currency.code ?? currency(arguments), flag: "amount")
            arguments["amount"] = .money(money)
        }
        arguments["from"] = .text(template.from)
        arguments["to"] = .text(template.to)
        if arguments["amount"] == nil { arguments["amount"] = template.amount.map { .money($0) } }
        guard arguments["amount"] != nil else {
            throw UsageError(
                "The template \(name.debugDescription) has no amount.",
                hint: "gateway transfer --template \(name) 500 RUB", field: "amount")
        }
        if arguments["description"] == nil { arguments["description"] = .text(template.description) }
    }

    private static func currency(_ arguments: ParsedArguments) -> String? {
        if case .currency(let currency)? = arguments["currency"] { currency.code } else { nil }
    }

    private static func present(_ templates: [LedgerSignal.Template], _ page: inout Page) {
        var table = Table([
            .text("name"), .numbers("amount"), .words("from"), .words("to"), .text("for"),
        ])
        for template in templates {
            table.add([
                StyledText(template.name, .bold), StyledText(template.amount.map { ValueText.money($0) } ?? ""),
                StyledText(template.from), StyledText(template.to), StyledText(template.description),
            ])
        }
        page.table(table)
    }
}
