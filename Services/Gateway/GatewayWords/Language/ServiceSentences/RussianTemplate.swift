import Domain

/// How a sentence of a service is said in Russian. What the source put in stands where its number stands:
///
/// - `{0}`: as it is; days, times, numbers and amounts as Russians write them.
/// - `{0 символ|символа|символов}`: a whole number and the word behind it.
/// - `{0_}`: a name, which is one word.
/// - `{0!}`: said in Russian too, when it is a sentence or a part of one itself.
/// - `{0$}`: an amount, as ``Money/description`` writes it, and nothing else.
struct RussianTemplate: Sendable {
    private enum Piece {
        case literal(String)
        case value(Int)
        case name(Int)
        case count(Int, [String])
        case said(Int)
        case money(Int)
    }

    private let pieces: [Piece]

    init(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if let piece = Self.piece(rest[rest.index(after: open)..<close]) {
                pieces += [.literal(String(rest[..<open])), piece]
            } else {
                pieces.append(.literal(String(rest[...close])))
            }
            rest = rest[rest.index(after: close)...]
        }
        self.pieces = pieces + [.literal(String(rest))]
    }

    private static func piece(_ text: Substring) -> Piece? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard let number = Int(digits) else { return nil }
        let rest = text[digits.endIndex...]
        switch rest.first {
        case nil: return .value(number)
        case "_": return rest.count == 1 ? .name(number) : nil
        case "!": return rest.count == 1 ? .said(number) : nil
        case "$": return rest.count == 1 ? .money(number) : nil
        case " ":
            let forms = rest.dropFirst().split(separator: "|").map(String.init)
            return forms.count == 3 ? .count(number, forms) : nil
        default: return nil
        }
    }

    /// The numbers of the places that it says something of.
    var places: Set<Int> {
        pieces.reduce(into: []) { places, piece in
            switch piece {
            case .literal: break
            case .value(let place), .name(let place), .count(let place, _), .said(let place), .money(let place):
                places.insert(place)
            }
        }
    }

    /// The numbers of the places in which something is counted.
    var counts: Set<Int> {
        pieces.reduce(into: []) { places, piece in if case .count(let place, _) = piece { places.insert(place) } }
    }

    /// How well values fit its places: where words are counted stands a whole number, and what is said is known.
    func fit(_ values: [Int: String]) -> SentenceTemplate.Fit {
        var fit = SentenceTemplate.Fit.best
        for piece in pieces {
            switch piece {
            case .literal, .value: break
            case .name(let place):
                if values[place].map({ $0.isEmpty || $0.contains(" ") }) ?? true { return .not }
            case .count(let place, _):
                if values[place].flatMap({ Int($0) }) == nil { return .not }
            case .money(let place):
                if values[place].flatMap({ AmountText.translated($0, to: .russian) }) == nil { return .not }
            case .said(let place):
                if let value = values[place], !value.isEmpty, ServiceSentences.phrase(value) == nil { fit = .well }
            }
        }
        return fit
    }

    /// The sentence with these values.
    func said(of values: [Int: String]) -> String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .value(let place): Self.value(values[place] ?? "")
            case .name(let place): values[place] ?? ""
            case .count(let place, let forms): Self.count(values[place] ?? "", forms)
            case .said(let place): values[place].map { ServiceSentences.phrase($0) ?? $0 } ?? ""
            case .money(let place): Self.value(values[place] ?? "")
            }
        }.joined()
    }

    /// A day, a time, a decimal number or an amount as Russians write it; anything else as it is.
    static func value(_ text: String) -> String {
        if let day = CalendarDay(text) { return ValueText.day(day, in: .russian) }
        if let instant = Instant(text) { return ValueText.time(instant, in: .russian) + WallClocks.suffix }
        if isDecimal(text) { return AmountText.grouped(text, in: .russian) }
        return AmountText.translated(text, to: .russian) ?? text
    }

    /// Whether a text has the form of an amount or a rate: digits, and two or more behind a point.
    static func isDecimal(_ text: String) -> Bool {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].count > 1
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private static func count(_ text: String, _ forms: [String]) -> String {
        guard let count = Int(text) else { return "\(text)\(AmountText.noBreakSpace)\(forms[2])" }
        let form = PluralForm(of: count, in: .russian).of(forms[0], forms[1], forms[2])
        return AmountText.grouped(text, in: .russian) + AmountText.noBreakSpace + form
    }
}
