/// The names of fields in what services say. Programs know them; people know the flags that fill them.
enum FieldNames {
    /// What a field is called, as the beginning of a sentence, where no flag fills it.
    static let subjects = [
        "params": "The command", "content": "The file", "csv": "The file", "base64": "The file",
    ]

    /// Words behind which the end of a sentence names a field, though it be a plain word: `must not be before from.`
    private static let comparisons: Set<Substring> = [
        "before", "after", "than", "with", "without", "раньше", "позже", "чем", "с", "без",
    ]

    /// A sentence with flags instead of the fields that they fill, and with words instead of those that no flag fills.
    ///
    /// A name in two or more words, `minAmount`, is that of a field wherever it stands. One that is a plain word is so only
    /// where nothing else could be meant.
    static func asFlags(in sentence: String, _ flags: [FlagShape], russian: Bool = false) -> String {
        let names = flags.reduce(into: [Substring: String]()) { names, flag in
            if names[flag.field[...]] == nil { names[flag.field[...]] = flag.name }
        }
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices {
            let (before, core, after) = taken(words[index])
            let isCompound = core.contains { $0.isUppercase }
            let isCompared = index == words.count - 1 && index > 0 && comparisons.contains(words[index - 1][...])
            if let name = names[core] {
                if isCompound || isCompared { words[index] = "\(before)--\(name)\(after)" }
            } else if let said = FieldWords.of(core) {
                words[index] = "\(before)\(russian ? said.russian : said.english)\(after)"
            }
        }
        return words.joined(separator: " ")
    }

    /// A word apart from the signs around it; parts of quoted texts, of file paths and of flags stay as they are.
    private static func taken(_ word: String) -> (before: Substring, core: Substring, after: Substring) {
        let before = word.prefix { $0 == "(" }
        var core = word[before.endIndex...]
        while let last = core.last, ".,:;)".contains(last) { core = core.dropLast() }
        return (before, core, word[core.endIndex...])
    }
}
