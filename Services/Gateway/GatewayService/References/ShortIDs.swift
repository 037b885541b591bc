/// The shortest way to write each id of a list: what tables show, and what every command that takes an id reads back.
///
/// As git shows commits: the shortest beginning that no other id of the list has, at least four characters. Ids that sort
/// by time all begin alike; of those it is the shortest ending. Names, codes and short ids such as `t304` stay whole.
struct ShortIDs: Sendable {
    /// The fewest characters of an id that stand for it.
    static let least = 4
    /// Characters more where the list is only a page of all there are.
    private static let reserve = 2
    /// The length of ids that sort by time, `Identifier.timeOrdered`.
    private static let timeOrderedLength = 26
    /// The length of the shortest ids that are shortened, `Identifier.random`.
    private static let shortestLength = 12
    private static let alphabet = Set("0123456789abcdefghjkmnpqrstvwxyz")

    private let written: [String: String]

    /// - Parameters:
    ///   - ids: All ids that the person could mean.
    ///   - isPage: Whether there are more than these.
    init(_ ids: some Sequence<String>, isPage: Bool = false) {
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

    /// The short form of an id; one that is not in the list stays whole.
    subscript(id: String) -> String { written[id] ?? id }

    /// Whether a text is an id that a service made of chance: nobody else's name looks like it.
    static func isMade(_ text: String) -> Bool {
        [shortestLength, 16, timeOrderedLength].contains(text.utf8.count) && text.allSatisfy(alphabet.contains)
            && text.contains { $0.isNumber }
    }

    /// Whether an id is told from others by its end.
    static func endsShort(_ id: String) -> Bool { id.utf8.count == timeOrderedLength }

    /// How many characters tell each of them from its neighbours in the order of texts.
    private static func lengths(_ ids: [String]) -> [(id: String, length: Int)] {
        let sorted = Set(ids).sorted()
        return sorted.indices.map { index in
            let neighbours = [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
            let shared = neighbours.map { zip(sorted[index], $0).prefix { $0 == $1 }.count }.max() ?? 0
            return (sorted[index], max(least, shared + 1))
        }
    }
}
