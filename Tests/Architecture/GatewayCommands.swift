/// The commands of the gateway, as named in its sources.
enum GatewayCommands {
    /// `account open`, `up` ...
    static let all: Set<String> = {
        let files = Repository.current.houseFiles.filter { $0.path.hasPrefix("Services/Gateway/") }
        return files.reduce(into: []) { commands, file in
            let text = file.lines.joined(separator: "\n")
            for match in text.matches(of: /let words = \[("[^\]]*")\]/) {
                commands.insert(match.1.matches(of: /"([\w-]+)"/).map { String($0.1) }.joined(separator: " "))
            }
            for match in text.matches(of: /\.self, "([a-z -]+)", part:/) { commands.insert(String(match.1)) }
            // One command with two names, made by a function.
            for match in text.matches(of: /[ (]list\("([a-z -]+)"\)/) { commands.insert(String(match.1)) }
        }
    }()

    /// Returns the command at the beginning of `words`; nil when there is none with that name.
    static func command(in words: [Substring]) -> String? {
        let two = words.prefix(2).joined(separator: " ")
        if all.contains(two) { return two }
        return words.first.map(String.init).flatMap { all.contains($0) ? $0 : nil }
    }
}
