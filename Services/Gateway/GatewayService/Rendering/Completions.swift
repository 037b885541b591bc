/// Scripts that complete commands and flags, made from the table.
enum Completions {
    /// For bash.
    static func bash(_ commands: [any Command]) -> String {
        var cases = afterFlags(commands) { "words=\"\($0)\"" }
        cases += "        \"help\") words=\"\(topics(of: commands))\" ;;\n"
        for command in commands.sorted(by: { $0.words.count > $1.words.count }) {
            cases += "        \"\(command.name)\"*) words=\"\(flagNames(of: command))\" ;;\n"
        }
        return """
            # bash completion for gateway; made by: gateway completions bash
            _gateway() {
                local current="${COMP_WORDS[COMP_CWORD]}" line="${COMP_WORDS[*]:1:COMP_CWORD-1}" words
                case "$line" in
            \(seconds(of: commands).map { "        \"\($0.key)\") words=\"\($0.value.joined(separator: " ")) \(flagNames(named: $0.key, commands))\" ;;\n" }.joined())\(cases)        *) words="\(firsts(of: commands).joined(separator: " "))" ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o default -F _gateway gateway

            """
    }

    /// For zsh.
    static func zsh(_ commands: [any Command]) -> String {
        var cases = afterFlags(commands) { "candidates=(\($0))" }
        cases += "        \"help\") candidates=(\(topics(of: commands))) ;;\n"
        for command in commands.sorted(by: { $0.words.count > $1.words.count }) {
            cases += "        \"\(command.name)\"*) candidates=(\(flagNames(of: command))) ;;\n"
        }
        let pairs = seconds(of: commands).map { entry in
            let flags = flagNames(named: entry.key, commands)
            return "        \"\(entry.key)\") candidates=(\(entry.value.joined(separator: " ")) \(flags)) ;;\n"
        }
        return """
            #compdef gateway
            # zsh completion for gateway; made by: gateway completions zsh
            _gateway() {
                local line="${(j: :)words[2,CURRENT-1]}"
                local -a candidates
                case "$line" in
            \(pairs.joined())\(cases)        *) candidates=(\(firsts(of: commands).joined(separator: " "))) ;;
                esac
                compadd -a candidates || _files
            }
            if [ "$funcstack[1]" = _gateway ]; then _gateway "$@"; else compdef _gateway gateway; fi

            """
    }

    /// For fish.
    static func fish(_ commands: [any Command]) -> String {
        var lines = ["# fish completion for gateway; made by: gateway completions fish", "complete -c gateway -f"]
        for first in firsts(of: commands) {
            let summary = commands.first { $0.words == [first] }?.summary.description ?? ""
            lines.append("complete -c gateway -n __fish_use_subcommand -a \(first) -d \(quoted(summary))")
        }
        for (first, seconds) in seconds(of: commands) {
            lines.append(
                "complete -c gateway -n '__fish_seen_subcommand_from \(first)' -a '\(seconds.joined(separator: " "))'")
        }
        for command in commands {
            guard let last = command.words.last else { continue }
            for flag in command.flags {
                let value = flag.kind == .toggle ? "" : " -r"
                let choices =
                    if case .choice(let words) = flag.kind { " -a '\(words.joined(separator: " "))'" } else { "" }
                lines.append(
                    "complete -c gateway -n '__fish_seen_subcommand_from \(last)' -l \(flag.name)\(value)\(choices) -d \(quoted(flag.summary.description))"
                )
            }
        }
        for flag in GlobalFlags.shapes {
            lines.append(
                "complete -c gateway -l \(flag.name)\(flag.kind == .toggle ? "" : " -r") -d \(quoted(flag.summary.description))"
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Cases for a word behind a flag that takes a value: one of its choices, else anything, such as a file.
    private static func afterFlags(_ commands: [any Command], _ assignment: (String) -> String) -> String {
        var cases = ""
        var others: Set<String> = []
        for command in commands {
            for flag in command.flags + GlobalFlags.shapes where flag.kind != .toggle {
                if case .choice(let words) = flag.kind {
                    let choices = assignment(words.joined(separator: " "))
                    cases += "        \"\(command.name)\"*\" --\(flag.name)\") \(choices) ;;\n"
                } else {
                    others.insert("*\" --\(flag.name)\"")
                }
            }
        }
        return cases + "        \(others.sorted().joined(separator: "|"))) \(assignment("")) ;;\n"
    }

    private static func topics(of commands: [any Command]) -> String {
        (firsts(of: commands) + HelpTopic.allCases.map(\.rawValue)).joined(separator: " ")
    }

    private static func firsts(of commands: [any Command]) -> [String] {
        var seen: Set<String> = []
        return commands.compactMap(\.words.first).filter { seen.insert($0).inserted }
    }

    /// The second words of commands of two words, by the first.
    private static func seconds(of commands: [any Command]) -> [(key: String, value: [String])] {
        firsts(of: commands).compactMap { first in
            let seconds = commands.filter { $0.words.first == first }.compactMap { $0.words.dropFirst().first }
            return seconds.isEmpty ? nil : (first, seconds)
        }
    }

    private static func flagNames(named name: String, _ commands: [any Command]) -> String {
        commands.first { $0.name == name }.map { flagNames(of: $0) } ?? ""
    }

    private static func flagNames(of command: any Command) -> String {
        var names = (command.flags + GlobalFlags.shapes).map { "--\($0.name)" }
        for flag in command.flags where command.positional.contains(flag.field) {
            if case .choice(let words) = flag.kind { names = words + names }
        }
        return names.joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "\\'") + "'" }
}
