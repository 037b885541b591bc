/// The results of searches in the texts of a user, cached for paging: one bit for each text.
struct BookTexts: Sendable {
    /// The texts that a search found.
    struct Found: Sendable {
        /// Bit n of word w stands for text 64 * w + n. There is one for each text up to the newest.
        fileprivate(set) var bits: [UInt64] = []
        /// The newest text that was searched.
        fileprivate(set) var newestText: UInt32 = 0
        fileprivate(set) var lastUse = 0

        mutating func add(_ texts: [UInt64]) {
            grow(to: texts.count)
            for word in texts.indices { bits[word] |= texts[word] }
        }

        fileprivate mutating func grow(to words: Int) {
            if words > bits.count { bits.append(contentsOf: repeatElement(0, count: words - bits.count)) }
        }
    }

    private static let searchesKept = 16

    private var searches: [TextQuery: Found] = [:]
    private var uses = 0

    /// Returns the result of a query and updates it by `search` if there are newer texts.
    mutating func find(
        _ query: TextQuery, newestText: UInt32, _ search: (inout Found) throws -> Void
    ) rethrows -> Found {
        var found = searches[query] ?? Found()
        if found.newestText < newestText {
            searches[query] = nil
            try search(&found)
            found.newestText = newestText
        }
        found.grow(to: Int(newestText >> 6) + 1)
        uses += 1
        found.lastUse = uses
        searches[query] = found
        if searches.count > Self.searchesKept, let oldest = searches.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            searches[oldest.key] = nil
        }
        return found
    }
}
