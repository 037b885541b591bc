import StrictJSON

/// The texts of answers, for finding those that belong to one person alone.
struct PrivateTexts {
    private(set) var all: Set<String> = []

    /// Adds every text of an answer.
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

    /// The texts that do not occur by chance: long ones, and shorter ones that are not a single word such as `expense`.
    var telling: Set<String> {
        all.filter { text in
            text.utf8.count >= 12 || (text.utf8.count >= 7 && text.contains { $0.isNumber || $0 == " " })
        }
    }

    /// Returns true when an answer contains a text other than as a part of a longer one: `ledger-49` does not contain
    /// `ledger-4`.
    static func isSaid(_ text: String, in answer: String) -> Bool {
        answer.ranges(of: text).contains { range in
            let before = answer[..<range.lowerBound].last
            let after = answer[range.upperBound...].first
            return ![before, after].contains { $0?.isLetter ?? false || $0?.isNumber ?? false }
        }
    }
}
