import Domain
import MicroHTTPD

/// The language that a browser asks for.
package enum PreferredLanguage {
    /// Returns the first known language of `Accept-Language` by its weight: RFC 9110, section 12.5.4. English without
    /// one.
    package static func of(_ head: WebRequestHead) -> Language {
        guard let list = head.header("accept-language") else { return .english }
        var best: (language: Language, weight: Int) = (.english, 0)
        for wish in list.split(separator: ",").prefix(32) {
            let parts = wish.split(separator: ";").map { part in part.drop { $0 == " " } }
            guard let range = parts.first, let language = Language(rawValue: range.prefix { $0 != "-" }.lowercased())
            else { continue }
            let said = parts.dropFirst().first { $0.hasPrefix("q=") }
            let weight = said.map { thousandths($0.dropFirst(2)) } ?? 1_000
            // The first of equal ones.
            if weight > best.weight { best = (language, weight) }
        }
        return best.language
    }

    /// Returns a weight in thousandths; 0 for a malformed one.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0] == "0" || parts[0] == "1", (parts.last?.utf8.count ?? 0) <= 3 else { return 0 }
        let fraction = parts.count == 2 ? Int((parts[1] + "000").prefix(3)) ?? 0 : 0
        return min(1_000, (parts[0] == "1" ? 1_000 : 0) + max(0, fraction))
    }
}
