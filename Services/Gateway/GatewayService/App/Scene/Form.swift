import Domain

/// Fields to fill, one of which has the cursor.
struct Form: Hashable, Sendable {
    /// From top to bottom.
    private(set) var fields: [FormField]
    /// The number of the field with the cursor.
    private(set) var focus = 0

    init(_ fields: [FormField]) { self.fields = fields }

    /// The field with the cursor.
    var focused: FormField? { fields.indices.contains(focus) ? fields[focus] : nil }

    /// What stands in a field; empty where there is none of that name.
    subscript(name: String) -> String { fields.first { $0.name == name }?.text ?? "" }

    /// The number of the choice in a field.
    func choice(_ name: String) -> Int { fields.first { $0.name == name }?.choice ?? 0 }

    /// Changes a field.
    mutating func change(_ name: String, _ body: (inout FormField) -> Void) {
        guard let index = fields.firstIndex(where: { $0.name == name }) else { return }
        body(&fields[index])
    }

    /// Says what is wrong with fields, by name; all others are right.
    mutating func setProblems(_ problems: [String: Text]) {
        for index in fields.indices { fields[index].problem = problems[fields[index].name] }
    }

    /// Puts the cursor into a field.
    mutating func focus(on name: String) {
        if let index = fields.firstIndex(where: { $0.name == name }) { focus = index }
    }

    /// Whether the cursor is in the last field.
    var isAtEnd: Bool { focus >= fields.count - 1 }

    /// Takes what concerns fields.
    ///
    /// - Returns: The name of the field whose value has changed; nil when none has.
    mutating func receive(_ input: SceneInput) -> String? {
        guard fields.indices.contains(focus) else { return nil }
        let before = fields[focus]
        switch input {
        case .nextField, .step(.down): focus = (focus + 1) % fields.count
        case .previousField, .step(.up): focus = (focus + fields.count - 1) % fields.count
        case .focus(let name): focus(on: name)
        case .type(let character): fields[focus].type(character)
        case .erase: fields[focus].erase()
        case .eraseForward: fields[focus].eraseForward()
        case .clearField: fields[focus].clear()
        case .step(.left): fields[focus].step(-1)
        case .step(.right): fields[focus].step(1)
        case .step(.first): fields[focus].step(-FormField.longest)
        case .step(.last): fields[focus].step(FormField.longest)
        case .fill(let name, let text):
            guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let (old, oldChoice) = (fields[index].text, fields[index].choice)
            fields[index].fill(text)
            return fields[index].text != old || fields[index].choice != oldChoice ? name : nil
        default: return nil
        }
        guard fields.indices.contains(focus), fields[focus].name == before.name else { return nil }
        return fields[focus].text != before.text || fields[focus].choice != before.choice ? before.name : nil
    }
}

/// A field to fill.
struct FormField: Hashable, Sendable {
    /// Longer texts nobody types.
    static let longest = 1000

    /// What is done with what is typed.
    enum Kind: Hashable, Sendable {
        /// Shown as it is.
        case text
        /// Shown as dots.
        case secret
        /// One of these is chosen.
        case choice([Text])
    }

    /// What the presenter knows it by.
    let name: String
    /// What it is called.
    let label: Text
    /// What can be put into it.
    var kind: Kind
    /// What stands in it.
    private(set) var text = ""
    /// Before which character the cursor stands.
    private(set) var cursor = 0
    /// The number of the choice.
    private(set) var choice = 0
    /// What to know about it.
    var note: Text?
    /// What is wrong with it.
    var problem: Text?

    init(_ name: String, _ label: Text, _ kind: Kind = .text, text: String = "", choice: Int = 0, note: Text? = nil) {
        self.name = name
        self.label = label
        self.kind = kind
        self.note = note
        self.choice = choice
        fill(text)
    }

    /// Whether characters can be typed into it.
    var isTyped: Bool { if case .choice = kind { false } else { true } }

    /// What it shows.
    var shown: Text {
        switch kind {
        case .text: Text(verbatim: text)
        case .secret: Text(verbatim: String(repeating: "•", count: text.count))
        case .choice(let choices): choices.indices.contains(choice) ? choices[choice] : Text(verbatim: "")
        }
    }

    mutating func type(_ character: Character) {
        guard isTyped, text.count < Self.longest, character.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            return
        }
        text.insert(character, at: text.index(text.startIndex, offsetBy: cursor))
        cursor += 1
    }

    mutating func erase() {
        guard isTyped, cursor > 0 else { return }
        cursor -= 1
        text.remove(at: text.index(text.startIndex, offsetBy: cursor))
    }

    mutating func eraseForward() {
        guard isTyped, cursor < text.count else { return }
        text.remove(at: text.index(text.startIndex, offsetBy: cursor))
    }

    mutating func clear() { if isTyped { (text, cursor) = ("", 0) } }

    /// Moves the cursor, or chooses another.
    mutating func step(_ count: Int) {
        if case .choice(let choices) = kind {
            guard !choices.isEmpty else { return }
            choice =
                abs(count) == 1 ? (choice + count + choices.count) % choices.count : count < 0 ? 0 : choices.count - 1
        } else {
            cursor = max(0, min(text.count, cursor + count))
        }
    }

    /// Puts in a text, or chooses by name or by number from 1.
    mutating func fill(_ given: String) {
        if case .choice(let choices) = kind {
            let wanted = given.lowercased()
            let byName = choices.firstIndex { choice in
                Language.allCases.contains { choice.spoken(in: $0).lowercased() == wanted }
            }
            if let index = byName ?? Int(given).map({ $0 - 1 }), choices.indices.contains(index) { choice = index }
        } else {
            text = String(given.prefix(Self.longest))
            cursor = text.count
        }
    }
}
