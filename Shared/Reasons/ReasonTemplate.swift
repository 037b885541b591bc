/// The sentence of a reason with places for its details:
///
/// - `{name}` shows the detail as the format shows values.
/// - `{count word|words}` shows a whole number and the form of the word that goes with it: two forms in English, three
///   in Russian (one, few, many).
/// - `{amount currency$}` shows the amount of one detail in the currency of another.
/// - `{cause!}` shows the phrase of the reason that the detail names; any other text stands as it is.
/// - `{other@}` shows what the reader calls the field that the detail names.
public struct ReasonTemplate: Hashable, Sendable {
    /// A piece of the sentence.
    public enum Piece: Hashable, Sendable {
        case literal(String)
        case value(String)
        case count(String, forms: [String])
        case money(amount: String, currency: String)
        case phrase(String)
        case field(String)
    }

    /// The pieces in the order of the sentence.
    public let pieces: [Piece]

    /// Parses a template.
    ///
    /// - Precondition: The template is well formed; a test parses the whole catalogue.
    public init(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.literal(String(rest[..<open]))) }
            pieces.append(Self.piece(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        self.pieces = pieces
    }

    private static func piece(_ place: Substring) -> Piece {
        let parts = place.split(separator: " ", maxSplits: 1).map(String.init)
        switch (parts.count, place.last) {
        case (1, "!"): return .phrase(String(place.dropLast()))
        case (1, "@"): return .field(String(place.dropLast()))
        case (1, _): return .value(String(place))
        case (2, "$"): return .money(amount: parts[0], currency: String(parts[1].dropLast()))
        case (2, _): return .count(parts[0], forms: parts[1].split(separator: "|").map(String.init))
        default: preconditionFailure("A place of a template is empty.")
        }
    }

    /// The names of the details that the sentence shows.
    public var names: Set<String> {
        pieces.reduce(into: []) { names, piece in
            switch piece {
            case .literal: break
            case .value(let name), .count(let name, _), .phrase(let name), .field(let name): names.insert(name)
            case .money(let amount, let currency): names.formUnion([amount, currency])
            }
        }
    }
}
