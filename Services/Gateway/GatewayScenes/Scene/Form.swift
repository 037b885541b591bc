import GatewayWords

/// Fields to fill, one of which has the cursor.
package struct Form: Hashable, Sendable {
    /// From top to bottom.
    package private(set) var fields: [FormField]
    /// The number of the field with the cursor.
    package private(set) var focus = 0

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

    /// Says what is wrong with fields, by name, and puts the cursor into the first of them.
    /// - Returns: Whether anything is wrong.
    mutating func points(to problems: [String: Text]) -> Bool {
        setProblems(problems)
        guard let wrong = fields.firstIndex(where: { $0.problem != nil }) else { return false }
        leave(for: wrong)
        return true
    }

    /// Says a fault at its field, with the cursor there.
    /// - Parameter field: The name of the field at fault.
    /// - Returns: False when there is no such field, and nothing was said.
    mutating func points(to fault: SceneFault, at field: String?) -> Bool {
        guard let field, fields.contains(where: { $0.name == field }) else { return false }
        return points(to: [field: fault.atField])
    }

    /// Puts the cursor into a field.
    mutating func focus(on name: String) {
        if let index = fields.firstIndex(where: { $0.name == name }) { leave(for: index) }
    }

    private mutating func leave(for next: Int) {
        if next != focus, fields.indices.contains(focus) { fields[focus].settle() }
        focus = next
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
        case .nextField, .step(.down): leave(for: (focus + 1) % fields.count)
        case .previousField, .step(.up): leave(for: (focus + fields.count - 1) % fields.count)
        case .focus(let name): focus(on: name)
        case .type(let character): fields[focus].type(String(character))
        case .paste(let text): fields[focus].type(text)
        case .erase: fields[focus].erase()
        case .eraseForward: fields[focus].eraseForward()
        case .clearField: fields[focus].clear()
        case .step(.left): fields[focus].step(-1)
        case .step(.right): fields[focus].step(1)
        case .step(.first): fields[focus].step(-EditedText.longest)
        case .step(.last): fields[focus].step(EditedText.longest)
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

    /// What came of an input in a form whose fields must all be filled.
    enum Filling { case changed, unchanged, filled }

    /// Takes an input. Enter goes to the next field, and in the last one it is done, or points to the first empty one.
    mutating func fill(_ input: SceneInput) -> Filling {
        guard input == .enter else { return receive(input) == nil ? .unchanged : .changed }
        guard isAtEnd else {
            _ = receive(.nextField)
            return .unchanged
        }
        let empty = fields.filter { $0.isTyped && $0.text.isEmpty }.map { ($0.name, RegisterTexts.empty) }
        return points(to: Dictionary(uniqueKeysWithValues: empty)) ? .unchanged : .filled
    }
}
