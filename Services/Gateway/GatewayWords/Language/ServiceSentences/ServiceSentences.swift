import Coordination
import Domain

/// What services say, in Russian. Services speak English on the wire, so that programs read the same everywhere; their
/// sentences are the keys of these tables, and the Russian ones are found when one is shown.
///
/// A test reads the sources of all services: a sentence that is missing here fails it, and so does one that nobody says.
enum ServiceSentences {
    /// By topic; a sentence stands in one of them.
    static let tables: [KeyValuePairs<String, String>] = [
        requests, values, accounts, transfers, orders, imports, market, patterns, bonds, bondFiles, network, hosting,
    ]

    /// What a fault says, in Russian; nil where these tables do not know its sentence.
    ///
    /// - Parameter subject: What to call the field at fault, `--limit`.
    static func sentence(of fault: Fault, subject: String? = nil) -> String? {
        let whole = best(fault.message)
        if let field = fault.field, let rule = brokenRule(of: fault), whole.map({ !rule.isWorse(than: $0) }) ?? true {
            // Of the whole request nobody has to be told that it is meant.
            return field == "params" ? self.rule(of: fault) : "\(subject ?? Self.subject(field)): \(rule.text)."
        }
        if let whole { return whole.text }
        guard fault.message.hasSuffix(".") else { return nil }
        return rule(behindItsSubject: String(fault.message.dropLast())).map { $0 + "." }
    }

    /// Which rule the field at fault breaks, as a sentence of its own; nil where the fault says something else.
    static func rule(of fault: Fault) -> String? {
        guard let rule = brokenRule(of: fault), best(fault.message).map({ !rule.isWorse(than: $0) }) ?? true else {
            return nil
        }
        return rule.text.prefix(1).uppercased() + rule.text.dropFirst() + "."
    }

    /// A sentence or a part of one in Russian; nil where these tables do not know it.
    static func phrase(_ english: String) -> String? { best(english)?.text ?? rule(behindItsSubject: english) }

    /// What a service said, in both languages; as it is where it is not known.
    static func text(_ english: String) -> Text {
        Text("\(self.english(english))", "\(phrase(english) ?? english)")
    }

    /// What a service said, its counts as in tables, `7 680 candles`; as it is where it is not known.
    static func english(_ sentence: String) -> String {
        guard sentence.contains(#/\d{4}/#) else { return sentence }
        if let known = best(sentence) { return known.english }
        guard let space = sentence.firstIndex(of: " ") else { return sentence }
        let rule = sentence[sentence.index(after: space)...]
        let end = rule.hasSuffix(".") ? "." : ""
        return best(String(rule.dropLast(end.count))).map { "\(sentence[...space])\($0.english)\(end)" } ?? sentence
    }

    /// What a field is called that no flag fills: a file is sent in several.
    private static func subject(_ field: String) -> String {
        ["csv", "text", "content", "upload"].contains(field) ? "файл" : field
    }

    private static func brokenRule(of fault: Fault) -> Translation? {
        guard let field = fault.field, fault.message.hasPrefix(field + " "), fault.message.hasSuffix(".") else {
            return nil
        }
        // Whole sentences that begin with a field have these two bytes as well.
        var rule = best(String(fault.message.dropFirst(field.count + 1).dropLast()))
        rule?.weight += 2
        return rule
    }

    /// `amount.currency is required`: the name of a field, and a rule.
    private static func rule(behindItsSubject english: String) -> String? {
        guard let space = english.firstIndex(of: " "),
            let rule = best(String(english[english.index(after: space)...]))
        else { return nil }
        return "\(english[..<space]): \(rule.text)"
    }

    /// A sentence in Russian, and how sure it is that it is the one.
    private struct Translation {
        let text: String
        /// The same in English, with its counts as in tables.
        let english: String
        let fit: SentenceTemplate.Fit
        var weight: Int

        func isWorse(than other: Translation) -> Bool { (fit, weight) < (other.fit, other.weight) }
    }

    /// By the template that fits best, and says most of it.
    private static func best(_ english: String) -> Translation? {
        let bytes = Array(english.utf8)
        var best: Translation?
        for table in tables {
            for (key, russian) in table where mayFit(key, bytes) {
                let (template, said) = (SentenceTemplate(key), RussianTemplate(russian))
                guard let values = template.values(in: bytes, fit: said.fit) else { continue }
                var grouped = values
                for place in said.counts { grouped[place] = values[place].map { AmountText.grouped($0, in: .english) } }
                let found = Translation(
                    text: said.said(of: values), english: template.said(of: grouped), fit: said.fit(values),
                    weight: template.weight)
                if best?.isWorse(than: found) ?? true { best = found }
            }
        }
        return best
    }

    /// Spares most templates a closer look.
    private static func mayFit(_ key: String, _ sentence: [UInt8]) -> Bool {
        let (first, last) = (key.utf8.first, key.utf8.last)
        return (first == UInt8(ascii: "{") || first == sentence.first)
            && (last == UInt8(ascii: "}") || last == sentence.last)
    }
}
