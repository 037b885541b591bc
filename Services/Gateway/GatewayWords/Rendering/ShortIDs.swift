import Domain

/// The shortest unambiguous form of each id of a list. Tables show it, and every command with an id takes it.
///
/// As in git, it is the shortest prefix that no other id of the list has, of at least four characters. Ids that sort by
/// time share their prefixes, so their form is the shortest suffix. Names, codes and short ids such as `t304` stay
/// whole.
package struct ShortIDs: Sendable {
    /// The minimum length of a short id.
    package static let least = 4
    /// Extra characters where the list is one page of many.
    private static let reserve = 2
    /// The length of ids that sort by time, `Identifier.timeOrdered`.
    private static let timeOrderedLength = 26
    /// The length of ids of `Identifier.random`; shorter ones stay whole.
    private static let shortestLength = 12
    private static let alphabet = Set("0123456789abcdefghjkmnpqrstvwxyz")

    private let written: [String: String]

    /// - Parameters:
    ///   - ids: All candidates.
    ///   - isPage: True if there are more ids than these.
    package init(_ ids: some Sequence<String>, isPage: Bool = false) {
        let reserve = isPage ? Self.reserve : 0
        var written: [String: String] = [:]
        let beginnings = ids.filter { Self.isMade($0) && !Self.endsShort($0) }
        for (id, length) in Self.lengths(beginnings) { written[id] = String(id.prefix(length + reserve)) }
        let endings = ids.filter { Self.isMade($0) && Self.endsShort($0) }.map { String($0.reversed()) }
        for (id, length) in Self.lengths(endings) {
            written[String(id.reversed())] = String(id.prefix(length + reserve).reversed())
        }
        self.written = written
    }

    /// The short form of an id; an id outside the list stays whole.
    package subscript(id: String) -> String { written[id] ?? id }

    /// True for ids that a service generated; no name looks like one.
    package static func isMade(_ text: String) -> Bool {
        isOfMoment(text) || (mayBeMade(text) && text.contains { $0.isNumber })
    }

    /// True for all of these, and for names that look like the one generated id in a hundred that has no digit.
    package static func mayBeMade(_ text: String) -> Bool {
        if isOfMoment(text) { return true }
        return [shortestLength, 16, timeOrderedLength].contains(text.utf8.count) && text.allSatisfy(alphabet.contains)
    }

    /// True for ids that differ in their suffix.
    package static func endsShort(_ id: String) -> Bool { id.utf8.count == timeOrderedLength || isOfMoment(id) }

    /// True for complete ids of transfers (`t`) and imports (`i`), also of those that were counted: `t304`.
    package static func isOfRecord(_ text: String, _ prefix: Character) -> Bool {
        guard text.first == prefix, text.utf8.count > 1 else { return false }
        return isOfMoment(text) || text.dropFirst().allSatisfy(\.isWholeNumber)
    }

    /// True for `t` or `i` and a moment, `Identifier.numbered`.
    private static func isOfMoment(_ text: String) -> Bool {
        guard text.utf8.count == Identifier.numberLength + 1, text.first == "t" || text.first == "i" else {
            return false
        }
        let digits = text.dropFirst()
        return digits.first == "0" && digits.allSatisfy(alphabet.contains)
    }

    /// The number of characters that distinguish each text from its neighbours in sorted order.
    private static func lengths(_ ids: [String]) -> [(id: String, length: Int)] {
        let sorted = Set(ids).sorted()
        return sorted.indices.map { index in
            let neighbours = [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
            let shared = neighbours.map { zip(sorted[index], $0).prefix { $0 == $1 }.count }.max() ?? 0
            return (sorted[index], max(least, shared + 1))
        }
    }
}
