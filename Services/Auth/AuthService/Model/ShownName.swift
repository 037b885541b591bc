/// The name of a person as strangers see it, enough to notice a wrong payee.
///
/// - Source: Russia's Faster Payments System shows the first names and the first letter of the surname before a
///   transfer.
enum ShownName {
    /// Shortens a name: `Anna Petrova` to `Anna P.`; an email address, which stands in for a name, to `a…@example.org`.
    /// A single word stays as it is.
    static func of(_ name: String) -> String {
        if let at = name.lastIndex(of: "@"), let first = name.first, at > name.startIndex {
            return "\(first)…\(name[at...])"
        }
        var words = name.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let last = words.popLast(), let letter = last.first else { return name }
        return words.joined(separator: " ") + " \(letter)."
    }
}
