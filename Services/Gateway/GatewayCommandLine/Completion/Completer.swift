import GatewayWords

/// Completes command lines, based on the commands and their flags, and thereby on the signals.
struct Completer {
    /// The proposals for a shell.
    struct Answer: Sendable {
        var proposals: [Proposal] = []
        /// True when the shell adds file names of its own.
        var isFile = false
    }

    private let commands: [any Command]
    private let fetch: @Sendable (ValueSource) async -> [Proposal]

    init(_ commands: [any Command], fetch: @escaping @Sendable (ValueSource) async -> [Proposal]) {
        self.commands = commands
        self.fetch = fetch
    }

    /// Returns the proposals for a line.
    ///
    /// - Parameter words: The words after `gateway`, up to the cursor; the last one is being typed and may be empty.
    func answer(_ words: [String]) async -> Answer {
        let current = words.last ?? ""
        let typed = Array(words.dropLast())
        var answer = await unfiltered(typed, current)
        let folded = FoldedWord.of(current)
        answer.proposals = answer.proposals.filter { FoldedWord.of($0.value).hasPrefix(folded) }
        return answer
    }

    private func unfiltered(_ typed: [String], _ current: String) async -> Answer {
        let rest = Self.withoutLeadingFlags(typed)
        let command = commands.filter { rest.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
        var answer = Answer()
        // The next word of commands with several words.
        if rest.count < 3, !current.hasPrefix("-") {
            var seen: Set<String> = []
            for other in commands where other.words.count > rest.count && other.words.starts(with: rest) {
                let word = other.words[rest.count]
                guard seen.insert(word).inserted else { continue }
                let isWhole = other.words.count == rest.count + 1
                answer.proposals.append(Proposal(word, isWhole ? other.summary.description : ""))
            }
        }
        guard let command else {
            if rest.isEmpty, current.hasPrefix("-") {
                answer.proposals += Self.proposals(of: GlobalFlags.shapes, given: typed)
            }
            return answer
        }
        let flags = command.flags + GlobalFlags.shapes
        if let previous = typed.last, let flag = Self.flag(previous, flags), flag.kind != .toggle {
            return await values(of: flag, command)
        }
        if let equals = current.firstIndex(of: "="), let flag = Self.flag(String(current[..<equals]), flags) {
            var answer = await values(of: flag, command)
            answer.proposals = answer.proposals.map { Proposal(current[...equals] + $0.value, $0.meaning) }
            return answer
        }
        if current.hasPrefix("-") {
            answer.proposals += Self.proposals(of: flags, given: typed)
            return answer
        }
        let arguments = Array(rest.dropFirst(command.words.count))
        if let flag = Self.positional(arguments, command, flags) {
            let values = await values(of: flag, command)
            answer.proposals += values.proposals
            answer.isFile = values.isFile
        }
        return answer
    }

    private func values(of flag: FlagShape, _ command: any Command) async -> Answer {
        guard let source = ValueSource.of(flag, of: command) else { return Answer() }
        if source == .files { return Answer(isFile: true) }
        if source == .commands {
            var seen: Set<String> = []
            let words = commands.compactMap(\.words.first) + HelpTopic.allCases.map(\.rawValue)
            return Answer(proposals: words.filter { seen.insert($0).inserted }.map { Proposal($0) })
        }
        return Answer(proposals: await fetch(source))
    }

    /// Returns the field that the next word without a flag fills.
    private static func positional(
        _ arguments: [String], _ command: any Command, _ flags: [FlagShape]
    ) -> FlagShape? {
        var given: Set<String> = []
        var count = 0
        var isValue = false
        for argument in arguments {
            if isValue {
                isValue = false
            } else if let flag = flag(argument, flags) {
                given.insert(flag.field)
                isValue = flag.kind != .toggle && !argument.contains("=")
            } else {
                count += 1
            }
        }
        let open = command.positional.filter { !given.contains($0) }
        let fields = open.compactMap { field in flags.first { $0.field == field } }
        if let last = fields.last, count >= fields.count, last.kind == .words || last.kind == .list { return last }
        return count < fields.count ? fields[count] : nil
    }

    private static func proposals(of flags: [FlagShape], given typed: [String]) -> [Proposal] {
        flags.filter { flag in !typed.contains { $0 == "--\(flag.name)" || $0.hasPrefix("--\(flag.name)=") } }
            .map { Proposal("--\($0.name)", $0.summary.description) }
    }

    private static func flag(_ word: String, _ flags: [FlagShape]) -> FlagShape? {
        if word.hasPrefix("--") {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            return flags.first { $0.name == name }
        }
        guard word.count == 2, word.hasPrefix("-"), let letter = word.last else { return nil }
        return flags.first { $0.short == letter }
    }

    private static func withoutLeadingFlags(_ words: [String]) -> [String] {
        var rest = words[...]
        while let word = rest.first, word.hasPrefix("-") {
            rest.removeFirst()
            if let flag = flag(word, GlobalFlags.shapes), flag.kind != .toggle, !word.contains("="), !rest.isEmpty {
                rest.removeFirst()
            }
        }
        return Array(rest)
    }
}
