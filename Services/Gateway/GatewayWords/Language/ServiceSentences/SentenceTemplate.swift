/// A sentence of a service as its source has it, with numbered places where the source puts something in:
/// `must be at most {0} characters`.
struct SentenceTemplate: Sendable {
    /// What stands before, between and behind the places.
    private let pieces: [[UInt8]]
    /// The number of each place.
    private let places: [Int]

    init(_ text: String) {
        var (pieces, places, piece): ([[UInt8]], [Int], [UInt8]) = ([], [], [])
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let digits = bytes[(index + 1)...].prefix { (0x30...0x39).contains($0) }
            let end = index + 1 + digits.count
            if bytes[index] == UInt8(ascii: "{"), !digits.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: "}"),
                let number = Int(String(decoding: digits, as: UTF8.self))
            {
                pieces.append(piece)
                places.append(number)
                (piece, index) = ([], end + 1)
            } else {
                piece.append(bytes[index])
                index += 1
            }
        }
        self.pieces = pieces + [piece]
        self.places = places
    }

    /// How many bytes of it are said in so many words: of two templates that fit, the one that says more is meant.
    var weight: Int { pieces.reduce(0) { $0 + $1.count } }

    /// The sentence with these values.
    func said(of values: [Int: String]) -> String {
        let texts = pieces.map { String(decoding: $0, as: UTF8.self) }
        return zip(texts, places.map { values[$0] ?? "" } + [""]).map { $0 + $1 }.joined()
    }

    /// What stands in the places of `sentence`, by their numbers; nil where the sentence is not made of this template.
    ///
    /// - Parameter fit: Judges ways to part a sentence: the first that it likes counts, or else the first that it takes.
    func values(in sentence: [UInt8], fit: ([Int: String]) -> Fit) -> [Int: String]? {
        guard let first = pieces.first, sentence.starts(with: first) else { return nil }
        guard !places.isEmpty else { return sentence.count == first.count ? [:] : nil }
        var values: [Int: String] = [:]
        var second: [Int: String]?
        return part(sentence[first.count...], behind: 0, &values, &second, fit) ? values : second
    }

    /// How well values fit what is to be said of them.
    enum Fit: Comparable {
        /// A word stands where a number must.
        case not
        /// They can be said.
        case well
        /// They can be said, and each in the language of the rest.
        case best
    }

    /// Finds what stands in place `place` and those behind it.
    private func part(
        _ rest: ArraySlice<UInt8>, behind place: Int, _ values: inout [Int: String], _ second: inout [Int: String]?,
        _ fit: ([Int: String]) -> Fit
    ) -> Bool {
        let piece = pieces[place + 1]
        let isLast = place == places.count - 1
        guard rest.count >= piece.count else { return false }
        // The last piece stands at the end; one in the middle may stand wherever it is found.
        let earliest = isLast ? rest.endIndex - piece.count : rest.startIndex
        for start in earliest...(rest.endIndex - piece.count) where rest[start...].starts(with: piece) {
            values[places[place]] = String(decoding: rest[..<start], as: UTF8.self)
            if isLast {
                switch fit(values) {
                case .best: return true
                case .well: second = second ?? values
                case .not: break
                }
            } else if part(rest[(start + piece.count)...], behind: place + 1, &values, &second, fit) {
                return true
            }
        }
        return false
    }
}
