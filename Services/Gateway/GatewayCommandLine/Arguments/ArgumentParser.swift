import Domain
import GatewaySession
import GatewayWords
import Hosting

/// Parses the words after a command according to its flags. It knows nothing of signals, files or the environment.
struct ArgumentParser {
    private let command: String
    private let flags: [FlagShape]
    private let positional: [String]
    private let example: String?
    private var given: [String: String] = [:]
    private var words: [String] = []

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - command: The name of the command, for messages.
    ///   - flags: All permitted flags, global ones included.
    ///   - positional: Fields that may be given without their flag, in order.
    ///   - example: A correct line of the command, for messages about missing values.
    private init(command: String, flags: [FlagShape], positional: [String], example: String?) {
        self.command = command
        self.flags = flags
        self.positional = positional
        self.example = example
    }

    /// Parses `arguments` into values.
    ///
    /// - Throws: ``UsageError``: an unknown or repeated flag, or a value that is missing, wrong or superfluous.
    static func parse(
        _ arguments: [String], command: String, flags: [FlagShape], positional: [String], example: String? = nil
    ) throws(UsageError) -> ParsedArguments {
        var parser = ArgumentParser(command: command, flags: flags, positional: positional, example: example)
        try parser.collect(arguments)
        try parser.place()
        return try parser.check()
    }

