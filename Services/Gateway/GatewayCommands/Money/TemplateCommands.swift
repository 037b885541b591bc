import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// Templates: frequent transfers under names.
enum TemplateCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.SaveTemplate.self, "template save", part: .money,
            positional: ["name", "from", "to", "amount"],
            fields: [
                "name": Text("What to call it.", "Как назвать."),
                "from": Text(
                    "The payer, your account: its id, your name for it, or the first letters of its id.",
                    "Ваш счёт списания: его id, имя или начало id."),
                "to": MoneyCommands.receiver,
                "amount": Text(
                    "How much: 500, or 500 RUB; leave it out to give it each time.",
                    "Сколько: 500 или 500 ₽; без неё говорите каждый раз."),
                "description": Text(
                    "The description, at most 500 characters; both sides see it.",
                    "За что, не больше 500 знаков; видят обе стороны."),
            ],
            accounts: ["from"], payees: ["to"],
            examples: [
                CommandExample(
                    "template save rent main 5kqj7x9w2m4p 30000 RUB --description rent",
                    Text("keeps a transfer", "сохраняет перевод")),
                CommandExample(
                    "template save lunch main 5kqj7x9w2m4p",
                    Text("a template whose amount you give each time", "такой, где сумму говорят каждый раз")),
            ],
            notes: [
                Text(
                    "gateway transfer --template NAME makes the transfer.",
                    "gateway transfer --template NAME делает перевод.")
            ],
            present: { answer, page in
                page.line(StyledText("saved ", "сохранено "), StyledText(answer.template.name, .bold))
                present([answer.template], &page)
            }),
        SignalCommand(
            LedgerSignal.Templates.self, "template list", part: .money,
            examples: [CommandExample("template list", Text("lists your templates", "перечислит шаблоны"))],
            present: { answer, page in
                if answer.templates.isEmpty {
                    page.say(
                        "no templates yet; gateway template save keeps one",
                        "шаблонов ещё нет; gateway template save сохранит")
                }
                present(answer.templates, &page)
            }),
        SignalCommand(
            LedgerSignal.RemoveTemplate.self, "template remove", part: .money, positional: ["name"],
            fields: [
                "name": Text(
                    "The template, as gateway template list shows it.",
                    "Шаблон, как его показывает gateway template list.")
            ],
            examples: [
                CommandExample(
                    "template remove rent",
                    Text("deletes it; transfers made with it stay", "забудет его; сделанные переводы останутся"))
            ],
            present: { answer, page in
                page.line(StyledText("removed ", "удалено "), StyledText(answer.template.name, .bold))
            }),
    ]

    /// Fills a transfer from the template that `--template` names; values on the command line take precedence.
    ///
    /// With a template, the words of the command line are an amount, not accounts.
    static func fill(_ arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        guard let name = arguments.text("template") else {
            for field in ["from", "to", "amount"] where arguments[field] == nil {
                throw UsageError(
                    Text(
                        "transfer needs \(field.uppercased()), or --template NAME.",
                        "Для transfer нужно \(field.uppercased()) или --template NAME."),
                    hint: Text(verbatim: "gateway help transfer"), field: field)
            }
            return
        }
        let templates = try await scene.client.ask(LedgerSignal.Templates()).templates
        guard let template = templates.first(where: { $0.name == name }) else {
            let near = Suggestion.question(for: name, among: templates.map(\.name))
            throw UsageError(
                Text("There is no template \(name.debugDescription).", "Нет шаблона \(name.debugDescription)."),
                hint: near ?? Text(verbatim: "gateway template list"),
                field: "template")
        }
        if let word = arguments.text("from"), arguments["amount"] == nil {
            let text = word + (arguments.text("to").map { " " + $0 } ?? "")
            arguments["amount"] = try MoneyArgument.value(text, spoken: currency(arguments), flag: "amount")
        }
        arguments["from"] = .text(template.from)
        arguments["to"] = .text(template.to)
        if arguments["amount"] == nil { arguments["amount"] = template.amount.map { .money($0) } }
        guard arguments["amount"] != nil else {
            throw UsageError(
                Text(
                    "The template \(name.debugDescription) has no amount.",
                    "У шаблона \(name.debugDescription) нет суммы."),
                hint: Text(verbatim: "gateway transfer --template \(name) 500"), field: "amount")
        }
        if arguments["description"] == nil { arguments["description"] = .text(template.description) }
    }

    private static func currency(_ arguments: ParsedArguments) -> Currency? {
        if case .currency(let currency)? = arguments["currency"] { currency } else { nil }
    }

    private static func present(_ templates: [LedgerSignal.Template], _ page: inout Page) {
        var table = Table([
            .text(Text("name", "название")), .numbers(Text("amount", "сумма")), .words(Text("from", "откуда")),
            .words(Text("to", "куда")), .text(Text("for", "за что")),
        ])
        for template in templates {
            table.add([
                StyledText(template.name, .bold), StyledText(template.amount.map { ValueText.money($0) } ?? ""),
                StyledText(AccountName.of(template.from)), StyledText(AccountName.of(template.to)),
                StyledText(template.description),
            ])
        }
        page.table(table)
    }
}
