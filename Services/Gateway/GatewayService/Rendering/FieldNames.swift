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

    /// A sentence with flags instead of the fields that they fill.
    ///
    /// A name in two or more words, `minAmount`, is that of a field wherever it stands. One that is a plain word is so only
    /// where nothing else could be meant.
    static func asFlags(in sentence: String, _ flags: [FlagShape]) -> String {
        let names = flags.reduce(into: [Substring: String]()) { names, flag in
            if names[flag.field[...]] == nil { names[flag.field[...]] = flag.name }
        }
        guard !names.isEmpty else { return sentence }
        var words = sentence.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices {
            let (before, core, after) = taken(words[index])
            guard let name = names[core] else { continue }
            let isCompound = core.contains { $0.isUppercase }
            let isCompared = index == words.count - 1 && index > 0 && comparisons.contains(words[index - 1][...])
            if isCompound || isCompared { words[index] = "\(before)--\(name)\(after)" }
        }
        return words.joined(separator: " ")
    }

    /// A word apart from the signs around it.
    private static func taken(_ word: String) -> (before: Substring, core: Substring, after: Substring) {
        let start = word.firstIndex { $0.isLetter } ?? word.endIndex
        let end = word[start...].firstIndex { !$0.isLetter && !$0.isNumber } ?? word.endIndex
        // Parts of quoted texts, of paths and of flags are none.
        let isWhole = word[..<start].allSatisfy { $0 == "(" } && word[end...].allSatisfy { ".,:;)".contains($0) }
        return isWhole ? (word[..<start], word[start..<end], word[end...]) : ("", "", word[...])
    }
}
