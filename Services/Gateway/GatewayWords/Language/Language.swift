import Domain

// The language of this run of the gateway.
extension Language {
    /// The language of this run. It is set once for the whole run and inherited by its tasks.
    @TaskLocal package static var current = Language.english

    /// Returns the language that the command line and the environment ask for: `--lang`, then `LC_ALL`, `LC_MESSAGES`,
    /// `LANG`.
    ///
    /// With `--json` it is English, so that the output does not depend on the user who started the program.
    /// - Source: locale(7): the first of the variables that is not empty counts.
    package static func chosen(arguments: [String], variables: [String: String]) -> Language {
        let words = arguments.prefix { $0 != "--" }
        if words.contains("--json") || words.contains("--jsonl") { return .english }
        for (index, word) in words.enumerated() {
            let said =
                if word == "--lang" {
                    index + 1 < words.count ? words[index + 1] : ""
                } else if word.hasPrefix("--lang=") {
                    String(word.dropFirst("--lang=".count))
                } else {
                    ""
                }
            if let language = Language(rawValue: said) { return language }
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        let name = locale?.prefix { $0 != "_" && $0 != "." && $0 != "@" } ?? ""
        return Language(rawValue: name.lowercased()) ?? .english
    }
}
