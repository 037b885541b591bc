import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// The lines to type for actions.
package enum PlainWord {
    /// Returns the letter of an action, or a word for an action with another key.
    static func word(for action: SceneAction) -> Text {
        if let letter = letter(of: action) { return Text(verbatim: letter) }
        let name = action.key == .enter ? .enter : action.name
        return words[name] ?? Text(verbatim: name.name)
    }

    /// The words of actions without a letter.
    private static let words: [ActionName: Text] = [
        .enter: Text("enter", "ввод"), "save": Text("save", "сохранить"), "look": Text("look", "посмотреть"),
        "telegram": Text("telegram", "телеграм"), "register": Text("register", "регистрация"),
        "sign-out": Text("sign-out", "выйти"), "main": Text("main", "главная"), "account": Text("account", "счёт"),
        "older": Text("older", "раньше"), "newer": Text("newer", "позже"), "done": Text("done", "готово"),
        "other-end": Text("other-end", "другой край"), "all-found": Text("all-found", "все найденные"),
        "one-earlier": Text("one-earlier", "на одну раньше"), "one-later": Text("one-later", "на одну позже"),
        "five-earlier": Text("five-earlier", "на пять раньше"), "five-later": Text("five-later", "на пять позже"),
        "earlier": Text("earlier", "раньше"), "later": Text("later", "позже"),
        "zone": Text("zone", "пояс"), "quiet": Text("quiet", "тишина"), "digest": Text("digest", "сводка"),
        "amounts": Text("amounts", "суммы"), "own": Text("own", "своё"), "language": Text("language", "язык"),
    ]

    /// True when a word, in either language, stands for an action.
    private static func means(_ action: SceneAction, _ word: String) -> Bool {
        let text = self.word(for: action)
        return Language.allCases.contains { text.spoken(in: $0) == word }
    }

    /// Returns the letter of an action, if it has one.
    static func letter(of action: SceneAction) -> String? {
        if case .character(let letter)? = action.key, letter != " " { return String(letter) }
        return nil
    }

    /// Returns the panes that a line asks to read in full: `=2` the second, `==` all of them.
    package static func panes(_ line: String, of screen: Screen) -> [Pane]? {
        guard line.hasPrefix("=") else { return nil }
        if line == "==" { return screen.panes }
        guard let number = Int(line.dropFirst()), screen.numbered.indices.contains(number - 1) else { return nil }
        return [screen.numbered[number - 1]]
    }

    /// Returns the input of a line; nil for a line that is none of the choices.
    ///
    /// - Parameter language: The language of the screen, in which the letters of an answer are read.
    package static func input(
        _ line: String, on screen: Screen, also global: [SceneAction], in language: Language
    ) -> [RouterInput]? {
        if let question = screen.question, let input = answer(line, question, language) { return [.scene(input)] }
        let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let single = word.count == 1 ? word.first : nil
        // At a question, letters are read as typed, regardless of the keyboard layout.
        let latin = screen.question == nil ? single.flatMap { KeyboardLayout.latin($0) }.map(String.init) : nil
        for word in [word, latin].compactMap({ $0 }) {
            if let action = (screen.offered + global).first(where: { means($0, word) }) {
                return [.scene(action.name == .enter ? .enter : .perform(action.name))]
            }
            switch word {
            case "?": return [.help]
            case ".", "back", "назад": return [.back]
            case "q", "quit", "exit", "выход": return [.quit]
            default: break
            }
        }
        if let number = Int(word), let list = screen.list, list.rows.indices.contains(number - 1) {
            return [.scene(.choose(number - 1)), .scene(.enter)]
        }
        return nil
    }

    /// Returns the answer of a line; selects it instead if it must be confirmed.
    private static func answer(_ line: String, _ question: Question, _ language: Language) -> SceneInput? {
        if let number = Int(line), question.answers.indices.contains(number - 1),
            question.answers[number - 1].kind == .other
        {
            return .perform(question.answers[number - 1].name)
        }
        switch AnswerLetter.meaning(ofLine: line, in: language) {
        case .yes: return question.answer(.yes).map { .perform($0.name) }
        case .no: return question.answer(.no).map { .perform($0.name) }
        // An ambiguous yes is asked again once; repeated, it counts.
        case .perhapsYes:
            guard let yes = question.answer(.yes) else { return nil }
            return question.isAimed && question.chosenAnswer == yes ? .perform(yes.name) : .aim(yes.name)
        case nil: return nil
        }
    }
}
