import GatewayWords

/// The help pages. Examples come first: most people want a line to copy.
package enum HelpText {
    /// Returns the page about a command or a topic; the overview without words.
    ///
    /// - Throws: ``UsageError`` for an unknown topic.
    package static func page(about words: [String], _ commands: [any Command], width: Int?) throws(UsageError) -> Page {
        guard let first = words.first else { return overview(commands, width: width) }
        if let topic = HelpTopic(rawValue: first), words.count == 1 { return topic.page }
        let reader = CommandLineReader(commands)
        let family = commands.filter { $0.words.starts(with: words) }
        if !family.isEmpty, !family.contains(where: { $0.words == words }) {
            var page = Page()
            list(family, width, &page)
            return page
        }
        do {
            return self.page(about: try reader.find(words), width: width)
        } catch {
            let near = Suggestion.nearest(to: first, among: HelpTopic.allCases.map(\.rawValue))
            throw UsageError(
                error.message,
                hint: near.map { Text("did you mean gateway help \($0)?", "может быть, gateway help \($0)?") }
                    ?? error.hint)
        }
    }

    private static func overview(_ commands: [any Command], width: Int?) -> Page {
        var page = Page()
        page.say(
            "gateway talks to Kopilka, a money box of your own: accounts, transfers, history.",
            "gateway говорит с «Копилкой», вашей собственной: счета, переводы, история.")
        page.line()
        for (line, meaning) in beginnings {
            page.line(StyledText("  gateway " + padded(line, to: 28)), StyledText(meaning))
        }
        for part in CommandPart.allCases {
            page.line()
            page.line(StyledText(part.title, .bold))
            list(commands.filter { $0.part == part }, width, &page)
        }
        page.line()
        page.say(
            "gateway help COMMAND explains a command; topics: \(HelpTopic.names).",
            "gateway help КОМАНДА объясняет команду; темы: \(HelpTopic.names).")
        return page
    }

    /// The usual first commands.
    private static let beginnings: KeyValuePairs<String, Text> = [
        "register anna@example.org": Text("make a user and sign in", "завести пользователя и войти"),
        "account open RUB main": Text("open an account", "открыть счёт"),
        "deposit main 50000 RUB": Text("record what came in", "записать приход"),
        "transfer main ID 500 RUB": Text("pay somebody", "заплатить кому-нибудь"),
        "history --type expense": Text("see where it went", "посмотреть, куда ушло"),
    ]

    private static func list(_ commands: [any Command], _ width: Int?, _ page: inout Page) {
        for command in commands {
            let label = padded(command.name, to: nameWidth)
            let room = width.map { max(leastSummaryWidth, $0 - 2 - DisplayText.width(of: label)) } ?? .max
            var lines = wrapped(command.summary.description, to: room)[...]
            page.line(StyledText("  " + label + (lines.popFirst() ?? "")))
            for line in lines { page.line(StyledText(String(repeating: " ", count: 2 + nameWidth) + line)) }
        }
    }

    private static let nameWidth = 22

    private static func page(about command: any Command, width: Int?) -> Page {
        var page = Page()
        let flags = command.flags
        page.line(StyledText(command.summary))
        page.line()
        page.line(StyledText("Examples", "Примеры", .bold))
        for example in command.examples {
            page.line(StyledText("  gateway \(example.line)"))
            page.line(StyledText("      " + example.meaning.description, .dim))
        }
        page.line()
        page.line(StyledText("Usage", "Как писать", .bold))
        page.line(StyledText("  gateway " + usage(of: command, flags)))
        if !flags.isEmpty {
            page.line()
            page.line(StyledText("Flags", "Флаги", .bold))
            for flag in flags { explain(flag, width, &page) }
        }
        if !command.notes.isEmpty {
            page.line()
            for note in command.notes { page.line(StyledText(note)) }
        }
        page.line()
        page.line(StyledText("Flags of every command", "Флаги всех команд", .bold))
        for flag in GlobalFlags.shapes { explain(flag, width, &page) }
        return page
    }

    /// Returns the usage line: `transfer FROM TO AMOUNT [--description TEXT]`.
    static func usage(of command: any Command, _ flags: [FlagShape]) -> String {
        var parts = [command.name]
        for field in command.positional {
            guard let flag = flags.first(where: { $0.field == field }) else { continue }
            parts.append(flag.isRequired ? flag.placeholder : "[\(flag.placeholder)]")
        }
        let others = flags.filter { !command.positional.contains($0.field) }
        for flag in others where flag.isRequired { parts.append("--\(flag.name) \(flag.placeholder)") }
        if others.contains(where: { !$0.isRequired }) { parts.append("[FLAGS]") }
        return parts.joined(separator: " ")
    }

    private static func explain(_ flag: FlagShape, _ width: Int?, _ page: inout Page) {
        let short = flag.short.map { "-\($0), " } ?? ""
        let value = flag.placeholder.isEmpty ? "" : " \(flag.placeholder)"
        let summary = flag.summary.description + (flag.isRequired ? " \(Text("Required.", "Обязательно."))" : "")
        let name = "\(short)--\(flag.name)\(value)"
        let label = "  " + padded(name, to: labelWidth)
        let indent = labelWidth + 2
        guard let width, width - indent < DisplayText.width(of: summary) || label.count > indent else {
            return page.line(StyledText(label + summary))
        }
        // The explanation goes below the flag when there is little room beside it.
        let isBelow = width - indent < leastSummaryWidth || label.count > indent
        let margin = String(repeating: " ", count: isBelow ? 6 : indent)
        var lines = wrapped(summary, to: max(leastSummaryWidth, width - margin.count))[...]
        page.line(StyledText(isBelow ? "  " + name : label + (lines.popFirst() ?? "")))
        for line in lines { page.line(StyledText(margin + line)) }
    }

    private static let labelWidth = 34
    private static let leastSummaryWidth = 24

    /// Wraps a text at its spaces; a word longer than a line gets its own line.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        // Most texts fit, and no text has more columns than bytes. Splitting all of them took a third of the time of
        // help.
        if !text.isEmpty, text.utf8.count <= width || DisplayText.width(of: text) <= width { return [text] }
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, DisplayText.width(of: last) + 1 + DisplayText.width(of: String(word)) <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayText.width(of: text)))
    }
}

