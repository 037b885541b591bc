/// The name of a person as strangers see it, enough to notice that money goes to the wrong one.
///
/// - Source: Russia's Faster Payments System shows the first names and the first letter of the surname before a
///   transfer.
enum ShownName {
    /// `Anna Petrova` as `Anna P.`; one word as it is; an address, which stands in for a name, as `a…@example.org`.
    static func of(_ name: String) -> String {
        if let at = name.lastIndex(of: "@"), let first = name.first, at > name.startIndex {
            return "\(first)…\(name[at...])"
        }
        var words = name.split(whereSeparator: \.isWhitespace)
        guard words.count > 1, let last = words.popLast(), let letter = last.first else { return name }
        return words.joined(separator: " ") + " \(letter)."
    }
}
