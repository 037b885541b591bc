import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// Maps keys to inputs of a screen.
package enum KeyMap {
    /// Returns the input of a key; nil for a key without effect here.
    ///
    /// - Parameter language: The language of the screen, in which the letters of an answer are read.
    package static func input(
        for pressed: TerminalKey, on screen: Screen, also global: [SceneAction], in language: Language
    ) -> RouterInput? {
        // Pasted letters are no key presses: they are text or have no effect.
        if case .paste(let text) = pressed { return screen.isTyping ? .scene(.paste(text)) : nil }
        guard let key = SceneKey(pressed) else { return nil }
        switch key {
        case .escape: return .back
        case .control("c"), .control("d"), .control("q"): return .quit
        case .function(1): return .help
        case .control("p"): return .help
        case .enter: return .scene(.enter)
        default: break
        }
        if let question = screen.question { return answer(key, question, language) }
        if let action = (screen.offered + global).first(where: { $0.key == key }), !isText(key) {
            return .scene(.perform(action.name))
        }
        if let pane = pane(key, screen) { return .scene(.pane(pane)) }
        if let input = movement(key) { return .scene(input) }
        if screen.isTyping {
            if case .character(let character) = key { return .scene(.type(character)) }
            return nil
        }
        return command(key, screen, global)
    }

    /// Returns the pane that a digit or Tab selects; nil where form fields take both.
    private static func pane(_ key: SceneKey, _ screen: Screen) -> PaneName? {
        let panes = screen.numbered
        guard panes.count > 1, screen.form == nil else { return nil }
        let now = panes.firstIndex { $0.name == screen.focused.name } ?? 0
        switch key {
        case .tab: return panes[(now + 1) % panes.count].name
        case .backTab: return panes[(now + panes.count - 1) % panes.count].name
        case .character(let digit):
            let number = digit.wholeNumberValue ?? 0
            return panes.indices.contains(number - 1) ? panes[number - 1].name : nil
        default: return nil
        }
    }

    /// Returns the input of a key at a question, which takes no other input.
    private static func answer(_ key: SceneKey, _ question: Question, _ language: Language) -> RouterInput? {
        if let input = movement(key) { return .scene(input) }
        guard case .character(let letter) = key else { return nil }
        if letter == "?" { return .help }
        switch AnswerLetter.meaning(of: letter, in: language) {
        case .yes: return question.answer(.yes).map { .scene(.perform($0.name)) }
        case .no: return question.answer(.no).map { .scene(.perform($0.name)) }
        case .perhapsYes: return question.answer(.yes).map { .scene(.aim($0.name)) }
        case nil: return nil
        }
    }

    private static func isText(_ key: SceneKey) -> Bool { if case .character = key { true } else { false } }

    private static func movement(_ key: SceneKey) -> SceneInput? {
        switch key {
        case .up: .step(.up)
        case .down: .step(.down)
        case .left: .step(.left)
        case .right: .step(.right)
        case .shiftLeft: .step(.shiftLeft)
        case .shiftRight: .step(.shiftRight)
        case .pageUp: .step(.pageUp)
        case .pageDown: .step(.pageDown)
        case .home: .step(.first)
        case .end: .step(.last)
        case .tab: .nextField
        case .backTab: .previousField
        case .backspace: .erase
        case .delete: .eraseForward
        case .control("u"): .clearField
        default: nil
        }
    }

    /// Returns the command of a letter: first as typed, then by its key in another keyboard layout.
    private static func command(_ key: SceneKey, _ screen: Screen, _ global: [SceneAction]) -> RouterInput? {
        guard case .character(let typed) = key else { return nil }
        for character in [typed, KeyboardLayout.latin(typed)].compactMap({ $0 }) {
            if character == "?" || character == ":" || character == "/" && !has("/", screen, global) { return .help }
            if let action = (screen.offered + global).first(where: { $0.key == .character(character) }) {
                return .scene(.perform(action.name))
            }
            // In a form, a mistyped key must not end the app.
            if screen.form != nil { continue }
            switch character {
            case "q": return .quit
            case "j": return .scene(.step(.down))
            case "k": return .scene(.step(.up))
            case " ": return .scene(.enter)
            default: break
            }
        }
        return nil
    }

    private static func has(_ character: Character, _ screen: Screen, _ global: [SceneAction]) -> Bool {
        (screen.offered + global).contains { $0.key == .character(character) }
    }
}
