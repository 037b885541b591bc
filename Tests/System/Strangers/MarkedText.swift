import TestSupport

/// Texts that name the one person who wrote them, in every free text of a request. A text that comes out elsewhere
/// tells whose it is.
struct MarkedText: Sendable {
    /// The writer, in small letters.
    let owner: String
    private var count = 0

    init(owner: String) { self.owner = owner }

    /// Returns a new text.
    mutating func next(_ generator: inout SeededGenerator) -> String {
        count += 1
        let letters = (0..<6).map { _ in generator.one(of: Array("abcdefghjk")) }
        // With i and l, which no id has.
        return "zil\(owner)\(count)\(String(letters))liz"
    }

    /// Returns the text of a writer with a number of its own.
    static func one(_ owner: String, _ number: Int) -> String { "zil\(owner)\(number)abcdefliz" }

    /// Returns the texts in a larger one, whatever case a service gave them, each with its writer.
    static func all(in text: String) -> [(text: String, owner: String)] {
        guard text.contains("zil") || text.contains("ZIL") || text.contains("Zil") else { return [] }
        return text.lowercased().matches(of: /zil([a-z]+)[0-9]+[a-k]{6}liz/).map { (String($0.0), String($0.1)) }
    }
}
