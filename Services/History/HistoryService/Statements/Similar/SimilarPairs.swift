/// Pairs rows with movements of the same day and amount by their texts.
struct SimilarPairs {
    /// Shorter words occur in many unrelated texts.
    private static let shortestWord = 3

    /// For each movement: true until it is paired.
    private var isFree: [Bool]
    /// The places of the movements by name. Places at the front may be paired already.
    private var queues: [Substring: ArraySlice<Int>] = [:]

    /// Returns for each text of `rows` the place of one of `others`; nil when none is left. Each place is used once.
    ///
    /// Equal texts are paired first, then texts that share a word, then the rest in order.
    static func pair(_ rows: [String], with others: [String]) -> [Int?] {
        let (rows, others) = (rows.map(SearchText.folded), others.map(SearchText.folded))
        var pairs = [Int?](repeating: nil, count: rows.count)
        var free = [Bool](repeating: true, count: others.count)
        for names: (String) -> [Substring] in [{ [$0[...]] }, words, { _ in [""] }] {
            var round = SimilarPairs(isFree: free)
            for (place, text) in others.enumerated() where free[place] {
                for name in names(text) { round.queues[name, default: []].append(place) }
            }
            for (row, text) in rows.enumerated() where pairs[row] == nil { pairs[row] = round.take(names(text)) }
            free = round.isFree
        }
        return pairs
    }

    private init(isFree: [Bool]) { self.isFree = isFree }

    /// Takes the first free place with one of these names.
    private mutating func take(_ names: [Substring]) -> Int? {
        var first: Int?
        for name in names {
            // Each place is skipped once, so thousands of equal rows take no longer than as many different ones.
            while let place = queues[name]?.first, !isFree[place] { queues[name]?.removeFirst() }
            if let place = queues[name]?.first { first = min(first ?? place, place) }
        }
        if let first { isFree[first] = false }
        return first
    }

    private static func words(of folded: String) -> [Substring] {
        Set(folded.split(separator: " ").filter { $0.unicodeScalars.count >= shortestWord }).sorted()
    }
}
