import GatewayWords
import Hosting

/// The manual page of the gateway in the language of the run, generated from the table of commands.
package enum ManualPage {
    /// Returns the whole page.
    package static func text(_ commands: [any Command]) -> String {
        var page = ManualText("gateway", section: 1, source: "Kopilka \(Version.current)", madeBy: "gateway man")
        page.section(Text("NAME", "НАЗВАНИЕ"))
        page.text(
            Text(
                "gateway - talks to Kopilka, a money box of your own",
                "gateway - говорит с «Копилкой», вашей собственной"))
        page.section(Text("SYNOPSIS", "СИНТАКСИС"))
        page.bold("gateway")
        page.text(Text("[FLAGS] COMMAND [WORDS] [FLAGS]", "[ФЛАГИ] КОМАНДА [СЛОВА] [ФЛАГИ]"))
        for part in CommandPart.allCases {
            let own = commands.filter { $0.part == part }
            guard !own.isEmpty else { continue }
            page.section(part.title)
            for command in own { explain(command, in: &page) }
        }
        page.section(Text("FLAGS OF EVERY COMMAND", "ФЛАГИ ВСЕХ КОМАНД"))
        for flag in GlobalFlags.shapes { explain(flag, in: &page) }
        page.section(Text("EXIT STATUS", "КОДЫ ЗАВЕРШЕНИЯ"))
        for code in GatewayExitCode.allCases {
            page.tag(String(code.rawValue))
            page.text(code.summary)
        }
        page.section(Text("ENVIRONMENT", "ОКРУЖЕНИЕ"))
        for variable in HelpTopic.variables {
            page.tag(variable.name)
            page.text(variable.meaning)
        }
        return page.text
    }

    private static func explain(_ command: any Command, in page: inout ManualText) {
        let flags = command.flags
        page.part("gateway " + HelpText.usage(of: command, flags))
        page.text(command.summary)
        for note in command.notes {
            page.lineBreak()
            page.text(note)
        }
        for flag in flags { explain(flag, in: &page) }
        page.paragraph()
        for example in command.examples { page.example("gateway \(example.line)", example.meaning) }
    }

    private static func explain(_ flag: FlagShape, in page: inout ManualText) {
        let short = flag.short.map { "-\($0), " } ?? ""
        page.tag("\(short)--\(flag.name)\(flag.placeholder.isEmpty ? "" : " \(flag.placeholder)")")
        page.text(flag.summary)
    }
}
