import GatewayWords
import Hosting

/// The manual page of the gateway in the language of the run: roff with the macros of man(7), generated from the table
/// of commands.
package struct ManualPage {
    private let commands: [any Command]
    private var lines: [String] = []

    private init(_ commands: [any Command]) { self.commands = commands }

    /// Returns the whole page.
    package static func text(_ commands: [any Command]) -> String {
        var page = ManualPage(commands)
        page.write()
        return page.lines.map { $0 + "\n" }.joined()
    }

    private mutating func write() {
        lines.append(#".\" Made by: gateway man"#)
        macro("TH", "GATEWAY", "1", "", "Kopilka \(Version.current)", "Kopilka")
        section(Text("NAME", "НАЗВАНИЕ"))
        text(
            Text(
                "gateway - talks to Kopilka, a money box of your own",
                "gateway - говорит с «Копилкой», вашей собственной"))
        section(Text("SYNOPSIS", "СИНТАКСИС"))
        lines.append(".B gateway")
        text(Text("[FLAGS] COMMAND [WORDS] [FLAGS]", "[ФЛАГИ] КОМАНДА [СЛОВА] [ФЛАГИ]"))
        for part in CommandPart.allCases {
            let own = commands.filter { $0.part == part }
            guard !own.isEmpty else { continue }
            section(part.title)
            for command in own { explain(command) }
        }
        section(Text("FLAGS OF EVERY COMMAND", "ФЛАГИ ВСЕХ КОМАНД"))
        for flag in GlobalFlags.shapes { explain(flag) }
        section(Text("EXIT STATUS", "КОДЫ ЗАВЕРШЕНИЯ"))
        for code in GatewayExitCode.allCases {
            tag(String(code.rawValue))
            text(code.summary)
        }
        section(Text("ENVIRONMENT", "ОКРУЖЕНИЕ"))
        for variable in HelpTopic.variables {
            tag(variable.name)
            text(variable.meaning)
        }
    }

    private mutating func explain(_ command: any Command) {
        let flags = command.flags
        macro("SS", "gateway " + HelpText.usage(of: command, flags))
        text(command.summary)
        for note in command.notes {
            lines.append(".br")
            text(note)
        }
        for flag in flags { explain(flag) }
        lines.append(".PP")
        for example in command.examples {
            lines.append(".RS")
            lines.append(".nf")
            text(Text(verbatim: "gateway \(example.line)"))
            lines.append(".fi")
            lines.append(".RE")
            lines.append(".RS 8")
            text(example.meaning)
            lines.append(".RE")
        }
    }

    private mutating func explain(_ flag: FlagShape) {
        let short = flag.short.map { "-\($0), " } ?? ""
        tag("\(short)--\(flag.name)\(flag.placeholder.isEmpty ? "" : " \(flag.placeholder)")")
        text(flag.summary)
    }

    private mutating func section(_ title: Text) { macro("SH", title.description.uppercased()) }

    private mutating func tag(_ text: String) {
        lines.append(".TP")
        lines.append(Self.escaped(text))
    }

    private mutating func text(_ text: Text) { lines.append(Self.escaped(text.description)) }

    private mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { "\"" + Self.escaped($0).replacing("\"", with: "\\(dq") + "\"" }
        lines.append(".\(name) " + quoted.joined(separator: " "))
    }

    /// Escapes a text for roff: no line is taken for a request, and hyphens can be copied as they are.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
