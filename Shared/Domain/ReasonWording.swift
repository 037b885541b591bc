import Reasons

/// Words a reason for people, in their language.
public struct ReasonWording {
    private let language: Language
    private let catalogue: ReasonCatalogue
    private let instant: (Instant) -> String
    private let field: (String) -> String

    /// Creates a wording.
    ///
    /// - Parameters:
    ///   - catalogue: Knows the reasons that details name.
    ///   - instant: Returns an instant by the reader's clock.
    ///   - field: Returns what the reader calls a field, `--limit`.
    public init(
        in language: Language, catalogue: ReasonCatalogue, instant: @escaping (Instant) -> String,
        field: @escaping (String) -> String = { $0 }
    ) {
        self.language = language
        self.catalogue = catalogue
        self.instant = instant
        self.field = field
    }

    /// Returns the sentence, or the phrase of a rule, with its details.
    ///
    /// - Returns: Nil when the sentence shows a detail that is not there, as of a service of another version.
    public func text(of reason: Reason, _ details: [String: ReasonDetail]) -> String? {
        let template = ReasonTemplate(language == .russian ? reason.russian : reason.english)
        guard template.names.isSubset(of: details.keys) else { return nil }
        return template.pieces.map { piece($0, details) }.joined()
    }

    private func piece(_ piece: ReasonTemplate.Piece, _ details: [String: ReasonDetail]) -> String {
        func plain(_ name: String) -> String { details[name]?.plainText ?? "" }
        switch piece {
        case .literal(let text): return text
        case .value(let name): return details[name].map(value) ?? ""
        case .field(let name): return field(plain(name))
        case .count(let name, let forms): return count(plain(name), forms)
        case .money(let amount, let currency):
            guard let currency = Currency(code: plain(currency)) else { return plain(amount) }
            return AmountText.amount(plain(amount), currency, in: language)
        case .phrase(let name): return catalogue[plain(name)].flatMap { text(of: $0, details) } ?? plain(name)
        }
    }

    /// Returns a detail as people write it: days, instants, decimal numbers and amounts in the form of the language.
    public func value(_ detail: ReasonDetail) -> String {
        guard case .text(let text) = detail else { return detail.plainText }
        if let day = CalendarDay(text) { return DayText.of(day, in: language) }
        if let moment = Instant(text) { return instant(moment) }
        if Self.isDecimal(text) { return AmountText.grouped(text, in: language) }
        return AmountText.translated(text, to: language) ?? text
    }

    private func count(_ number: String, _ forms: [String]) -> String {
        let form = Int(number).map { PluralForm(of: $0, in: language) } ?? .many
        let word = forms.count == 3 ? form.of(forms[0], forms[1], forms[2]) : form.of(forms[0], forms[1], forms[1])
        return AmountText.grouped(number, in: language) + (language == .russian ? AmountText.noBreakSpace : " ") + word
    }

    /// Returns whether a text has the form of an amount or a rate: digits, and two or more after a point.
    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].count > 1
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
