import Domain

// Which language this run of the gateway speaks.
extension Language {
    /// The one that this run of the gateway speaks. Set once for the whole run, and inherited by its tasks.
    @TaskLocal package static var current = Language.english

    /// The language that a command line and the variables ask for: `--lang`, then `LC_ALL`, `LC_MESSAGES`, `LANG`.
    ///
    /// With `--json` it is English, so that what a program reads does not depend on who started it.
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
