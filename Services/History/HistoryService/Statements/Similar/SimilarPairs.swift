/// Pairs rows with others of the same day and amount by their texts.
struct SimilarPairs {
    /// Shorter words are in many texts that have nothing else in common.
    private static let shortestWord = 3

    /// Whether each of the others is still to be given away.
    private var isFree: [Bool]
    /// The places of the others under each thing that is said of them; those in front may be gone.
    private var queues: [Substring: ArraySlice<Int>] = [:]

    /// For each text of `rows` the place of one of `others`, each of which is given away once; nil when none is left.
    ///
    /// Those that are the same come together first, then those that share a word, then the rest in their order.
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

    /// The first of the others that has one of these names.
    private mutating func take(_ names: [Substring]) -> Int? {
        var first: Int?
        for name in names {
            // Each is passed over once, so that thousands of equal rows take no longer than as many different ones.
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
