import Coordination
import Domain
import Reasons

/// Divides a query at the spaces that are not in quotes: scalar by scalar, so that no accent hides a quote before it.
struct QueryReader {
    /// A character of a term, without the quotes around it.
    struct Piece {
        let scalar: Unicode.Scalar
        let isQuoted: Bool
        /// True for the first character of a quoted part.
        var isOpening = false

        func isPlain(_ other: Unicode.Scalar) -> Bool { !isQuoted && scalar == other }
    }

    /// A term as it was written.
    struct Chunk {
        var pieces: [Piece] = []
        var scalars = String.UnicodeScalarView()
        let position: Int

        var text: String { String(scalars) }

        func fault(_ reason: Reason, _ details: [String: ReasonDetail] = [:]) -> Fault {
            .queryTerm(text, at: position, reason, details)
        }
    }

    /// The quotes that begin a part, each with those that end it.
    private static let quotes: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "\"": ["\""], "«": ["»"], "»": ["«", "»"], "“": ["”", "“"], "”": ["”"], "„": ["“", "”"],
    ]

    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Returns the next term; nil at the end.
    mutating func next() throws(Fault) -> Chunk? {
        while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        guard index < scalars.count else { return nil }
        var chunk = Chunk(position: index + 1)
        while index < scalars.count, !scalars[index].properties.isWhitespace {
            let scalar = scalars[index]
            index += 1
            chunk.scalars.append(scalar)
            guard let ends = Self.quotes[scalar] else {
                chunk.pieces.append(Piece(scalar: scalar, isQuoted: false))
                continue
            }
            guard let end = scalars[index...].firstIndex(where: ends.contains) else {
                chunk.scalars.append(contentsOf: scalars[index...])
                throw chunk.fault(.queryQuoteWithoutEnd)
            }
            for place in index..<end {
                chunk.pieces.append(Piece(scalar: scalars[place], isQuoted: true, isOpening: place == index))
            }
            chunk.scalars.append(contentsOf: scalars[index...end])
            index = end + 1
        }
        return chunk
    }

    /// Returns words and phrases as the field `text` takes them, `"` around each phrase. Spaces keep a combining
    /// character from hiding one of these quotes.
    static func words(of pieces: ArraySlice<Piece>) -> String {
        var words = String.UnicodeScalarView()
        var isQuoted = false
        for piece in pieces {
            if isQuoted, piece.isOpening || !piece.isQuoted { words.append(contentsOf: " \"".unicodeScalars) }
            if piece.isOpening { words.append(contentsOf: "\" ".unicodeScalars) }
            isQuoted = piece.isQuoted
            // Another kind of quote within a phrase is not its end.
            words.append(isQuoted && quotes[piece.scalar] != nil ? " " : piece.scalar)
        }
        return String(words) + (isQuoted ? " \"" : "")
    }
}

extension Fault {
    /// The most characters of a term that a fault repeats.
    private static let longestTerm = 60

    static func queryTerm(
        _ text: String, at position: Int, _ reason: Reason, _ details: [String: ReasonDetail]
    ) -> Fault {
        let named: [String: ReasonDetail] = [
            "term": .text(PlainText.clean(text, most: longestTerm)), "position": .number(position),
        ]
        return .invalidArgument("query", reason, named.merging(details) { own, _ in own })
    }
}
