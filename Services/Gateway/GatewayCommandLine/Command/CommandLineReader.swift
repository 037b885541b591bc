import GatewayWords

/// Splits a command line into the command and its arguments.
package struct CommandLineReader {
    /// The request of a command line.
    package enum Request {
        /// Runs a command.
        case run(any Command, ParsedArguments)
        /// Explains a command, or all commands if the list is empty.
        case help([String])
    }

    private let commands: [any Command]

    package init(_ commands: [any Command]) { self.commands = commands }

    /// Reads the arguments after the program's name. Global flags may also precede the command.
    ///
    /// - Throws: ``UsageError``.
    package func read(_ arguments: [String]) throws(UsageError) -> Request {
        let (leading, typed) = Self.splitLeadingFlags(arguments)
        let rest = listing(typed)
        guard !rest.isEmpty else {
            // The flag that people try first.
            if leading.contains("--version") { return try read(["version"] + leading.filter { $0 != "--version" }) }
            _ = try ArgumentParser.parse(leading, command: "gateway", flags: GlobalFlags.shapes, positional: [])
            return .help([])
        }
        let asksForHelp = !Set(arguments.prefix { $0 != "--" }).isDisjoint(with: ["--help", "-h"])
        // A word shared by several commands is no command itself, but help explains it.
        if asksForHelp, !commands.contains(where: { rest.starts(with: $0.words) }) {
            return .help(Array(rest.prefix { !$0.hasPrefix("-") }))
        }
        let command = try find(rest)
        let behind = Array(rest.dropFirst(command.words.count))
        // Checked first, so that help is available whatever else is wrong.
        if asksForHelp { return .help(command.words) }
        let flags = command.flags
        let words = flags.contains(GlobalFlags.watch) ? Self.completingWatch(behind) : behind
        return .run(
            command,
            try ArgumentParser.parse(
                leading + words, command: command.name, flags: flags + GlobalFlags.shapes,
                positional: command.positional, example: command.examples.first.map { "gateway \($0.line)" }))
    }

    /// Completes the first word of several commands to the one of them that lists or shows: `gateway schedule`.
    private func listing(_ words: [String]) -> [String] {
        guard let first = words.first, words.dropFirst().first?.hasPrefix("-") ?? true,
            !Set(words).contains("--help"), !Set(words).contains("-h"),
            !commands.contains(where: { $0.words == [first] })
        else { return words }
        let reading = ["list", "show"].first { word in commands.contains { $0.words == [first, word] } }
        return reading.map { [first, $0] + words.dropFirst() } ?? words
    }

    /// Completes `--watch` without a value, which no other flag with a value may omit.
    private static func completingWatch(_ words: [String]) -> [String] {
        guard let place = words.prefix(while: { $0 != "--" }).firstIndex(of: "--watch") else { return words }
        let next = words.dropFirst(place + 1).first?.first
        guard next?.isNumber != true else { return words }
        return words[..<place] + ["--watch=2s"] + words[(place + 1)...]
    }

    /// Returns the longest command that the words begin with.
    func find(_ words: [String]) throws(UsageError) -> any Command {
        let fitting = commands.filter { words.starts(with: $0.words) }
        if let best = fitting.max(by: { $0.words.count < $1.words.count }) { return best }
        let typed = words.first ?? ""
        let family = commands.filter { $0.words.first == typed }
        if !family.isEmpty {
            let seconds = family.compactMap { $0.words.dropFirst().first }
            let near = words.dropFirst().first.flatMap {
                Suggestion.question(for: $0, among: seconds, prefix: "gateway \(typed) ")
            }
            throw UsageError(
                Text(
                    "gateway \(typed) needs one of: \(seconds.joined(separator: ", ")).",
                    "После gateway \(typed) нужно одно из: \(seconds.joined(separator: ", "))."),
                hint: near ?? Text(verbatim: "gateway help \(typed)"))
        }
        let near = Suggestion.question(for: typed, among: commands.map(\.name), prefix: "gateway ")
        throw UsageError(
            Text(
                "gateway has no command \(typed.debugDescription).",
                "У gateway нет команды \(typed.debugDescription)."),
            hint: near ?? Text("gateway help lists them all", "gateway help перечисляет все"))
    }

    /// Separates the flags before a command from the command; an unknown flag counts as one without a value.
    package static func splitLeadingFlags(_ arguments: [String]) -> (leading: [String], rest: [String]) {
        var count = 0
        while count < arguments.count, arguments[count].hasPrefix("-"), arguments[count] != "-" {
            let argument = arguments[count]
            let name = argument.drop { $0 == "-" }.prefix { $0 != "=" }
            let takesValue = GlobalFlags.shapes.contains { $0.name == name && $0.kind != .toggle }
            count += takesValue && !argument.contains("=") ? 2 : 1
        }
        count = min(count, arguments.count)
        return (Array(arguments[..<count]), Array(arguments[count...]))
    }
}
