import GatewayWords

/// The fields of a form, one of which has the cursor.
package struct Form: Hashable, Sendable {
    /// The fields from top to bottom.
    package private(set) var fields: [FormField]
    /// The index of the field with the cursor.
    package private(set) var focus = 0

    package init(_ fields: [FormField]) { self.fields = fields }

    /// The field with the cursor.
    var focused: FormField? { fields.indices.contains(focus) ? fields[focus] : nil }

    /// Returns the text of a field; empty for an unknown name.
    subscript(name: String) -> String { fields.first { $0.name == name }?.text ?? "" }

    /// The answer of an authenticator, if it was asked and has given one.
    var passkeyAnswer: String? {
        for case .passkey(_, let answer?) in fields.lazy.map(\.kind) { return answer }
        return nil
    }

    /// True when a code or a passkey was given.
    var hasProof: Bool { !self["code"].isEmpty || passkeyAnswer != nil }

    /// Returns the index of a field's choice.
    func choice(_ name: String) -> Int { fields.first { $0.name == name }?.choice ?? 0 }

    /// Changes a field.
    mutating func change(_ name: String, _ body: (inout FormField) -> Void) {
        guard let index = fields.firstIndex(where: { $0.name == name }) else { return }
        body(&fields[index])
    }

    /// Sets the errors of fields, by name, and clears those of the others.
    mutating func setProblems(_ problems: [String: Text]) {
        for index in fields.indices { fields[index].problem = problems[fields[index].name] }
    }

    /// Sets the errors of fields, by name, and moves the cursor to the first of them.
    /// - Returns: True if there are errors.
    mutating func points(to problems: [String: Text]) -> Bool {
        setProblems(problems)
        guard let wrong = fields.firstIndex(where: { $0.problem != nil }) else { return false }
        leave(for: wrong)
        return true
    }

    /// Shows a fault at its field and moves the cursor there.
    /// - Parameter field: The name of the field at fault.
    /// - Returns: False if there is no such field; nothing is shown then.
    mutating func points(to fault: SceneFault, at field: String?) -> Bool {
        guard let field, fields.contains(where: { $0.name == field }) else { return false }
        return points(to: [field: fault.atField])
    }

    /// Moves the cursor to a field.
    mutating func focus(on name: String) {
        if let index = fields.firstIndex(where: { $0.name == name }) { leave(for: index) }
    }

    /// Adds fields for a proof, in place of those of the same names and of an older passkey, and moves the cursor to
    /// the first of them.
    mutating func ask(for wanted: [FormField]) {
        fields.removeAll { field in field.isPasskey || wanted.contains { $0.name == field.name } }
        focus = max(0, min(focus, fields.count - 1))
        fields += wanted
        if let first = wanted.first { focus(on: first.name) }
    }

    /// Forgets the answer of an authenticator, which was for what the other fields said.
    mutating func forgetPasskey() {
        for index in fields.indices {
            guard case .passkey(let request, _) = fields[index].kind else { continue }
            fields[index].kind = .passkey(request, answer: nil)
        }
    }

    /// True when nothing can be typed, and an authenticator is asked.
    package var isPasskeyAlone: Bool { !fields.isEmpty && fields.allSatisfy(\.isPasskey) }

    /// True while a one-time code is asked for on top of a typed secret. A page shows no secret: then an empty one
    /// stays as it was typed. Anywhere else it must be typed again, so that nobody finds one in a form left behind.
    package var keepsSecrets: Bool { fields.contains { $0.name == "code" } }

    private mutating func leave(for next: Int) {
        if next != focus, fields.indices.contains(focus) { fields[focus].settle() }
        focus = next
    }

    /// True when the cursor is in the last field.
    var isAtEnd: Bool { focus >= fields.count - 1 }

    /// Handles an input for the fields.
    ///
    /// - Returns: The name of the field whose value has changed; nil without a change.
    package mutating func receive(_ input: SceneInput) -> String? {
        let changed = handle(input)
        if let changed, !fields.contains(where: { $0.name == changed && $0.isPasskey }) { forgetPasskey() }
        return changed
    }

    private mutating func handle(_ input: SceneInput) -> String? {
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
        case .pick(let name, let index):
            guard let field = fields.firstIndex(where: { $0.name == name }) else { return nil }
            let before = fields[field].choice
            fields[field].choose(index)
            return fields[field].choice != before ? name : nil
        case .credential(let answer):
            for (index, field) in fields.enumerated() {
                guard case .passkey(let request, _) = field.kind else { continue }
                fields[index].kind = .passkey(request, answer: answer)
                return field.name
            }
            return nil
        default: return nil
        }
        guard fields.indices.contains(focus), fields[focus].name == before.name else { return nil }
        return fields[focus].text != before.text || fields[focus].choice != before.choice ? before.name : nil
    }

    /// The effect of an input on a form whose fields are all required. A passkey takes the place of what is typed.
    enum Filling { case changed, unchanged, filled }

    /// Handles an input. Enter moves to the next field; in the last one it submits the form, or moves to the first
    /// empty field.
    mutating func fill(_ input: SceneInput) -> Filling {
        guard input == .enter else { return receive(input) == nil ? .unchanged : .changed }
        guard isAtEnd else {
            _ = receive(.nextField)
            return .unchanged
        }
        guard passkeyAnswer == nil else { return .filled }
        guard !isPasskeyAlone else { return .unchanged }
        let empty = fields.filter { $0.isTyped && $0.text.isEmpty }.map { ($0.name, RegisterTexts.empty) }
        return points(to: Dictionary(uniqueKeysWithValues: empty)) ? .unchanged : .filled
    }
}
