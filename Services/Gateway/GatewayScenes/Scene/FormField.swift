import Domain
import GatewaySession
import GatewayWords

/// A field to fill.
package struct FormField: Hashable, Sendable {
    /// What is done with what is typed.
    package enum Kind: Hashable, Sendable {
        /// Shown as it is.
        case text
        /// A day, counted from this one: ← → go to the one before and after it.
        case day(from: CalendarDay)
        /// Shown as dots.
        case secret
        /// One of these is chosen.
        case choice([Text])
        /// One of so many that it is looked for: what is typed are beginnings of its words, in whichever language.
        case pick([Text])
    }

    /// What the presenter knows it by.
    package let name: String
    /// What it is called.
    package let label: Text
    /// What can be put into it.
    package var kind: Kind
    /// What stands in it, with the cursor; where something is picked, what is looked for.
    package private(set) var edited = EditedText()
    /// The number of the choice.
    private(set) var choice = 0
    /// Texts that people may mean, of which → completes the first that begins as what is typed.
    var offers: [String] = []
    /// What to know about it.
    package var note: Text?
    /// What is wrong with it.
    package var problem: Text?

    init(_ name: String, _ label: Text, _ kind: Kind = .text, text: String = "", choice: Int = 0, note: Text? = nil) {
        self.name = name
        self.label = label
        self.kind = kind
        self.note = note
        self.choice = choice
        fill(text)
    }

    /// What stands in it; where something is picked, what is looked for.
    package var text: String { edited.text }

    /// Whether characters can be typed into it.
    var isTyped: Bool { if case .choice = kind { false } else { true } }

    /// Whether something stands in it that may go.
    package var canBeEmptied: Bool {
        switch kind {
        case .text, .day: !text.isEmpty
        case .secret, .choice, .pick: false
        }
    }

    /// Whether what is looked for is none of what can be picked.
    package var isUnknown: Bool {
        guard case .pick(let choices) = kind else { return false }
        return !text.isEmpty && !Self.fits(text, choices, choice)
    }

    /// The choices that fit what is looked for; none while nothing is.
    var found: [Text] {
        guard case .pick(let choices) = kind, !text.isEmpty else { return [] }
        return choices.indices.filter { Self.fits(text, choices, $0) }.map { choices[$0] }
    }

    /// What it shows.
    package var shown: Text {
        switch kind {
        case .text, .day: Text(verbatim: text)
        case .secret: Text(verbatim: String(repeating: "•", count: edited.clusters.count))
        case .choice(let choices): choices.indices.contains(choice) ? choices[choice] : .blank
        case .pick(let choices):
            isUnknown ? Text(verbatim: text) : choices.indices.contains(choice) ? choices[choice] : .blank
        }
    }

    /// The offers that begin as what is typed; all of them where nothing is.
    var fitting: [String] {
        let typed = FoldedWord.of(text)
        return offers.filter { FoldedWord.of($0).hasPrefix(typed) && $0 != text }
    }

    /// Writes at the cursor: a scalar as keys send it, or a whole text that was pasted.
    mutating func type(_ text: String) { edit { $0.insert(text) } }

    /// Takes away the character before the cursor.
    mutating func erase() { edit { $0.erase() } }

    /// Takes away the character behind the cursor.
    mutating func eraseForward() { edit { $0.eraseForward() } }

    /// Empties it.
    mutating func clear() { if isTyped { edited.clear() } }

    private mutating func edit(_ change: (inout EditedText) -> Void) {
        guard isTyped else { return }
        let before = edited
        change(&edited)
        if edited.clusters != before.clusters { look() }
    }

    /// Moves the cursor, or chooses another.
    mutating func step(_ count: Int) {
        switch kind {
        case .choice(let choices): choice = Self.step(count, from: choice, among: Array(choices.indices)) ?? choice
        case .pick(let choices):
            let found = choices.indices.filter { Self.fits(text, choices, $0) }
            choice = Self.step(count, from: choice, among: found) ?? choice
        case .day(let today):
            // What is no day is edited like any text.
            guard let day = text.isEmpty ? today : TypedDay.day(text, today: today), abs(count) == 1 else {
                return edited.move(by: count)
            }
            fill(ValueText.day(text.isEmpty ? day : day.adding(days: count)))
        case .text, .secret:
            if count == 1, edited.cursor == edited.clusters.count, let offer = fitting.first { return fill(offer) }
            edited.move(by: count)
        }
    }

    /// By one round and round, by more to the ends; nil where there is nothing to choose.
    private static func step(_ count: Int, from choice: Int, among all: [Int]) -> Int? {
        guard let first = all.first, let last = all.last else { return nil }
        guard abs(count) == 1 else { return count < 0 ? first : last }
        guard let place = all.firstIndex(of: choice) else { return first }
        return all[(place + count + all.count) % all.count]
    }

    /// Puts in a text, or chooses by name or by number from 1.
    mutating func fill(_ given: String) {
        switch kind {
        case .choice(let choices):
            if let index = Self.named(given, choices) ?? Int(given).map({ $0 - 1 }), choices.indices.contains(index) {
                choice = index
            }
        case .pick:
            edited = EditedText(given)
            look()
            settle()
        case .text, .day, .secret:
            edited = EditedText(given)
        }
    }

    /// The cursor goes elsewhere: what was looked for and found is chosen.
    mutating func settle() {
        if case .pick = kind, !isUnknown { clear() }
    }

    // MARK: Looking

    /// Chooses the first that fits what is looked for, unless what is chosen does.
    private mutating func look() {
        guard case .pick(let choices) = kind, !text.isEmpty else { return }
        let exact = Self.named(text, choices)
        if let exact { return choice = exact }
        guard !Self.fits(text, choices, choice) else { return }
        choice = choices.indices.first { Self.fits(text, choices, $0) } ?? choice
    }

    private static func named(_ given: String, _ choices: [Text]) -> Int? {
        let wanted = given.lowercased()
        return choices.firstIndex { choice in
            Language.allCases.contains { choice.spoken(in: $0).lowercased() == wanted }
        }
    }

    /// Whether each word that is looked for begins one of a choice, in either language.
    private static func fits(_ text: String, _ choices: [Text], _ index: Int) -> Bool {
        guard choices.indices.contains(index) else { return false }
        let words = Language.allCases.flatMap { language in
            choices[index].spoken(in: language).lowercased().split(separator: " ")
        }
        return text.lowercased().split(separator: " ").allSatisfy { wanted in
            words.contains { $0.hasPrefix(wanted) }
        }
    }
}
