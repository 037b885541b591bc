import StrictJSON

/// The texts in answers, to tell what is one person's alone.
struct PrivateTexts {
    private(set) var all: Set<String> = []

    /// Takes every text of an answer.
    mutating func add(_ node: JSONNode?) {
        guard let node else { return }
        switch node.kind {
        case .string:
            if let text = node.string { all.insert(text) }
        case .array:
            for element in node.elements { add(element) }
        case .object:
            for member in node.members { add(member.node) }
        default: break
        }
    }

    /// Those that nobody says by chance: long ones, and shorter ones that are no single word such as `expense`.
    var telling: Set<String> {
        all.filter { text in
            text.utf8.count >= 12 || (text.utf8.count >= 7 && text.contains { $0.isNumber || $0 == " " })
        }
    }

    /// Whether an answer says a text, and not only a longer one that it is a part of: `ledger-4` is not said by `ledger-49`.
    static func isSaid(_ text: String, in answer: String) -> Bool {
        answer.ranges(of: text).contains { range in
            let before = answer[..<range.lowerBound].last
            let after = answer[range.upperBound...].first
            return ![before, after].contains { $0?.isLetter ?? false || $0?.isNumber ?? false }
        }
    }
}
