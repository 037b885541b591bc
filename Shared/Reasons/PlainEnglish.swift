extension Reason {
    /// Returns the sentence as services write it on the wire and in logs: in English, with values in machine format.
    ///
    /// - Parameter phrase: Returns the reason that a detail names.
    public func plainEnglish(_ details: [String: ReasonDetail], phrase: (String) -> Reason? = { _ in nil }) -> String {
        func text(_ name: String) -> String { details[name]?.plainText ?? "{\(name)}" }
        return ReasonTemplate(english).pieces.map { piece in
            switch piece {
            case .literal(let text): return text
            case .value(let name), .field(let name): return text(name)
            case .count(let name, let forms):
                return "\(text(name)) \(details[name] == .number(1) ? forms[0] : forms[forms.count - 1])"
            case .money(let amount, let currency): return "\(Self.grouped(text(amount))) \(text(currency))"
            case .phrase(let name):
                return phrase(text(name))?.plainEnglish(details, phrase: phrase) ?? text(name)
            }
        }.joined()
    }

    /// Returns `37 499.50` for `37499.50`.
    private static func grouped(_ amount: String) -> String {
        let digits = amount.drop { $0 == "-" }
        let units = Array(digits.prefix { $0 != "." })
        let grouped = units.indices.map { place in
            (place > 0 && (units.count - place).isMultiple(of: 3) ? " " : "") + String(units[place])
        }
        return (amount.hasPrefix("-") ? "-" : "") + grouped.joined() + digits.dropFirst(units.count)
    }
}
