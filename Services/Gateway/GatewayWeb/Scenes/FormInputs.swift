import Domain
import GatewayScenes
import GatewayWords
import MicroHTTPD

/// Converts a submitted form into inputs of a scene.
enum FormInputs {
    /// The reason why a form does nothing.
    enum Refusal: Error, Hashable {
        /// The row is not in the list any more.
        case rowIsGone
        /// The screen has no such button, or a value is none of the choices.
        case notPossible
    }

    /// The request of a button.
    enum Wish: Hashable {
        /// Inputs for the scene, and whether they are a step: typing is none.
        case inputs([RouterInput], isStep: Bool)
        /// A step back.
        case back
    }

    /// Returns what a form asks for.
    ///
    /// - Parameters:
    ///   - form: The fields as they were sent, with a ticket that was examined.
    ///   - screen: The screen as it is now.
    /// - Throws: ``Refusal``
    static func wish(of form: WebForm, on screen: Screen, in language: Language) throws(Refusal) -> Wish {
        let button = form.value(of: "do") ?? "enter"
        if button == "back" { return .back }
        var inputs: [RouterInput] = []
        // The pane first: its keys mean something else than those of others.
        let pane = form.value(of: "pane").flatMap { name in screen.panes.first { $0.name.name == name } }
        let focused = pane.flatMap { $0.takesKeys ? $0 : nil } ?? screen.panes[0]
        if screen.focused.name != focused.name { inputs.append(.scene(.pane(focused.name))) }
        let isOpening = button.hasPrefix("open.")
        if let row = isOpening ? String(button.dropFirst(5)) : form.value(of: "row") {
            let list = pane?.list ?? screen.panes[0].list
            guard let number = list?.keys.firstIndex(of: row) else { throw .rowIsGone }
            if isOpening || list?.selected != number { inputs.append(.scene(.choose(number))) }
        }
        inputs += try fields(form, screen, language).map { .scene($0) }
        switch button {
        case "fill": return .inputs(inputs, isStep: false)
        case "enter": return .inputs(inputs + enter(screen), isStep: true)
        case "credential":
            guard let answer = form.value(of: "credential"), !answer.isEmpty, answer.utf8.count <= 16_384 else {
                throw .notPossible
            }
            inputs.append(.scene(.credential(answer)))
            let isInForm = screen.form?.fields.contains(where: \.isPasskey) ?? false
            return .inputs(isInForm ? inputs + enter(screen) : inputs, isStep: true)
        case "span":
            guard let first = form.value(of: "span-first"), let last = form.value(of: "span-last") else {
                throw .notPossible
            }
            return .inputs(inputs + [.scene(.span(first: first, last: last))], isStep: true)
        default: break
        }
        if isOpening { return .inputs(inputs + [.scene(.enter)], isStep: true) }
        guard button.hasPrefix("perform."), let name = action(String(button.dropFirst(8)), on: screen) else {
            throw .notPossible
        }
        return .inputs(inputs + [.scene(.perform(name))], isStep: true)
    }

    /// Returns the name of an action that the screen offers now; nil for another.
    private static func action(_ name: String, on screen: Screen) -> ActionName? {
        if let question = screen.question { return question.answers.first { $0.name.name == name }?.name }
        for case .choices(let line) in screen.panes.lazy.flatMap(\.blocks) {
            if let choice = line.groups.joined().first(where: { $0.action.name == name }) { return choice.action }
        }
        let actions = screen.panes.flatMap(\.actions)
        return actions.first { $0.name.name == name && $0.obstacle == nil }?.name
    }

    /// Enter in the last field of a form sends it.
    private static func enter(_ screen: Screen) -> [RouterInput] {
        guard let last = screen.form?.fields.last else { return [.scene(.enter)] }
        return [.scene(.focus(field: last.name)), .scene(.enter)]
    }

    /// Returns the inputs for the fields that were sent and are still there.
    private static func fields(
        _ form: WebForm, _ screen: Screen, _ language: Language
    ) throws(Refusal) -> [SceneInput] {
        var inputs: [SceneInput] = []
        // A secret belongs to what stood beside it when it was typed.
        let isSame = screen.form?.fields.allSatisfy { field in
            guard field.name != "code", case .text = field.kind else { return true }
            return form.value(of: "field.\(field.name)").map { $0 == field.text } ?? true
        }
        let keepsSecrets = screen.form?.keepsSecrets == true && isSame == true
        for field in screen.form?.fields ?? [] {
            if let file = form.files.first(where: { $0.field == "field.\(field.name)" }) {
                if !file.name.isEmpty { inputs.append(.file(field: field.name, name: file.name, bytes: file.bytes)) }
                continue
            }
            guard let value = form.value(of: "field.\(field.name)") else { continue }
            switch field.kind {
            case .choice(let choices), .pick(let choices):
                guard let index = FormMarkup.choice(value, among: choices, in: language) else { throw .notPossible }
                if index != field.choice { inputs += [.focus(field: field.name), .pick(field: field.name, index)] }
            case .secret where value.isEmpty && keepsSecrets: break
            case .text, .day, .secret:
                if value != field.text { inputs += [.focus(field: field.name), .fill(field: field.name, value)] }
            case .passkey: break
            }
        }
        return inputs
    }
}
