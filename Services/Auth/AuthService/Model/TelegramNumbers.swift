import Sodium

/// The numbers that are picked from: two digits, so that they are read at a glance.
enum TelegramNumbers {
    /// A number, all equally likely.
    static func random() -> Int { 10 + Int(Random.uniform(below: 90)) }

    /// The right number among others, the lowest first, so that it is found at a glance.
    static func choices(with number: Int) -> [Int] {
        var numbers: Set = [number]
        while numbers.count < TelegramAttempt.choiceCount { numbers.insert(random()) }
        return numbers.sorted()
    }
}

/// Names that strangers chose.
enum TelegramNames {
    /// The name on one line, without what steers or hides, cut to `longest` characters; nil when nothing is left.
    static func cleaned(_ name: String, longest: Int) -> String? {
        var scalars = String.UnicodeScalarView()
        // A character may consist of any number of code points; a name may not.
        for scalar in name.unicodeScalars.prefix(8 * longest) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .unassigned, .privateUse: scalars.append(" ")
            default: scalars.append(scalar)
            }
        }
        let words = String(scalars).split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : String(words.prefix(longest))
    }
}
