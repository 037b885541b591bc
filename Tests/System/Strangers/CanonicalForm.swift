import Domain
import StrictJSON

/// Writes answers without what is random by right: ids are named in the order in which a house shows them, tokens and
/// present instants by their kind. Two answers with the same form tell the same.
struct CanonicalForm {
    /// The names of random texts, in the order of their appearance.
    private var names: [String: String] = [:]

    /// Numbers of the clock, and places in the common sequence of all events.
    private static let volatile: Set<String> = [
        "sequence", "retryAfterMs", "uptimeSeconds", "microseconds", "milliseconds", "revision",
    ]

    /// Returns the form of an answer of a method.
    mutating func form(of node: JSONNode, _ method: String) -> String {
        form(node, DeclaredDifferences.members(of: method))
    }

    private mutating func form(_ node: JSONNode, _ left: Set<String>) -> String {
        switch node.kind {
        case .string: return "\"" + form(of: node.string ?? "") + "\""
        case .array:
            var parts: [String] = []
            for element in node.elements { parts.append(form(element, left)) }
            return "[" + parts.joined(separator: ",") + "]"
        case .object:
            var parts: [String] = []
            for member in node.members where !left.contains(member.name) {
                let isVolatile = Self.volatile.contains(member.name) && member.node.int64 != nil
                // Names of members may be ids, too.
                parts.append(form(of: member.name) + ":" + (isVolatile ? "<n>" : form(member.node, left)))
            }
            return "{" + parts.joined(separator: ",") + "}"
        default: return String(decoding: node.rawBytes, as: UTF8.self)
        }
    }

    /// Returns the form of a text: random words in it are named.
    mutating func form(of text: String) -> String {
        if text.hasPrefix("v4.public.") { return "<token>" }
        var text = text
        if text.contains("T"), text.contains("Z") {
            text = text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z/) { Self.form(ofTime: $0.output.0) }
        }
        // Sentences of notices.
        text = text.replacing(/[0-9]{1,2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}/, with: "<time>")
        var result = ""
        var word: [UInt8] = []
        func isOfAWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        for byte in Array(text.utf8) + [0] {
            if isOfAWord(byte) {
                word.append(byte)
                continue
            }
            if !word.isEmpty { result += named(String(decoding: word, as: UTF8.self)) }
            word = []
            if byte != 0 { result += byte < 128 ? String(UnicodeScalar(byte)) : "?" }
        }
        return result
    }

    /// Far instants are those that people entered.
    private static func form(ofTime text: Substring) -> String {
        guard let instant = Instant(String(text)) else { return String(text) }
        let days = (instant - WallClock.system.now()) / .seconds(86_400)
        return abs(days) < 40 ? "<time>" : String(text)
    }

    private mutating func named(_ word: String) -> String {
        // The sequence of an event, and times in statements and calendars.
        if word.wholeMatch(of: /[a-z]+-[0-9]+/) != nil { return "<event>" }
        if word.wholeMatch(of: /[0-9]{14,17}|[0-9]{8}T[0-9]{6}Z/) != nil { return "<time>" }
        // A line of QIF begins with its kind: N7g2m4k9q1x3z.
        if let kind = word.first, kind.isUppercase, RandomText.isID(word.dropFirst()) {
            return String(kind) + named(String(word.dropFirst()))
        }
        guard RandomText.isRandom(word) else {
            // An id beside a word of the program: own-7g2m4k9q1x3z, 7g2m4k9q1x3z-2099-01-31.
            guard word.contains("-") else { return word }
            var parts: [String] = []
            for part in word.split(separator: "-", omittingEmptySubsequences: false) {
                parts.append(named(String(part)))
            }
            return parts.joined(separator: "-")
        }
        if let name = names[word] { return name }
        let name = "<\(names.count)>"
        names[word] = name
        return name
    }
}

/// What an id, a secret or a cursor looks like.
enum RandomText {
    /// True for an id of the house.
    static func isID(_ text: Substring) -> Bool {
        [12, 16, 26].contains(text.utf8.count) && text.wholeMatch(of: /[0-9a-hjkmnp-tv-z]+/) != nil
            && MarkedText.all(in: String(text)).isEmpty
    }

    /// True for a text that a service makes by chance.
    static func isRandom(_ text: String) -> Bool {
        if MarkedText.all(in: text).isEmpty == false { return false }
        if isID(text[...]) { return true }
        // Transfers and imports, by their moment.
        if text.wholeMatch(of: /[a-z]0[0-9a-hjkmnp-tv-z]{11}/) != nil { return true }
        // Hashes, spans, secrets and cursors, but no words joined by hyphens.
        guard text.utf8.count >= 16 else { return false }
        if text.wholeMatch(of: /[0-9a-f]+/) != nil { return true }
        if text.wholeMatch(of: /[A-Z2-7]{32}/) != nil { return true }
        // Base64: digits among capitals, or more humps than the names of the protocol have.
        guard text.contains(where: \.isUppercase), text.contains(where: \.isLowercase) else { return false }
        let humps = zip(text, text.dropFirst()).count { $0.isLowercase && $1.isUppercase }
        return text.contains(where: \.isNumber) || humps > 4
    }
}
