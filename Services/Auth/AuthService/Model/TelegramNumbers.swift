import Sodium

/// The numbers to pick from. They have two digits, which are read at a glance.
enum TelegramNumbers {
    /// Returns a number with uniform probability.
    static func random() -> Int { 10 + Int(Random.uniform(below: 90)) }

    /// Returns the right number among others, lowest first, so that it is easy to find.
    static func choices(with number: Int) -> [Int] {
        var numbers: Set = [number]
        while numbers.count < TelegramAttempt.choiceCount { numbers.insert(random()) }
        return numbers.sorted()
    }
}

/// Names chosen by strangers.
enum TelegramNames {
    /// Returns the name on one line, without control and invisible characters, cut to `longest` characters; nil when
    /// nothing is left.
    static func cleaned(_ name: String, longest: Int) -> String? {
        var scalars = String.UnicodeScalarView()
        // An upper bound in code points: a character may consist of any number of them.
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