    /// Separates flags from words.
    private mutating func collect(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            }
            guard Self.isFlag(argument) else {
                words.append(argument)
                continue
            }
            let (flag, inlineValue) = try resolve(argument)
            var value = inlineValue
            if flag.kind == .toggle {
                guard value == nil else {
                    throw UsageError(
                        Text("--\(flag.name) takes no value.", "У --\(flag.name) нет значения."), field: flag.name)
                }
                value = "true"
            } else if value == nil {
                guard let next = rest.first, !Self.isFlag(next) else {
                    throw UsageError(
                        Text(
                            "--\(flag.name) needs a value: --\(flag.name) \(flag.placeholder).",
                            "У --\(flag.name) нет значения: --\(flag.name) \(flag.placeholder)."),
                        hint: dashHint(flag, rest.first), field: flag.name)
                }
                value = next
                rest.removeFirst()
            }
            guard given[flag.field] == nil else {
                throw UsageError(
                    Text("--\(flag.name) is given more than once.", "--\(flag.name) указан больше одного раза."),
                    field: flag.name)
            }
            if flag.kind == .money, let number = value { value = Self.amount(number, &rest) }
            given[flag.field] = value
        }
    }

    /// Assigns the words to the positional fields that no flag has filled.
    private mutating func place() throws(UsageError) {
        var rest = words[...]
        for field in positional where given[field] == nil {
            guard var word = rest.popFirst() else { break }
            let kind = flags.first { $0.field == field }?.kind
            if kind == .money {
                word = Self.amount(word, &rest)
            } else if kind == .words {
                word = ([word] + rest).joined(separator: ",")
                rest = []
            } else if kind == .list {
                word = ([word] + rest).joined(separator: Self.listSeparator)
                rest = []
            }
            given[field] = word
        }
        guard let extra = rest.first else { return }
        let room =
            positional.isEmpty
            ? Text("\(command) takes flags only", "\(command) принимает только флаги")
            : Text("\(command) takes \(usage)", "\(command) принимает \(usage)")
        let word = extra.debugDescription
        throw UsageError(
            Text("\(word) is one word too many; \(room).", "Слово \(word) лишнее: \(room)."), hint: helpHint)
    }

    private func check() throws(UsageError) -> ParsedArguments {
        var parsed = ParsedArguments()
        for flag in flags {
            guard let text = given[flag.field] else { continue }
            parsed[flag.field] = try value(of: flag, text)
        }
        let missing = flags.filter { $0.isRequired && parsed[$0.field] == nil }
        guard missing.isEmpty else {
            let names = missing.map { flag in
                positional.contains(flag.field) ? flag.placeholder : "--\(flag.name) \(flag.placeholder)"
            }
            throw UsageError(
                Text(
                    "\(command) needs \(names.joined(separator: " and ")).",
                    "Для \(command) нужно указать \(names.joined(separator: " и "))."),
                hint: example.map { Text("for example: \($0)", "например: \($0)") } ?? helpHint,
                field: missing.first?.name)
        }
        return parsed
    }

    private func value(of flag: FlagShape, _ text: String) throws(UsageError) -> ParsedArguments.Value {
        switch flag.kind {
        case .text, .words: return .text(text)
        case .list:
            return .list(text.split(separator: Self.listSeparator, omittingEmptySubsequences: false).map(String.init))
        case .decimal:
            let number = try MoneyArgument.quantity(text, flag: flag.name)
            guard !number.hasPrefix("-") else {
                throw UsageError(
                    Text("--\(flag.name) must not be below zero.", "--\(flag.name) не может быть меньше нуля."),
                    field: flag.name)
            }
            return .text(number)
        case .sum: return .text(try MoneyArgument.number(text, flag: flag.name))
        case .toggle: return .toggle(true)
        case .money:
            let spoken = try given["currency"].map { code throws(UsageError) in
                try MoneyArgument.currency(code, flag: "currency")
            }
            return try MoneyArgument.value(text, spoken: spoken, flag: flag.name)
        case .currency: return .currency(try MoneyArgument.currency(text, flag: flag.name))
        case .number:
            guard let number = Int.parse(Self.withoutSpaces(text)) else {
                throw UsageError(
                    Text("--\(flag.name) must be a whole number.", "--\(flag.name) — целое число."), field: flag.name)
            }
            return .number(number)
        case .duration:
            guard let duration = Duration.parse(text) ?? Int.parse(text).map({ .seconds($0) }), duration > .zero,
                duration <= .seconds(3600)
            else {
                throw UsageError(
                    Text(
                        "--\(flag.name) must be a time such as 500ms, 10s or 2m, at most 1h.",
                        "--\(flag.name) — время, например 500ms, 10s или 2m, не больше 1h."), field: flag.name)
            }
            return .duration(duration)
        case .choice(let choices):
            guard let value = ChoiceWords.value(of: text, among: choices) else {
                let near = Suggestion.question(for: text, among: ChoiceWords.proposals(choices).map(\.value))
                throw UsageError(
                    Text(
                        "--\(flag.name) must be one of \(ChoiceWords.list(choices)).",
                        "--\(flag.name) — одно из: \(ChoiceWords.list(choices))."), hint: near, field: flag.name)
            }
            return .text(value)
        }
    }

    /// The names that other programs give to the gateway's flags.
    private static let synonyms = [
        "dry-run": "preview", "force": "replace", "overwrite": "replace", "since": "from", "until": "to",
        "assume-yes": "yes", "from": "pay-from",
    ]

    /// A character that no word contains, because arguments end with it.
    private static let listSeparator = "\0"

    /// Returns how to write a value that looks like a flag; nil for no value, and for a flag.
    private func dashHint(_ flag: FlagShape, _ next: String?) -> Text? {
        guard let next, (try? resolve(next)) == nil else { return nil }
        return Text(
            "a value that begins with - is written so: --\(flag.name)=\(next)",
            "значение, которое начинается с -, пишется так: --\(flag.name)=\(next)")
    }

    private func resolve(_ argument: String) throws(UsageError) -> (FlagShape, inlineValue: String?) {
        if !argument.hasPrefix("--") {
            guard argument.count == 2, let letter = argument.last, let flag = flags.first(where: { $0.short == letter })
            else { throw UsageError(noFlag(argument), hint: helpHint) }
            return (flag, nil)
        }
        let body = argument.dropFirst(2)
        let name = String(body.prefix { $0 != "=" })
        let inlineValue = name.count == body.count ? nil : String(body.dropFirst(name.count + 1))
        if let flag = flags.first(where: { $0.name == name }) { return (flag, inlineValue) }
        if ["password", "current", "new", "token", "refresh-token", "device-cookie"].contains(name) {
            throw UsageError(
                Text(
                    "Secrets are not taken from the command line, where everybody can read them.",
                    "Секреты не берутся из командной строки: там их видят все."),
                hint: Text(
                    "leave it out to be asked, or use --password-stdin or --password-file FILE",
                    "не указывайте его, и шлюз спросит сам, или возьмите --password-stdin либо --password-file FILE"),
                field: name)
        }
        let near =
            flags.first { $0.name == Self.synonyms[name] }.map { Suggestion.question(meaning: "--\($0.name)") }
            ?? Suggestion.question(for: name, among: flags.map(\.name), prefix: "--")
        throw UsageError(noFlag("--\(name)"), hint: near ?? helpHint, field: name)
    }

    /// The help page to point to. Flags before any command belong to the gateway itself.
    private var helpHint: Text { Text(verbatim: command == "gateway" ? "gateway help" : "gateway help \(command)") }

    private func noFlag(_ flag: String) -> Text {
        Text("\(flag) is not a flag of \(command).", "У \(command) нет флага \(flag).")
    }

    private var usage: String {
        positional.map { field in flags.first { $0.field == field }?.placeholder ?? field.uppercased() }
            .joined(separator: " ")
    }

    /// True for a flag: a word that begins with a hyphen, except a number such as `-5`, and `-`, which is standard
    /// input.
    private static func isFlag(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), argument.count > 1 else { return false }
        return argument.dropFirst().first?.isNumber != true
    }

    /// Joins an amount that a shell has split at its spaces: `1 500,50 RUB`, `$ 5`.
    private static func amount(_ first: String, _ rest: inout ArraySlice<String>) -> String {
        var (text, hasUnit) = (first, false)
        while let next = rest.first {
            // A unit also belongs to a text that is no amount, so that the message is about the amount and not about an
            // extra word.
            let isUnit = !hasUnit && TypedAmount.isUnit(next) && (try? TypedAmount(text))?.hasCurrency != true
            let digits = next.prefix { ("0"..."9").contains($0) }
            let isThousands = digits.count == 3 && text.last?.isNumber == true && next.first?.isNumber == true
            let isNumber = text == first && next.first?.isNumber == true && TypedAmount.isUnit(first)
            guard isUnit || isThousands || isNumber else { break }
            hasUnit = hasUnit || isUnit || isNumber
            text += " " + next
            rest.removeFirst()
        }
        return text
    }

    /// Removes the spaces between the thousands of a whole number.
    private static func withoutSpaces(_ text: String) -> String {
        guard !text.contains(where: { $0 == "." || $0 == "," }) else { return text }
        return (try? TypedNumber(text, as: .quantity).decimalText) ?? text
    }
}