/// The help topics besides commands.
package enum HelpTopic: String, CaseIterable, Sendable {
    /// The exit codes of the gateway.
    case exitCodes = "exit-codes"
    /// Environment variables and files.
    case environment

    /// All names, for sentences.
    package static let names = allCases.map(\.rawValue).joined(separator: ", ")

    var page: Page {
        var page = Page()
        switch self {
        case .exitCodes:
            var table = Table([.numbers(Text("code", "код")), .words(Text("meaning", "значение"))])
            for code in GatewayExitCode.allCases {
                table.add([StyledText(String(code.rawValue)), StyledText(code.summary)])
            }
            page.table(table)
        case .environment:
            page.facts(Self.variables.map { (Text(verbatim: $0.name), StyledText($0.meaning)) })
        }
        return page
    }

    /// The environment variables and their meanings.
    static let variables: [(name: String, meaning: Text)] = [
        (
            "KOPILKA_RUN",
            Text(
                """
                the directory of the sockets; $XDG_RUNTIME_DIR/kopilka, else /run/user/UID/kopilka or below \
                ~/.local/state
                """,
                "где сокеты; $XDG_RUNTIME_DIR/kopilka, иначе /run/user/UID/kopilka или в ~/.local/state")
        ),
        (
            "KOPILKA_DATA",
            Text(
                "the directory of databases and logs; $XDG_DATA_HOME/kopilka, else ~/.local/share/kopilka",
                "где базы и журналы; $XDG_DATA_HOME/kopilka, иначе ~/.local/share/kopilka")
        ),
        (
            "KOPILKA_CONFIG",
            Text(
                "a file of settings; $XDG_CONFIG_HOME/kopilka/kopilka.json, else below ~/.config",
                "файл настроек; $XDG_CONFIG_HOME/kopilka/kopilka.json, иначе в ~/.config")
        ),
        (
            "KOPILKA_PROFILE",
            Text(
                "which of several signed-in people acts, as --profile",
                "кто из вошедших действует, как --profile")
        ),
        (
            "KOPILKA_CLOCK",
            Text(
                "the time at which the gateway's clock starts, for tests",
                "время, с которого идут часы шлюза, для испытаний")
        ),
        (
            "XDG_STATE_HOME",
            Text(
                "sessions are kept in its kopilka/session.json; ~/.local/state unless set",
                "сеансы лежат в его kopilka/session.json; по умолчанию ~/.local/state")
        ),
        (
            "LC_ALL, LANG",
            Text(
                "the language, English or Russian, as --lang",
                "язык, английский или русский, как --lang")
        ),
        (
            "NO_COLOR",
            Text(
                "no colours; FORCE_COLOR asks for them off a terminal too",
                "без цветов; FORCE_COLOR требует их и не на терминале")
        ),
    ]
}
