/// What help says. Examples first: most people want a line to copy.
enum HelpText {
    /// The page about a command or a topic; with no words, about all.
    ///
    /// - Throws: ``UsageError`` for something there is no help on.
    static func page(about words: [String], _ commands: [any Command], width: Int?) throws(UsageError) -> Page {
        guard let first = words.first else { return overview(commands) }
        if let topic = HelpTopic(rawValue: first), words.count == 1 { return topic.page }
        let reader = CommandLineReader(commands)
        let family = commands.filter { $0.words.starts(with: words) }
        if !family.isEmpty, !family.contains(where: { $0.words == words }) {
            var page = Page()
            list(family, &page)
            return page
        }
        do {
            return self.page(about: try reader.find(words), width: width)
        } catch {
            let near = Suggestion.nearest(to: first, among: HelpTopic.allCases.map(\.rawValue))
            throw UsageError(error.message, hint: near.map { "did you mean gateway help \($0)?" } ?? error.hint)
        }
    }

    private static func overview(_ commands: [any Command]) -> Page {
        var page = Page()
        page.line("gateway talks to Kopilka, a money box of your own: accounts, transfers, history.")
        page.line("")
        page.line("  gateway register anna@example.org   make a user and sign in")
        page.line("  gateway account open RUB main       open an account")
        page.line("  gateway deposit main 50000 RUB      record what came in")
        page.line("  gateway transfer main ID 500 RUB    pay somebody")
        page.line("  gateway history --type expense      see where it went")
        for part in CommandPart.allCases {
            page.line("")
            page.line(StyledText(part.rawValue, .bold))
            list(commands.filter { $0.part == part }, &page)
        }
        page.line("")
        page.line("gateway help COMMAND explains a command; topics: \(StyledText(HelpTopic.names).text).")
        return page
    }

    private static func list(_ commands: [any Command], _ page: inout Page) {
        for command in commands {
            page.line("  ", StyledText(padded(command.name, to: 22)), StyledText(command.summary))
        }
    }

    private static func page(about command: any Command, width: Int?) -> Page {
        var page = Page()
        let flags = command.flags
        page.line(StyledText(command.summary))
        page.line("")
        page.line(StyledText("Examples", .bold))
        for example in command.examples {
            page.line(StyledText("  gateway \(example.line)"))
            page.line(StyledText("      \(example.meaning)", .dim))
        }
        page.line("")
        page.line(StyledText("Usage", .bold))
        page.line(StyledText("  gateway " + usage(of: command, flags)))
        if !flags.isEmpty {
            page.line("")
            page.line(StyledText("Flags", .bold))
            for flag in flags { explain(flag, width, &page) }
        }
        if !command.notes.isEmpty {
            page.line("")
            for note in command.notes { page.line(StyledText(note)) }
        }
        page.line("")
        page.line(StyledText("Flags of every command", .bold))
        for flag in GlobalFlags.shapes { explain(flag, width, &page) }
        return page
    }

    /// `transfer FROM TO AMOUNT [--description TEXT]`.
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
        let need = flag.isRequired ? " Required." : ""
        let name = "\(short)--\(flag.name)\(value)"
        let label = "  " + padded(name, to: labelWidth)
        let indent = labelWidth + 2
        guard let width, width - indent < DisplayText.width(of: flag.summary + need) || label.count > indent else {
            return page.line(StyledText(label + flag.summary + need))
        }
        // Where little room is left beside the flag, the explanation goes below it.
        let isBelow = width - indent < leastSummaryWidth || label.count > indent
        let margin = String(repeating: " ", count: isBelow ? 6 : indent)
        var lines = wrapped(flag.summary + need, to: max(leastSummaryWidth, width - margin.count))[...]
        page.line(StyledText(isBelow ? "  " + name : label + (lines.popFirst() ?? "")))
        for line in lines { page.line(StyledText(margin + line)) }
    }

    private static let labelWidth = 34
    private static let leastSummaryWidth = 24

    /// The lines of a text that break at its spaces; a longer word has a line of its own.
    static func wrapped(_ text: String, to width: Int) -> [String] {
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

/// What there is help on besides commands.
enum HelpTopic: String, CaseIterable, Sendable {
    /// How the gateway ends.
    case exitCodes = "exit-codes"
    /// Variables and files.
    case environment

    /// All, for sentences.
    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// The page.
    var page: Page {
        var page = Page()
        switch self {
        case .exitCodes:
            var table = Table([.numbers("code"), .words("meaning")])
            for code in GatewayExitCode.allCases {
                table.add([StyledText(String(code.rawValue)), StyledText(code.summary)])
            }
            page.table(table)
        case .environment:
            page.facts([
                ("KOPILKA_RUN", "where the sockets are; $XDG_RUNTIME_DIR/kopilka, else /tmp/kopilka-UID"),
                ("KOPILKA_DATA", "where databases and logs are; $XDG_DATA_HOME/kopilka, else ~/.local/share/kopilka"),
                ("KOPILKA_CONFIG", "a file of settings; $XDG_CONFIG_HOME/kopilka/kopilka.json, else below ~/.config"),
                ("KOPILKA_PROFILE", "which of several signed-in people acts, as --profile"),
                ("KOPILKA_CLOCK", "the time at which the gateway's clock starts, for tests"),
                ("XDG_STATE_HOME", "sessions are kept in its kopilka/session.json; ~/.local/state unless set"),
                ("NO_COLOR", "no colours; FORCE_COLOR asks for them off a terminal too"),
            ])
        }
        return page
    }
}
