import Domain
import GatewaySession
import GatewayWords

/// A field of a form.
package struct FormField: Hashable, Sendable {
    /// The kind of input.
    package enum Kind: Hashable, Sendable {
        /// Visible text.
        case text
        /// A day, relative to the given one: ← → move to the previous and the next day.
        case day(from: CalendarDay)
        /// Text shown as dots.
        case secret
        /// A choice among a few.
        case choice([Text])
        /// A choice among many, found by typing the beginnings of its words in either language.
        case pick([Text])
        /// What an authenticator is asked to sign in place of a code, and its answer.
        case passkey(PasskeyBlock, answer: String?)
    }

    /// The name for the presenter.
    package let name: String
    /// The label.
    package let label: Text
    package var kind: Kind
    /// The text with the cursor; the search text of a `pick`.
    package private(set) var edited = EditedText()
    /// The index of the choice.
    package private(set) var choice = 0
    /// Suggestions: → completes the first one that begins with the typed text.
    package var offers: [String] = []
    /// A remark about the field.
    package var note: Text?
    /// The same remark for faces with keys, which tells them, too.
    package var keysNote: Text?
    /// The error in the field.
    package var problem: Text?

    package init(
        _ name: String, _ label: Text, _ kind: Kind = .text, text: String = "", choice: Int = 0, note: Text? = nil,
        keysNote: Text? = nil
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.note = note
        self.keysNote = keysNote
        self.choice = choice
        fill(text)
    }

    /// The text; the search text of a `pick`.
    package var text: String { edited.text }

    /// True when the field accepts characters.
    var isTyped: Bool {
        switch kind {
        case .text, .day, .secret, .pick: true
        case .choice, .passkey: false
        }
    }

    /// True for the request to an authenticator.
    package var isPasskey: Bool { if case .passkey = kind { true } else { false } }

    /// True when the field has a text that can be cleared.
    package var canBeEmptied: Bool {
        switch kind {
        case .text, .day: !text.isEmpty
        case .secret, .choice, .pick, .passkey: false
        }
    }

    /// True when the search text matches none of the choices.
    package var isUnknown: Bool {
        guard case .pick(let choices) = kind else { return false }
        return !text.isEmpty && !Self.fits(text, choices, choice)
    }

    /// The choices that match the search text; none for an empty text.
    var found: [Text] {
        guard case .pick(let choices) = kind, !text.isEmpty else { return [] }
        return choices.indices.filter { Self.fits(text, choices, $0) }.map { choices[$0] }
    }

    /// The displayed text.
    package var shown: Text {
        switch kind {
        case .text, .day: Text(verbatim: text)
        case .secret: Text(verbatim: String(repeating: "•", count: edited.clusters.count))
        case .choice(let choices): choices.indices.contains(choice) ? choices[choice] : .blank
        case .pick(let choices):
            isUnknown ? Text(verbatim: text) : choices.indices.contains(choice) ? choices[choice] : .blank
        case .passkey: .blank
        }
    }

    /// The suggestions that begin with the typed text; all of them for an empty text.
    var fitting: [String] {
        let typed = FoldedWord.of(text)
        return offers.filter { FoldedWord.of($0).hasPrefix(typed) && $0 != text }
    }

    /// Inserts a text at the cursor: a typed scalar, or a pasted text.
    mutating func type(_ text: String) { edit { $0.insert(text) } }

    /// Deletes the character before the cursor.
    mutating func erase() { edit { $0.erase() } }

    /// Deletes the character after the cursor.
    mutating func eraseForward() { edit { $0.eraseForward() } }

    mutating func clear() { if isTyped { edited.clear() } }

    private mutating func edit(_ change: (inout EditedText) -> Void) {
        guard isTyped else { return }
        let before = edited
        change(&edited)
        if edited.clusters != before.clusters { look() }
    }

    /// Moves the cursor, or selects another choice.
    mutating func step(_ count: Int) {
        switch kind {
        case .choice(let choices): choice = Self.step(count, from: choice, among: Array(choices.indices)) ?? choice
        case .pick(let choices):
            let found = choices.indices.filter { Self.fits(text, choices, $0) }
            choice = Self.step(count, from: choice, among: found) ?? choice
        case .day(let today):
            // A text that is no day is edited like any text.
            guard let day = text.isEmpty ? today : TypedDay.day(text, today: today), abs(count) == 1 else {
                return edited.move(by: count)
            }
            fill(ValueText.day(text.isEmpty ? day : day.adding(days: count)))
        case .text, .secret:
            if count == 1, edited.cursor == edited.clusters.count, let offer = fitting.first { return fill(offer) }
            edited.move(by: count)
        case .passkey: break
        }
    }

    /// Returns the next choice: steps of one wrap around, larger steps stop at the ends. Nil where there is nothing to
    /// choose.
    private static func step(_ count: Int, from choice: Int, among all: [Int]) -> Int? {
        guard let first = all.first, let last = all.last else { return nil }
        guard abs(count) == 1 else { return count < 0 ? first : last }
        guard let place = all.firstIndex(of: choice) else { return first }
        return all[(place + count + all.count) % all.count]
    }

    /// Sets the text, or selects a choice by its name or by its number, counted from 1.
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
        case .text, .day, .secret: edited = EditedText(given)
        case .passkey: break
        }
    }

    /// Selects a choice by its index.
    mutating func choose(_ index: Int) {
        switch kind {
        case .choice(let choices): if choices.indices.contains(index) { choice = index }
        case .pick(let choices):
            guard choices.indices.contains(index) else { return }
            choice = index
            edited.clear()
        case .text, .day, .secret, .passkey: break
        }
    }

    /// Selects the match of the search text, when the cursor leaves the field.
    mutating func settle() {
        if case .pick = kind, !isUnknown { clear() }
    }

    // MARK: Searching

    /// Selects the first match of the search text, unless the present choice matches.
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

    /// True when each word of the search text begins a word of the choice, in either language.
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
